import { setTimeout as pause } from 'node:timers/promises'
import type { OwnBoard } from '../own-board.ts'

const AT_ONCE = 4
const PAUSE_MS = 40
const P99_MS_MAX = 500

/** Sends requests of an ATS and of job seekers at a steady pace, and reports the times and the failures. */
export async function behaveWell({ url, key, jobPath }: OwnBoard, until: AbortSignal, among: string) {
  const latenciesMs: number[] = []
  const problems = new Set<string>()
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const requests: [path: string, init: RequestInit][] = [
    ['/api/job/good', { method: 'PUT', headers, body: JSON.stringify({ job: { title: 'Comptable', city: 'Rabat' } }) }],
    ['/api/job/good', { headers }],
    ['/api/candidates?since=2026-01-01', { headers }],
    [jobPath, {}],
    ['/fr/companies/atlas?q=comptable', {}],
  ]
  await fetch(`${url}/api/job/good`, requests[0]?.[1])
  const work = async (offset: number) => {
    for (let turn = offset; !until.aborted; turn++) {
      const [path, init] = requests[turn % requests.length] ?? ['/', {}]
      const started = performance.now()
      try {
        const answer = await fetch(`${url}${path}`, init)
        await answer.arrayBuffer()
        if (!answer.ok) problems.add(`a good request among ${among} failed: ${path}: ${answer.status}`)
      } catch (error) {
        problems.add(`a good request among ${among} failed: ${path}: ${error}`)
      }
      latenciesMs.push(performance.now() - started)
      await pause(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)))
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
  if (p99 >= P99_MS_MAX) problems.add(`the 99th percentile of good requests among ${among} is ${p99} ms`)
  return {
    figures: { [`good requests among ${among}`]: sorted.length, [`their 99th percentile among ${among}, ms`]: p99 },
    problems: [...problems],
  }
}
