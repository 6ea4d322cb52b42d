import type { UserActor } from '@boardwalk/core/activity/audit'
import type { RequestPage } from '@boardwalk/core/activity/request-filter'
import { operations } from '@boardwalk/schema/operations'
import type { Deps } from '../../deps.ts'

const REQUESTS_PER_PAGE_MIN = 50
const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** The operations by name. A Map, because a row of another version may name one that this version does not have. */
const operationsByName = new Map(Object.entries(operations))

/**
 * Reads one page of the requests with the company's keys, newest first. `next` is the cursor of the next page, or null. A page may be empty
 * although there is a next one: `readBackTo` says how far it was searched.
 * `jobId` is the job that has the external id now.
 */
export async function listRequests(deps: Deps, { companyId }: UserActor, filter: RequestPage) {
  const { requests, next, readBackTo } = await deps.requests.list(companyId, filter, REQUESTS_PER_PAGE_MIN)
  const keys = new Map((await deps.apiKeys.list(companyId)).map((key) => [key.id, key]))
  const externalIds = [...new Set(requests.flatMap(({ externalId }) => externalId ?? []))]
  const holders = await Promise.all(
    externalIds.map(async (id) => [id, await deps.jobs.findHolder(companyId, id)] as const),
  )
  const jobIds = new Map(holders.map(([id, holder]) => [id, holder?.jobId ?? null]))
  return {
    requests: requests.map(
      ({ companyId: _companyId, polled: _polled, externalId, errorCode, wrongPaths, items, warnings, ...request }) => ({
        ...request,
        endpoint: describeEndpoint(request.operation),
        errorCode: errorCode ?? null,
        wrongPaths: wrongPaths ?? [],
        items: items ?? null,
        warnings: warnings ?? null,
        job: externalId === undefined ? null : { externalId, jobId: jobIds.get(externalId) ?? null },
        keyName: keys.get(request.keyId)?.name ?? '',
        keyEnding: keys.get(request.keyId)?.last4 ?? '',
      }),
    ),
    next,
    readBackTo,
  }
}

/** Names the method and path of an operation. Null for one that this version does not have. */
function describeEndpoint(name: string): string | null {
  const operation = operationsByName.get(name)
  return operation === undefined ? null : `${operation.method} /api${operation.path}`
}

/** Which polls of a key, in the last 14 days, concern an application. */
export interface KeyPolls {
  keyId: string
  keyName: string
  /** The last characters of the key. */
  keyEnding: string
  isRevoked: boolean
  /** ISO 8601 in UTC, to the minute. Null if the key has never fetched candidates. */
  lastPollAt: string | null
  /** The first poll whose answer had the application. Null if none is recorded. */
  handedOver: { at: string; requestId: string } | null
  /** The first poll that asked only for later applications. Null if none is recorded. */
  passed: { at: string; requestId: string } | null
}

/** Finds, for each of the company's keys that has ever fetched candidates, which of its polls answered an application. */
export async function findPolls(
  deps: Deps,
  { companyId, date, jobId }: { companyId: string; date: Date; jobId: number },
): Promise<KeyPolls[]> {
  const keys = (await deps.apiKeys.list(companyId)).filter(({ lastPollAt }) => lastPollAt !== null)
  const find = async (keyId: string, isPast: boolean) => {
    const found = await deps.requests.findPoll(companyId, { keyId, date, jobId, isPast })
    return found === undefined ? null : { at: found.at.toISOString(), requestId: found.requestId }
  }
  return Promise.all(
    keys.map(async ({ id, name, last4, revokedAt, lastPollAt }) => ({
      keyId: id,
      keyName: name,
      keyEnding: last4,
      isRevoked: revokedAt !== null,
      lastPollAt: lastPollAt?.toISOString() ?? null,
      handedOver: await find(id, false),
      passed: await find(id, true),
    })),
  )
}

/**
 * Counts the company's requests of the last 24 hours that failed, in whole or in part, or whose answer had warnings. A large count may be
 * some seconds old.
 */
export function countLastDay(deps: Deps, companyId: string, what: 'failed' | 'warned'): Promise<number> {
  // From the beginning of a minute, so that callers within a minute share one query.
  const sinceMs = Math.floor((deps.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS
  return deps.requests.countSince(companyId, what, new Date(sinceMs))
}
