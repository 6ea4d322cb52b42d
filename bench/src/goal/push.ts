import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Closers } from '../closers.ts'
import { jobOf } from '../load/job-body.ts'
import { mark, numbered } from '../load/marked-body.ts'
import { rounded } from '../result.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'

const cli = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

/** As the CLI sends them unless told. */
const JOBS_PER_REQUEST = 100
const CONCURRENCY = 4
const BODY_BYTES = 2_000
const SAMPLE_MS = 100

/** Jobs a second that the CLI pushes, beside raw requests of the same size at the same concurrency; new jobs both. */
export async function measurePush(stage: Stage, closers: Closers, { jobs }: { jobs: number }) {
  const place = stage.newDatabase('push')
  const service = await startService('boardwalk', place.database, stage.folder)
  closers.add(() => service.stop())
  const { key } = await createEmployer(place, 'push')
  const requests = Math.ceil(jobs / JOBS_PER_REQUEST)
  const raw = async (prefix: string, requestsMax: number) => {
    const work = { kind: 'upsert-many' as const, prefix, bodyBytes: BODY_BYTES, jobsPerRequest: JOBS_PER_REQUEST }
    const pace = { connections: CONCURRENCY, requestsMax, seconds: 3600, warmUpSeconds: 0 }
    return stage.generator.run({ url: service.url, key, work, pids: [service.pid], ...pace })
  }
  await raw('warm-up ', Math.min(requests, 20))
  const feed = join(stage.folder, 'feed.ndjson')
  await pipeline(rows(requests * JOBS_PER_REQUEST), createWriteStream(feed))
  const pushed = await runCli(['jobs', 'push', feed, '--json', '--concurrency', String(CONCURRENCY)], {
    BOARDWALK_URL: `${service.url}/api`,
    BOARDWALK_API_KEY: key,
  })
  const rawLoad = await raw('raw ', requests)
  const failed = Object.values(rawLoad.failures).reduce((sum, count) => sum + count, 0)
  if (failed > 0) throw new Error(`${failed} raw requests failed`)
  const all = requests * JOBS_PER_REQUEST
  const cliPerSecond = all / pushed.seconds
  const rawPerSecond = all / rawLoad.seconds
  return {
    jobs: all,
    cliPerSecond: rounded(cliPerSecond),
    rawPerSecond: rounded(rawPerSecond),
    ratio: rounded(cliPerSecond / rawPerSecond),
    cliPeakMb: pushed.peakMb,
  }
}

function* rows(count: number): Generator<string> {
  const job = JSON.stringify({ id: `cli ${mark}`, ...jobOf(BODY_BYTES) })
  for (let number = 0; number < count; number++) yield `${job.replaceAll(mark, numbered(number))}\n`
}

async function runCli(args: string[], env: Record<string, string>): Promise<{ seconds: number; peakMb: number }> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid))
  }, SAMPLE_MS)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`the CLI ended with ${code}`)
  return { seconds: (performance.now() - startedMs) / 1000, peakMb: rounded(peakMb) }
}

/** The most memory that a process has ever taken, as Linux tells; 0 where nobody does. */
function peakOf(pid: number | undefined): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(peak ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}
