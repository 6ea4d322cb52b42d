import { setTimeout as pause } from 'node:timers/promises'
import type { OwnBoard } from '../own-board.ts'

const AT_ONCE = 4
const PAUSE_MS = 40

/** The times and failures of good requests. */
export interface Experience {
  latenciesMs: number[]
  failures: string[]
}

/** Sends requests of an ATS and of job seekers at a steady pace, until it is told to stop. */
export async function behaveWell({ url, key, jobPath }: OwnBoard, until: AbortSignal): Promise<Experience> {
  const experience: Experience = { latenciesMs: [], failures: [] }
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
        if (!answer.ok) experience.failures.push(`${path}: ${answer.status}`)
      } catch (error) {
        experience.failures.push(`${path}: ${error}`)
      }
      experience.latenciesMs.push(performance.now() - started)
      await pause(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)))
  return experience
}

/** Finds the latency that this share of the requests stays within. */
export function percentile({ latenciesMs }: Experience, hundredths: number): number {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))] ?? 0
}
