import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Closers } from '../closers.ts'
import { makeJob } from '../load/job-body.ts'
import { mark, writeNumber } from '../load/marked-body.ts'
import { median, round } from '../result.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { createEmployer } from './employer.ts'

const cli = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

/** The CLI's defaults. */
const JOBS_PER_REQUEST = 100
const CONCURRENCY = 4
const BODY_BYTES = 2_000
const SAMPLE_MS = 100
const ROUNDS = 3
/** Runs in the CLI's process, and writes the CPU time of all its threads to the file descriptor 3 when it ends. */
const tellCpu = `data:text/javascript,import { writeSync } from 'node:fs';
process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)) })`
const WARM_UP_REQUESTS = 50

/**
 * Compares the jobs a second of the CLI's push with those of raw requests of the same size and concurrency. Both create
 * new jobs, in turn; the medians count.
 */
export async function measurePush(stage: Stage, closers: Closers, { jobs }: { jobs: number }) {
  const place = stage.newDatabase('push')
  const service = await startService('boardwalk', place.database, stage.folder)
  closers.add(() => service.stop())
  const { key } = await createEmployer(place, 'push')
  const requests = Math.ceil(jobs / JOBS_PER_REQUEST)
  const all = requests * JOBS_PER_REQUEST

  async function rawPerSecond(prefix: string, requestsMax: number): Promise<number> {
    const work = { kind: 'upsert-many' as const, prefix, bodyBytes: BODY_BYTES, jobsPerRequest: JOBS_PER_REQUEST }
    const pace = { connections: CONCURRENCY, requestsMax, seconds: 3600, warmUpSeconds: 0 }
    const { seconds, failures } = await stage.generator.run({
      url: service.url,
      keys: [key],
      work,
      pids: [service.pid],
      ...pace,
    })
    const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
    if (failed > 0) throw new Error(`${failed} raw requests failed`)
    return (requestsMax * JOBS_PER_REQUEST) / seconds
  }

  async function push(prefix: string) {
    const feed = join(stage.folder, 'feed.ndjson')
    await pipeline(rows(prefix, all), createWriteStream(feed))
    const { seconds, cpuMs, peakMb } = await runCli(
      ['jobs', 'push', feed, '--json', '--concurrency', String(CONCURRENCY)],
      {
        BOARDWALK_URL: `${service.url}/api`,
        BOARDWALK_API_KEY: key,
      },
    )
    return { perSecond: all / seconds, cpuMsPerJob: cpuMs / all, peakMb }
  }

  await rawPerSecond('warm-up ', Math.min(requests, WARM_UP_REQUESTS))
  const raw: number[] = []
  const pushed: Awaited<ReturnType<typeof push>>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    pushed.push(await push(`cli ${round} `))
    raw.push(await rawPerSecond(`raw ${round} `, requests))
  }
  const cli = pushed.map(({ perSecond }) => perSecond)
  return {
    jobs: all,
    rounds: ROUNDS,
    cliPerSecond: cli.map((each) => round(each)),
    rawPerSecond: raw.map((each) => round(each)),
    ratio: round(median(cli) / median(raw)),
    cliCpuMsPerJob: round(median(pushed.map(({ cpuMsPerJob }) => cpuMsPerJob))),
    cliPeakMb: Math.max(...pushed.map(({ peakMb }) => peakMb)),
  }
}

function* rows(prefix: string, count: number): Generator<string> {
  const job = JSON.stringify({ id: `${prefix}${mark}`, ...makeJob(BODY_BYTES) })
  for (let number = 0; number < count; number++) yield `${job.replaceAll(mark, writeNumber(number))}\n`
}

async function runCli(args: string[], env: Record<string, string>) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--import', tellCpu, cli, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const told = child.stdio[3]
  if (!(told instanceof Readable)) throw new Error('the CLI has no pipe for its CPU time')
  const cpuMicros = text(told)
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, readPeakMb(child.pid))
  }, SAMPLE_MS)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`the CLI ended with ${code}`)
  const seconds = (performance.now() - startedMs) / 1000
  return { seconds, cpuMs: Number(await cpuMicros) / 1000, peakMb: round(peakMb) }
}

/** Reads the most memory that a process has ever taken; 0 if this machine is no Linux. */
function readPeakMb(pid: number | undefined): number {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(peak ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}
