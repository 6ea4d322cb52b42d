import type { OperationName, operations } from '@boardwalk/schema/operations'
import type { z } from 'zod'
import { type NotedItem, summariseItems, summariseWarnings } from '../activity/record.ts'
import type { ApiRequest } from '../activity/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../key/service.ts'

/** The part of a request (http/request.ts) that a procedure writes: for the log, the company's activity and the answer. */
export interface RequestNotes {
  readonly id: string
  /** The key of the caller. Undefined until `keyProcedure` has found it. */
  key: { id: string; companyId: string } | undefined
  /** More about the request for the company's activity. */
  activity: Pick<ApiRequest, 'externalId' | 'polled' | 'items' | 'warnings'>
  answer: Answer
  /** Waits without counting among the requests that the process works on. Ends when the caller goes away, too. */
  wait(waiting: Promise<void>): Promise<void>
  /** For how long it has waited in all. */
  readonly waitedMs: number
  /** Whether the caller has closed the connection. */
  readonly isGone: boolean
}

/** The status and the headers of an answer, at first 200 and none. A procedure may change them. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Whether all texts of the answer are the company's own. The section "Compression" of docs/security.md says why this matters. */
  mayBeCompressed?: boolean
  /** Whether the request was a dry run or a batch whose items were all refused. Then it is no push of the key. */
  changesNothing?: boolean
}

/** The context of a procedure: what http/rest.ts passes to it for one request. */
export interface IntegrationContext {
  deps: Deps
  request: RequestNotes
  /** The `x-api-key` header as it was sent. */
  apiKey: string | undefined
  /** The `if-match` header as it was sent. */
  ifMatch: string | undefined
  /** Reads the parameters of the path, before the body has come. Throws `invalid_request`. */
  readPath: () => Record<string, string>
  /** Finds the address that the request counts for in limits (http/admission.ts). */
  findCaller: () => string
}

/** Answers an operation with the body of a success. The input is parsed, and `keyProcedure` has added the actor to the context. */
export type Route<Name extends OperationName> = (call: {
  ctx: IntegrationContext & { actor: Actor }
  input: z.output<(typeof operations)[Name]['input']>
}) => Promise<z.output<(typeof operations)[Name]['output']>>

/**
 * Fills caches with what an operation of a company reads, and resolves then. `input` is not parsed yet. Of an operation with a body it has
 * only the parameters of the path.
 */
export type AskAhead = (deps: Deps, companyId: string, input: unknown) => Promise<unknown>

/** Notes for the company's activity which items of a batch were refused, and whether the batch changed anything. */
export function noteItems({ activity, answer }: RequestNotes, items: NotedItem[], isDryRun = false): void {
  const summary = summariseItems(items)
  activity.items = isDryRun ? { ...summary, isDryRun } : summary
  answer.changesNothing = isDryRun || summary.refused === summary.sent
}

/** Notes for the company's activity what the answer warns of. */
export function noteWarnings({ activity }: RequestNotes, jobs: Parameters<typeof summariseWarnings>[0]): void {
  const warnings = summariseWarnings(jobs)
  if (warnings !== undefined) activity.warnings = warnings
}
