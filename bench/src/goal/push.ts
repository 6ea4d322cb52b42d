import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Closers } from '../closers.ts'
import { makeJob } from '../job-body.ts'
import { median, round, runLoad } from '../load.ts'
import { createCompany } from '../service/company.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'
import { writeTable } from '../table.ts'

// The path begins at bench/dist.
const cli = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

/** The command's defaults. */
const JOBS_PER_REQUEST = 100
const CONCURRENCY = 4
const BODY_BYTES = 2_000
const ROUNDS = 3

/** Compares the jobs a second of the command `jobs push` with those of raw requests. Both create new jobs, in turn. */
export async function measurePush(stage: Stage, closers: Closers, { jobs }: { jobs: number }) {
  const service = await startService('boardwalk', stage, stage.newPlace('push'), closers)
  const key = await (await createCompany(service, 'push')).createKey()
  const requests = Math.max(CONCURRENCY, Math.ceil(jobs / JOBS_PER_REQUEST))
  const all = requests * JOBS_PER_REQUEST

  async function push(prefix: string): Promise<number> {
    const feed = join(stage.folder, 'feed.ndjson')
    await pipeline(writeFeed(prefix, all), createWriteStream(feed))
    const startedMs = performance.now()
    const child = spawn(
      process.execPath,
      [cli, 'jobs', 'push', feed, '-o', 'json', '--concurrency', String(CONCURRENCY)],
      {
        env: { ...process.env, BOARDWALK_URL: `${service.url}/api`, BOARDWALK_API_KEY: key },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`jobs push ended with ${code}`)
    return (all * 1_000) / (performance.now() - startedMs)
  }

  async function send(prefix: string, amount: number): Promise<number> {
    const request = (number: number) => {
      const numbers = Array.from({ length: JOBS_PER_REQUEST }, (_, index) => number * JOBS_PER_REQUEST + index)
      const body = { jobs: numbers.map((each) => ({ id: `${prefix}${each}`, ...makeJob(BODY_BYTES, each) })) }
      return { method: 'PUT' as const, path: '/api/jobs', key, body }
    }
    const { perSecond, wrong } = await runLoad(
      service.url,
      { request, amount },
      { connections: CONCURRENCY, seconds: 0 },
    )
    if (wrong > 0) throw new Error(`${wrong} raw requests failed`)
    return perSecond * JOBS_PER_REQUEST
  }

  await send('warm-up ', CONCURRENCY)
  const [pushed, raw]: [number[], number[]] = [[], []]
  for (let number = 0; number < ROUNDS; number++) {
    pushed.push(await push(`pushed ${number} `))
    raw.push(await send(`raw ${number} `, requests))
  }
  const ratio = (median(pushed) / median(raw)).toFixed(2)
  return writeTable(
    [`jobs a second, ${all} new jobs of 2 kB`, 'jobs push', 'raw requests', 'ratio'],
    [['medians', round(median(pushed)), round(median(raw)), ratio]],
  )
}

function* writeFeed(prefix: string, count: number): Generator<string> {
  for (let number = 0; number < count; number++)
    yield `${JSON.stringify({ id: `${prefix}${number}`, ...makeJob(BODY_BYTES, number) })}\n`
}
