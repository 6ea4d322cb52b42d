import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Boardwalk } from '@boardwalk/sdk'
import { type Claim, findDifferences, findUntrueClaims, findUntrueExit } from './claims.ts'
import { type ClientCompany, readJobs, runBoardwalk, SDK_TIMEOUT_MS, TRIES_MAX } from './client-company.ts'

const FEED_ROWS = 240
/** The share of rounds in which the program is cut off. */
const CUT_OFF = 0.2

/** Sends a feed once, perhaps cut off, notes what was said, and answers whether every row went through. */
type Send = (feed: Map<string, string>, what: string, isCutOff: boolean) => Promise<boolean>

/** Sends a feed that changes, round for round, and then until all of it went through. `replaced` rows get new ids each time. */
async function sendAll(company: ClientCompany, replaced: number, send: Send): Promise<void> {
  const { who, random, next, count, problems } = company
  const feed = new Map(Array.from({ length: FEED_ROWS }, (_, at) => [`J-${at}`, `Poste ${at}, 0`]))
  for (let round = 1; next(round); round++) {
    const ids = [...feed.keys()]
    for (const id of ids) if (random.chance(1 / 3)) feed.set(id, `Poste ${id.slice(2)}, ${round}`)
    for (let at = 0; at < replaced; at++) {
      feed.delete(random.pick(ids))
      feed.set(`J-${round}-${at}`, `Poste nouveau, ${round}`)
    }
    await send(feed, `${who}, round ${round}`, random.chance(CUT_OFF))
    count(`${who}: runs`)
  }
  let isWhole = false
  for (let tries = 1; tries <= TRIES_MAX && !isWhole; tries++) isWhole = await send(feed, `${who}, end ${tries}`, false)
  if (!isWhole) problems.push(`${who}: not every row went through in ${TRIES_MAX} tries`)
  problems.push(...findDifferences(who, feed, await readJobs(company)))
}

/** Sends a feed with the SDK's `upsertMany`. If it is cut off, the loop is left before all results are there. */
export function tryUpsertMany(company: ClientCompany): Promise<void> {
  const { random, proxy, key, problems } = company
  const boardwalk = new Boardwalk({ apiKey: key, baseUrl: proxy.url, timeoutMs: SDK_TIMEOUT_MS })
  return sendAll(company, 0, async (feed, what, isCutOff) => {
    const before = await readJobs(company)
    const claims: Claim[] = []
    const resultsMax = isCutOff ? random.between(1, feed.size) : Number.POSITIVE_INFINITY
    try {
      const rows = [...feed].map(([id, title]) => ({ id, title, status: 'PUBLISHED' as const }))
      for await (const { id, status } of boardwalk.jobs.upsertMany(rows)) {
        claims.push({ id: id ?? '', status })
        if (claims.length >= resultsMax) break
      }
    } catch (error) {
      problems.push(`${what}: upsertMany gave up with ${error}`)
    }
    problems.push(...findUntrueClaims(what, claims, { before, feed, after: await readJobs(company) }))
    if (!isCutOff && claims.length !== feed.size)
      problems.push(`${what}: ${feed.size} rows have ${claims.length} results`)
    return claims.length === feed.size && claims.every(({ status }) => !/failed|unconfirmed/.test(status))
  })
}

/** Sends a feed with `boardwalk jobs push` or `jobs sync --yes`. If it is cut off, the command is killed. */
export function tryCommand(command: 'push' | 'sync', company: ClientCompany): Promise<void> {
  const { random, folder, problems, count, who } = company
  const report = join(folder, 'report.ndjson')
  const sync = command === 'sync' ? ['--yes', '--max-unpublish', '500'] : []
  return sendAll(company, command === 'sync' ? 3 : 0, async (feed, what, isCutOff) => {
    await writeFile(
      join(folder, 'jobs.csv'),
      ['id,title', ...[...feed].map(([id, title]) => `${id},"${title}"`)].join('\n'),
    )
    await rm(report, { force: true })
    const before = await readJobs(company)
    const args = ['jobs', command, 'jobs.csv', '--json', '--report', report, ...sync]
    const { code } = await runBoardwalk(company, args, isCutOff ? random.between(300, 4_000) : undefined)
    const after = await readJobs(company)
    // The last line of a killed command may be cut off.
    const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').slice(0, -1)
    const claims: Claim[] = lines.map((line) => JSON.parse(line))
    problems.push(...findUntrueClaims(what, claims, { before, feed, after }))
    if (code === null) count(`${who}: killed`)
    else problems.push(...findUntrueExit(what, code, claims, feed, after))
    return code === 0
  })
}
