import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Boardwalk } from '@boardwalk/sdk'
import { type Claim, findDifferences, findUntrueClaims, findUntrueExit } from './claims.ts'
import { type ClientCompany, readJobs, runBoardwalk, TRIES_MAX } from './client-company.ts'

const FEED_ROWS = 240
const SDK_TIMEOUT_MS = 5_000
/** The share of rounds in which the program is cut off. The first one always is, so that a short run has one. */
const CUT_OFF = 0.2

/** Sends a feed once, perhaps cut off, notes what was said, and answers whether every row went through. */
type Send = (feed: Map<string, string>, what: string, isCutOff: boolean) => Promise<boolean>

/** Sends a feed that changes, round for round, and then until all of it went through. */
async function sendAll(company: ClientCompany, send: Send): Promise<void> {
  const { who, random, next, count, problems } = company
  const feed = new Map(Array.from({ length: FEED_ROWS }, (_, at) => [`J-${at}`, `Poste ${at}, 0`]))
  for (let round = 1; next(round); round++) {
    for (const id of feed.keys()) if (random.chance(1 / 3)) feed.set(id, `Poste ${id.slice(2)}, ${round}`)
    await send(feed, `${who}, round ${round}`, round === 1 || random.chance(CUT_OFF))
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
  return sendAll(company, async (feed, what, isCutOff) => {
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

/** Sends a feed with `boardwalk jobs push`. If it is cut off, the command is killed. */
export function tryPush(company: ClientCompany): Promise<void> {
  const { random, folder, problems, count, who } = company
  const report = join(folder, 'report.ndjson')
  return sendAll(company, async (feed, what, isCutOff) => {
    const rows = [...feed].map(([id, title]) => `${id},"${title}"`)
    await writeFile(join(folder, 'jobs.csv'), ['id,title', ...rows].join('\n'))
    await rm(report, { force: true })
    const before = await readJobs(company)
    const args = ['jobs', 'push', 'jobs.csv', '-o', 'json', '--report', report]
    const { code } = await runBoardwalk(company, args, isCutOff ? random.between(200, 1_500) : undefined)
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
