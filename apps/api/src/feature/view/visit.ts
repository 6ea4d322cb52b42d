import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import type { Deps } from '../../deps.ts'
import type { Visit } from './store.ts'

/**
 * Notes that a person read the page of a job, or began its form. Programs and pages that a browser fetches in advance do not count.
 * It stores nothing about the visitor: no address, no cookie and no name of a browser.
 */
export function noteVisit(
  { viewRecorder, now }: Deps,
  { id, companyId }: { id: number; companyId: string },
  what: Visit['what'],
  headers: IncomingHttpHeaders,
): void {
  if (isByPerson(headers)) viewRecorder.note({ companyId, jobId: id, at: new Date(now()), what })
}

/** Whether a request comes from a browser that a person uses. Every browser says its name. */
const isByPerson = ({ 'user-agent': userAgent = '', 'sec-purpose': purpose = '' }: IncomingHttpHeaders): boolean =>
  userAgent !== '' && !isbot(userAgent) && !String(purpose).startsWith('prefetch')
