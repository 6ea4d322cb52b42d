import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Random } from '../chaos/random.ts'
import type { OwnBoard } from '../own-board.ts'
import type { BoardJob, BoardJobs } from './claims.ts'
import type { FlakyProxy } from './proxy.ts'

/** A company whose jobs or candidates one program handles, and what the program needs. */
export interface ClientCompany {
  /** Which program works for it, for the sentences of the report. */
  who: string
  key: string
  slug: string
  board: OwnBoard
  /** The flaky way of the program to the board. */
  proxy: FlakyProxy
  random: Random
  /** A folder of its own. */
  folder: string
  /** Whether the program begins another round, from 1. */
  next(round: number): boolean
  /** Adds to a figure of the report. */
  count(figure: string, more?: number): void
  problems: string[]
}

/** How often a program is started until it says that it is done. */
export const TRIES_MAX = 40

/** Reads all jobs of a company from the board itself, once the requests under way have ended. */
export async function readJobs({ board, key, proxy }: ClientCompany): Promise<BoardJobs> {
  await proxy.settle()
  const jobs = new Map<string, BoardJob>()
  for (let page = 1; ; page++) {
    const answer = await fetch(`${board.url}/api/jobs?pageSize=100&page=${page}`, { headers: { 'x-api-key': key } })
    if (!answer.ok) throw new Error(`the board does not list its jobs: ${answer.status}`)
    // The answer of the board as its document has it.
    const read = (await answer.json()) as { jobs: (BoardJob & { id: string })[]; total: number }
    for (const { id, title, status } of read.jobs) jobs.set(id, { title, status })
    if (read.jobs.length === 0 || jobs.size >= read.total) return jobs
  }
}

/** From this program as it was built, proof/dist/flaky.js. */
const boardwalk = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

/** Runs the built `boardwalk` through the proxy. `code` is null if it was killed, after `killAfterMs`. */
export async function runBoardwalk(
  { key, proxy, folder }: ClientCompany,
  args: readonly string[],
  killAfterMs?: number,
) {
  const child = spawn(process.execPath, [boardwalk, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, BOARDWALK_URL: proxy.url, BOARDWALK_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (killAfterMs !== undefined) {
    await Promise.race([ended, sleep(killAfterMs, undefined, { ref: false })])
    child.kill('SIGKILL')
  }
  const [stdout, stderr, [code]] = await ended
  return { code: code as number | null, stdout, stderr }
}
