import { toStorableDate } from '@boardwalk/schema/iso-date'
import type { Connection } from '../db/connection.ts'
import { rememberLargeCounts } from '../db/once.ts'
import { createCursor, matchAfterCursor } from '../db/page.ts'
import type { RequestPage } from './request-filter.ts'
import { type ApiRequest, openBatches, type RequestBatch, type StoredRequest } from './schema.ts'

/* Requests of one key are stored in batches of up to 100, so a list reads whole batches. */

const REQUESTS_OF_BATCH_MAX = 100
/** The longest time between the arrival of a poll and its read of the mailbox. Applications of that time are in its answer. */
const POLL_MS_MAX = 60_000

/** A list reads at most this many batches, so that a filter that finds little reads no more than 20,000 requests. */
const BATCHES_MAX = 200
/** For so long a request may last, so that it is in a batch with requests that arrived later. */
const REQUEST_MS_MAX = 5 * 60_000

export function createRequestStore(connection: Connection) {
  const batches = openBatches(connection)
  return {
    async insertMany(requests: ApiRequest[]): Promise<void> {
      // One server's acknowledgement is enough, because Boardwalk does not promise that every request is recorded.
      const writeConcern = { w: 1, journal: false }
      await batches.insertMany(groupIntoBatches(requests), { ordered: false, writeConcern })
    },

    /**
     * Reads the newest requests after the cursor. It reads each batch to its end, so the page may have more requests than
     * `requestsMin`, and fewer if it has read many batches. `next` is the cursor of the next page, or null. `readBackTo` is the time of
     * the last batch that was read; null at the end of the list.
     */
    async list(
      companyId: string,
      filter: RequestPage,
      requestsMin: number,
    ): Promise<{ requests: ApiRequest[]; next: string | null; readBackTo: Date | null }> {
      const sort = { at: -1, _id: -1 } as const
      const newestFirst = batches.find(toQuery(companyId, filter), { sort, batchSize: requestsMin })
      const found: ApiRequest[] = []
      let batchesRead = 0
      for await (const batch of newestFirst) {
        for (const request of batch.requests)
          if (matches(request, filter)) found.push({ companyId, keyId: batch.keyId, ...request })
        batchesRead++
        if (found.length >= requestsMin || batchesRead === BATCHES_MAX)
          return { requests: found.sort(newerFirst), next: createCursor(batch), readBackTo: batch.at }
      }
      return { requests: found.sort(newerFirst), next: null, readBackTo: null }
    },

    /**
     * Finds the key's first recorded poll whose answer had an application with this date and job, or with `isPast`, the
     * first that asked for later applications only.
     */
    async findPoll(
      companyId: string,
      { keyId, date, jobId, isPast }: { keyId: string; date: Date; jobId: number; isPast: boolean },
    ): Promise<ApiRequest | undefined> {
      const range = isPast
        ? { 'polled.after': { $gte: date } }
        : { 'polled.after': { $lt: date }, 'polled.through': { $gte: date } }
      const ofJob = { 'polled.jobId': { $in: [null, jobId] } }
      const at = { $gte: new Date(date.getTime() - POLL_MS_MAX) }
      const batch = await batches.findOne(
        { companyId, keyId, at, requests: { $elemMatch: { status: 200, ...range, ...ofJob } } },
        { sort: { at: 1, _id: 1 } },
      )
      const isFound = ({ status, polled }: StoredRequest) =>
        status === 200 &&
        polled !== undefined &&
        (polled.jobId === null || polled.jobId === jobId) &&
        (isPast ? polled.after >= date : polled.after < date && polled.through >= date)
      const found = batch?.requests.filter(isFound).sort((a, b) => a.at.getTime() - b.at.getTime())[0]
      return found && { companyId, keyId, ...found }
    },

    /** Counts the failed or the warned requests of batches since an instant. A large count may be some seconds old. */
    countSince: rememberLargeCounts(async (companyId: string, what: 'failed' | 'warned', since: Date) => {
      const [sum] = await batches
        .aggregate<{ count: number }>([
          { $match: { companyId, [what]: { $gt: 0 }, at: { $gte: since } } },
          { $group: { _id: null, count: { $sum: `$${what}` } } },
        ])
        .toArray()
      return sum?.count ?? 0
    }),
  }
}

/** Makes the filter for the batches that may have requests of a list, as far as an index finds them. */
function toQuery(companyId: string, { keyId, requestId, failedOnly, answer, since, until, cursor }: RequestPage) {
  const after = matchAfterCursor(cursor)
  const at = {
    // The time of a batch is that of its newest request.
    ...(since !== undefined && { $gte: since }),
    ...(until !== undefined && { $lte: toStorableDate(until.getTime() + REQUEST_MS_MAX) }),
    // The cursor is never later, because it is of the same list.
    ...('at' in after && after.at),
  }
  return {
    companyId,
    ...(keyId !== undefined && { keyId }),
    ...(requestId !== undefined && { 'requests.requestId': requestId }),
    ...(failedOnly && { failed: { $gt: 0 } }),
    ...(answer === 'warned' && { warned: { $gt: 0 } }),
    ...after,
    ...(Object.keys(at).length > 0 && { at }),
  }
}

/** Whether a list shows a request. */
const matches = (request: StoredRequest, filter: RequestPage): boolean =>
  (filter.requestId === undefined || request.requestId === filter.requestId) &&
  (!filter.failedOnly || hasFailed(request)) &&
  (!filter.withoutDryRuns || request.items?.isDryRun === undefined) &&
  (filter.operation === undefined || request.operation === filter.operation) &&
  (filter.answer === undefined || isAnswered(request, filter.answer)) &&
  (filter.externalId === undefined || concerns(request, filter.externalId)) &&
  (filter.since === undefined || request.at >= filter.since) &&
  (filter.until === undefined || request.at <= filter.until)

/** Whether the answer of a request is of a class. The status is null if the caller was gone before the answer. */
function isAnswered({ status, warnings }: StoredRequest, answer: NonNullable<RequestPage['answer']>): boolean {
  if (answer === 'warned') return warnings !== undefined
  if (status === null) return false
  if (answer === 'failed') return status >= 500
  return answer === 'refused' ? status >= 400 && status < 500 : status < 400
}

const concerns = ({ externalId, items }: StoredRequest, wanted: string): boolean =>
  externalId === wanted || (items?.firstRefused.some(({ id }) => id === wanted) ?? false)

/** Whether a request was refused, or an item of its batch. */
const hasFailed = ({ errorMessage, items }: Pick<ApiRequest, 'errorMessage' | 'items'>) =>
  errorMessage !== null || (items !== undefined && items.refused > 0)

const newerFirst = (a: ApiRequest, b: ApiRequest) => b.at.getTime() - a.at.getTime()

function groupIntoBatches(requests: ApiRequest[]): RequestBatch[] {
  const batches: RequestBatch[] = []
  const currentBatches = new Map<string, RequestBatch>()
  for (const { companyId, keyId, ...request } of requests) {
    let batch = currentBatches.get(keyId)
    if (batch === undefined || batch.requests.length === REQUESTS_OF_BATCH_MAX) {
      batch = { companyId, keyId, at: request.at, requests: [] }
      currentBatches.set(keyId, batch)
      batches.push(batch)
    }
    batch.requests.push(request)
    if (request.at > batch.at) batch.at = request.at
    if (hasFailed(request)) batch.failed = (batch.failed ?? 0) + 1
    if (request.warnings !== undefined) batch.warned = (batch.warned ?? 0) + 1
  }
  return batches
}
