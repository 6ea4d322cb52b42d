import type { JobFields } from '@boardwalk/schema/job'
import type { EngineName } from './store.ts'

/** Sends a request, as `fetch` does. Tests pass one that reaches a server on this machine. */
export type Send = typeof fetch

/** The page of a job that an engine is told of: its address, and whether people can see the job there. */
export interface ToldPage {
  url: string
  isWithdrawn: boolean
}
type ToldPages = readonly [ToldPage, ...ToldPage[]]

/**
 * What an engine answered. `refused`: it does not want these addresses. `forbidden`: a setting of the operator is wrong. `postponed`: it
 * may accept them later.
 */
export interface Reply {
  outcome: 'told' | 'refused' | 'forbidden' | 'postponed'
  /** The status and the beginning of the answer, for the log. */
  reason: string
  /** The header `Retry-After`, if the engine sent it. */
  retryAfter?: string | undefined
}

/** A search engine that wants to hear of jobs. The hosts of its addresses are constants. */
export interface SearchEngine {
  name: EngineName
  /** The setting that turns it on. */
  setting: string
  /** The most addresses of one call. */
  pagesMax: number
  /** The most calls in a day of the engine's time zone. */
  callsADayMax: number
  /** Finds the day of an instant in the engine's time zone. */
  findDay(nowMs: number): string
  /** Whether the engine wants to hear of a job. */
  wants(fields: JobFields): boolean
  tell(pages: ToldPages): Promise<Reply>
}

/** A call takes this long at most. Much shorter than a claim, so that no other process makes the same call. */
const CALL_MS_MAX = 10_000
const REASON_CHARACTERS_MAX = 300

/** Calls an engine. Returns what it answered, with its text, or that it could not be reached. */
export async function callEngine(
  send: Send,
  url: string,
  { contentType, body, token }: { contentType: string; body: string; token?: string },
): Promise<Reply & { status: number; text: string }> {
  const headers = { 'content-type': contentType, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  try {
    const signal = AbortSignal.timeout(CALL_MS_MAX)
    const answer = await send(url, { method: 'POST', headers, body, redirect: 'error', signal })
    const text = await answer.text()
    const reason = `${answer.status} ${text.replaceAll(/\s+/g, ' ').slice(0, REASON_CHARACTERS_MAX)}`.trim()
    const retryAfter = answer.headers.get('retry-after') ?? undefined
    return { outcome: findOutcome(answer), reason, retryAfter, status: answer.status, text }
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = `no answer: ${cause instanceof Error ? cause.message : message}`
    return { outcome: 'postponed', reason, status: 0, text: '' }
  }
}

function findOutcome({ ok, status }: Response): Reply['outcome'] {
  if (ok) return 'told'
  if (status === 401 || status === 403) return 'forbidden'
  return status === 400 || status === 422 ? 'refused' : 'postponed'
}
