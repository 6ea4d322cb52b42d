import type { OperationName, operations } from '@boardwalk/schema/operations'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { summariseItems } from '../feature/activity/record.ts'
import type { ApiRequest } from '../feature/activity/schema.ts'
import type { Actor } from '../feature/api-key/service.ts'

/** What a procedure adds to its request (http/request.ts), for the log, the company's activity and the answer. */
export interface RequestNotes {
  /** The key of the caller, once it is known. */
  key: { id: string; companyId: string } | undefined
  /** What the company's activity says of the request besides. */
  activity: Pick<ApiRequest, 'externalId' | 'polled' | 'items'>
  answer: Answer
}

/** The status and the headers of an answer: 200 and none, unless a procedure changes them. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Whether the answer has only texts of the company's own: the section "Compression" of docs/security.md says why. */
  mayBeCompressed?: boolean
  /** Whether the request was a dry run, or a batch whose items were all refused: the key has pushed nothing. */
  changesNothing?: boolean
}

/** What a procedure of the integration API gets before its caller is known. */
export interface IntegrationContext {
  deps: Deps
  request: RequestNotes
  /** The `x-api-key` header as it was sent. */
  apiKey: string | undefined
  /** The `if-match` header as it was sent. */
  ifMatch: string | undefined
  /** Finds the address of the request's subscriber. */
  findCaller: () => string
}

/** Answers an operation: the input is parsed, and the key has the operation's scope. */
export type Route<Name extends OperationName> = (call: {
  ctx: IntegrationContext & { actor: Actor }
  input: z.output<(typeof operations)[Name]['input']>
}) => Promise<z.output<(typeof operations)[Name]['output']>>

/** One route for each operation. */
export type Routes = { [Name in OperationName]: Route<Name> }

/** Notes for the company's activity which items of a batch were refused, and whether the batch has changed anything. */
export function noteItems(
  { activity, answer }: RequestNotes,
  items: Parameters<typeof summariseItems>[0],
  isDryRun = false,
): void {
  const summary = summariseItems(items)
  activity.items = summary
  answer.changesNothing = isDryRun || summary.refused === summary.sent
}
