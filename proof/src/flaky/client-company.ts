import type { Random } from '../chaos/random.ts'
import { createCompany } from '../operator.ts'
import type { OwnBoard } from '../own-board.ts'
import type { BoardJob, BoardJobs, Feed } from './claims.ts'
import type { FlakyProxy } from './proxy.ts'

/** A company whose jobs or candidates one program handles, and the flaky way of this program to the board. */
export interface ClientCompany {
  key: string
  proxy: FlakyProxy
  random: Random
  board: OwnBoard
  /** Which program works for it, for the sentences of the report. */
  who: string
}

export async function createClientCompany(
  who: string,
  { board, proxy, random }: Omit<ClientCompany, 'key' | 'who'>,
): Promise<ClientCompany> {
  const { key } = await createCompany(board.operator, who, who.toLowerCase().replaceAll(' ', '-'))
  return { who, board, proxy, random, key }
}

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

const FEED_ROWS = 240

/** Makes the first feed. */
export const createFeed = (): Map<string, string> =>
  new Map(Array.from({ length: FEED_ROWS }, (_, at) => [`J-${at}`, `Poste ${at}, 0`]))

/** Changes the titles of a third of the rows, and replaces some rows by new ones, of other ids. */
export function changeFeed(feed: Map<string, string>, round: number, random: Random, replaced = 0): void {
  const ids = [...feed.keys()]
  for (const id of ids) if (random.chance(1 / 3)) feed.set(id, `Poste ${id.slice(2)}, ${round}`)
  for (let at = 0; at < replaced; at++) {
    feed.delete(random.pick(ids))
    feed.set(`J-${round}-${at}`, `Poste nouveau, ${round}`)
  }
}

/** Writes a feed as CSV or NDJSON. */
export function formatFeed(feed: Feed, format: 'csv' | 'ndjson'): string {
  if (format === 'csv') return ['id,title', ...[...feed].map(([id, title]) => `${id},"${title}"`), ''].join('\n')
  return [...feed].map(([id, title]) => `${JSON.stringify({ id, title })}\n`).join('')
}
