import { Boardwalk, BoardwalkError } from '@boardwalk/sdk'
import { type Claim, findDifferences, findUntrueClaims } from './claims.ts'
import { type ClientCompany, changeFeed, createFeed, readJobs } from './client-company.ts'
import { tryEachFaultOnce } from './one-fault.ts'
import type { Rounds } from './rounds.ts'

const TRIES_MAX = 40
/** The share of rounds in which the program ends before it has read all results. */
const LEFT = 0.2
const SINGLE_CALLS = 8
export const SDK_TIMEOUT_MS = 5_000

const isUnconfirmed = (error: unknown) => error instanceof BoardwalkError && error.isUnconfirmed

/** Says why the end of a call is untrue. `isDone`: the board is as asked; `wasDone`: it was so before. */
function contradictCall(error: unknown, isDone: boolean, wasDone: boolean): string | undefined {
  if (error === undefined) return isDone ? undefined : 'succeeded, and the board does not show it'
  if (!isDone || wasDone || isUnconfirmed(error)) return undefined
  return `said that nothing was changed (${error}), and the board shows the change`
}

/** Sends a feed that changes with the SDK's `upsertMany`, changes single jobs, and compares what it said with the board. */
export async function trySdkJobs(company: ClientCompany, rounds: Rounds): Promise<void> {
  const { next, count, problems } = rounds
  const { random, who, proxy, key } = company
  const boardwalk = new Boardwalk({ apiKey: key, baseUrl: proxy.url, timeoutMs: SDK_TIMEOUT_MS })
  const feed = createFeed()

  /** Answers whether every row went through. */
  async function sendAll(what: string, resultsMax = Number.POSITIVE_INFINITY): Promise<boolean> {
    const before = await readJobs(company)
    const claims: Claim[] = []
    const rows = [...feed].map(([id, title]) => ({ id, title, status: 'PUBLISHED' as const }))
    try {
      for await (const { id, status } of boardwalk.jobs.upsertMany(rows)) {
        claims.push({ id: id ?? '', status })
        if (claims.length >= resultsMax) break
      }
    } catch (error) {
      problems.push(`${what}: upsertMany gave up with ${error}`)
    }
    const after = await readJobs(company)
    problems.push(...findUntrueClaims(what, claims, { before, feed, after }))
    if (resultsMax > rows.length && claims.length !== rows.length)
      problems.push(`${what}: ${rows.length} rows have ${claims.length} results`)
    return claims.length === rows.length && claims.every(({ status }) => !/failed|unconfirmed/.test(status))
  }

  /** Changes a job and takes a job off the board. What an error says of the board must be true. */
  async function changeOne(what: string, round: number): Promise<void> {
    const id = random.pick([...feed.keys()])
    const title = `Poste ${id.slice(2)}, alone ${round}-${random.next()}`
    const before = (await readJobs(company)).get(id)
    const isUnpublishing = random.chance(0.3)
    const verb = isUnpublishing ? 'unpublish' : 'update'
    const call = isUnpublishing
      ? boardwalk.jobs.unpublish(id)
      : boardwalk.jobs.update(id, { title, status: 'PUBLISHED' }, { create: before === undefined })
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown ?? 'nothing',
    )
    const after = (await readJobs(company)).get(id)
    const isDone = isUnpublishing ? after?.status === 'UNPUBLISHED' : after?.title === title
    const wasDone = isUnpublishing && before?.status === 'UNPUBLISHED'
    count(`${who}: single calls`)
    const why = contradictCall(error, isDone, wasDone)
    if (why !== undefined) problems.push(`${what}: ${verb} of ${id} ${why}`)
    if (!isUnpublishing && isDone) feed.set(id, title)
  }

  for (let round = 1; next(round); round++) {
    changeFeed(feed, round, random)
    await sendAll(`${who}, round ${round}`, random.chance(LEFT) ? random.between(1, feed.size) : undefined)
    count(`${who}: runs`)
    for (let at = 0; at < SINGLE_CALLS; at++) await changeOne(`${who}, round ${round}`, round)
  }
  await tryEachFaultOnce(boardwalk, company, rounds)
  let isWhole = false
  for (let tries = 1; tries <= TRIES_MAX && !isWhole; tries++) isWhole = await sendAll(`${who}, end ${tries}`)
  if (!isWhole) problems.push(`${who}: not every row went through in ${TRIES_MAX} tries`)
  problems.push(...findDifferences(who, feed, await readJobs(company)))
}
