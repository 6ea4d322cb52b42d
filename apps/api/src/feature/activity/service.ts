import type { Clock } from '../../clock.ts'
import type { Needs } from '../../needs.ts'
import { listKeys } from '../api-key/service.ts'
import type { Administrator } from '../audit/service.ts'
import type { RequestFilter, RequestStore } from './store.ts'

const REQUESTS_PER_PAGE_MIN = 50
const DAY_MS = 24 * 60 * 60 * 1000

type Requests<Call extends keyof RequestStore> = { requests: Pick<RequestStore, Call> }

/**
 * Reads one page of the requests with the company's keys, newest first. `next` is the cursor of the next page, or null.
 */
export async function listRequests(
  deps: Requests<'list'> & Needs<typeof listKeys>,
  { companyId }: Administrator,
  filter: RequestFilter,
) {
  const { requests, next } = await deps.requests.list(companyId, filter, REQUESTS_PER_PAGE_MIN)
  const names = new Map((await listKeys(deps, companyId)).map(({ id, name }) => [id, name]))
  return {
    requests: requests.map(({ companyId: _companyId, ...request }) => ({
      ...request,
      keyName: names.get(request.keyId) ?? '',
    })),
    next,
  }
}

/** Counts the company's requests that failed in the last 24 hours. */
export function countErrorsLastDay(deps: Requests<'countFailed'> & Clock, companyId: string): Promise<number> {
  return deps.requests.countFailed(companyId, new Date(deps.now() - DAY_MS))
}
