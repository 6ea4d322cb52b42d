import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import type { Deps } from '../../deps.ts'
import { viewing } from './state.ts'
import type { Visit } from './store.ts'

/** Who visits: the network address, which is not stored, and the headers of the request. */
interface Visitor {
  address: string
  headers: IncomingHttpHeaders
}

/**
 * Notes that a person read the page of a job, or began its form. Programs and pages that a browser fetches in advance do not count, and
 * an address counts once an hour. It stores nothing about the visitor: no address, no cookie and no name of a browser.
 */
export function noteVisit(
  deps: Deps,
  { id, companyId }: { id: number; companyId: string },
  what: Visit['what'],
  { address, headers }: Visitor,
): void {
  const { viewRecorder, isFirstVisit } = viewing(deps)
  if (isByPerson(headers) && isFirstVisit(address, id, what))
    viewRecorder.note({ companyId, jobId: id, at: new Date(deps.now()), what })
}

/** Whether a request comes from a browser that a person uses. Every browser says its name. */
const isByPerson = ({ 'user-agent': userAgent = '', 'sec-purpose': purpose = '' }: IncomingHttpHeaders): boolean =>
  userAgent !== '' && !isbot(userAgent) && !String(purpose).startsWith('prefetch')
