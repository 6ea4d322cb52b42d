import { type Boardwalk, BoardwalkError, ConflictError } from '@boardwalk/sdk'
import { type ClientCompany, readJobs } from './client-company.ts'
import { proxyFaults } from './proxy.ts'
import type { Rounds } from './rounds.ts'

/** The SDK retries after each of these. It does not follow a redirect, and an answer that is late is an answer. */
const retriedFaults = proxyFaults.filter((fault) => fault !== 'redirect' && fault !== 'slow')

/**
 * Gives one request each fault, and a good way to the requests after it. A call that is safe to repeat must then succeed. A
 * `create` may fail, but not with a conflict, because nobody else has its id.
 */
export async function tryEachFaultOnce(
  boardwalk: Boardwalk,
  company: ClientCompany,
  { count, problems }: Rounds,
): Promise<void> {
  const { who, proxy } = company
  /** Answers the error of a call whose first request has the fault. */
  async function call(fault: (typeof retriedFaults)[number], send: () => PromiseLike<unknown>): Promise<unknown> {
    proxy.setFault(fault, { times: 1 })
    count(`${who}: calls with one fault`)
    try {
      await send()
      return undefined
    } catch (error) {
      return error
    } finally {
      proxy.setFault(undefined)
    }
  }

  for (const [at, fault] of retriedFaults.entries()) {
    const what = `${who}, one "${fault}"`
    // The feed has other ids, so these jobs are taken off the board again.
    const id = `one-fault-${at}`
    const created = await call(fault, () => boardwalk.jobs.create({ id, title: 'Chauffeur' }))
    if (created instanceof ConflictError) problems.push(`${what}: create made the job and then said that it exists`)
    const isOnBoard = (await readJobs(company)).has(id)
    if (created !== undefined && isOnBoard && !(created instanceof BoardwalkError && created.isUnconfirmed))
      problems.push(`${what}: create said that nothing was done (${created}), and the job is on the board`)
    const updated = await call(fault, () => boardwalk.jobs.update(id, { title: 'Chauffeuse' }))
    if (updated !== undefined) problems.push(`${what}: update gave up with ${updated}`)
    const unpublished = await call(fault, () => boardwalk.jobs.unpublish(id))
    if (unpublished !== undefined) problems.push(`${what}: unpublish gave up with ${unpublished}`)
  }
}
