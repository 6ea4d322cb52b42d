import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BoardJobs, type Claim, findDifferences, findUntrueClaims, findUntrueExit } from './claims.ts'
import { type ClientCompany, changeFeed, createFeed, formatFeed, readJobs } from './client-company.ts'
import { type Ended, runBoardwalk } from './command.ts'
import { type ProxyFault, proxyFaults } from './proxy.ts'
import type { Rounds } from './rounds.ts'

/** How often the last feed is sent until a command says that all of it went through. */
const TRIES_MAX = 40
const KILLED = 0.2

/** `jobs push`, or `jobs sync --yes`. */
export type JobsCommand = 'push' | 'sync'

/** Sends a feed that changes with `boardwalk jobs push` or `sync`, and compares what it said with the board. */
export async function tryJobsCommand(
  command: JobsCommand,
  company: ClientCompany,
  folder: string,
  { next, count, problems }: Rounds,
): Promise<void> {
  const { random, who } = company
  const feed = createFeed()
  for (let round = 1; next(round); round++) {
    changeFeed(feed, round, random, command === 'sync' ? 3 : 0)
    const killAfterMs = random.chance(KILLED) ? random.between(300, 4_000) : undefined
    const { code } = await sendOnce(command, company, folder, feed, `${who}, round ${round}`, problems, killAfterMs)
    count(`${who}: runs`)
    if (code === null) count(`${who}: killed`)
  }
  let ended: Ended | undefined
  for (let tries = 1; tries <= TRIES_MAX && ended?.code !== 0; tries++)
    ended = await sendOnce(command, company, folder, feed, `${who}, end ${tries}`, problems)
  if (ended?.code !== 0) problems.push(`${who} never ended with 0: ${ended?.stderr}`)
  const after = await readJobs(company)
  // Push does not touch jobs that are not in the feed, and its feed never loses one.
  problems.push(...findDifferences(who, feed, after))
}

/** Every request has the same fault, so that nothing can go through: the command must not say that something did. */
export async function tryWithoutWay(
  company: ClientCompany,
  folder: string,
  faults: readonly ProxyFault[],
  { count, problems }: Rounds,
): Promise<void> {
  const feed = createFeed()
  for (const fault of proxyFaults.filter((each) => each !== 'slow' && faults.includes(each))) {
    changeFeed(feed, proxyFaults.indexOf(fault), company.random, 1)
    company.proxy.setFault(fault)
    const { code } = await sendOnce('push', company, folder, feed, `push with nothing but "${fault}"`, problems)
    company.proxy.setFault(undefined)
    count('push without a way: runs')
    if (code === 0) problems.push(`push with nothing but "${fault}" ended with 0`)
  }
}

async function sendOnce(
  command: JobsCommand,
  company: ClientCompany,
  folder: string,
  feed: ReadonlyMap<string, string>,
  who: string,
  problems: string[],
  killAfterMs?: number,
): Promise<Ended> {
  const format = company.random.pick(['csv', 'ndjson'] as const)
  const report = join(folder, 'report.ndjson')
  await writeFile(join(folder, `jobs.${format}`), formatFeed(feed, format))
  await rm(report, { force: true })
  const before = await readJobs(company)
  const args = ['jobs', command, `jobs.${format}`, '--json', '--report', report]
  const more = command === 'sync' ? ['--yes', '--max-unpublish', '500'] : []
  const ended = await runBoardwalk(company, folder, [...args, ...more], killAfterMs)
  const after = await readJobs(company)
  const claims = await readReport(report)
  problems.push(...findUntrueClaims(who, claims, { before, feed, after }))
  const { code, stdout } = ended
  if (code === null) return ended
  problems.push(...findUntrueExit(who, { code, rows: feed.size, claims, feed, after }))
  problems.push(...findUntrueSummary(who, command, stdout, claims))
  if (command === 'sync' && code === 0) problems.push(...findPublishedBesides(who, feed, after))
  return ended
}

const findPublishedBesides = (who: string, feed: ReadonlyMap<string, string>, after: BoardJobs) =>
  findDifferences(who, new Map(), new Map([...after].filter(([id]) => !feed.has(id))))

/** Reads the outcomes of a report. The last line of a killed command may be cut off. */
async function readReport(file: string): Promise<Claim[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line))
}

/** The counts of the summary must be those of the report, which the board was compared with. */
function findUntrueSummary(who: string, command: JobsCommand, stdout: string, claims: readonly Claim[]): string[] {
  let said: Record<string, unknown>
  try {
    const result = JSON.parse(stdout)
    said = command === 'push' ? result : (result.done ?? {})
  } catch {
    return [`${who} printed no JSON: ${stdout.slice(0, 200)}`]
  }
  return ['created', 'updated', 'unchanged', 'failed', 'unpublished'].flatMap((status) => {
    const counted = claims.filter((claim) => claim.status === status).length
    const summary = said[status]
    return summary === undefined || summary === counted
      ? []
      : [`${who} counted ${summary} as "${status}", and its report has ${counted}`]
  })
}
