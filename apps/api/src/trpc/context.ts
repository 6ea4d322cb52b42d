import type { OperationName, operations } from '@boardwalk/schema/operations'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type BatchItems, type PolledRange, summariseItems } from '../feature/activity/record.ts'
import type { Actor } from '../feature/api-key/service.ts'

/** What a procedure of the integration API gets before its caller is known. */
export interface IntegrationContext {
  deps: Deps
  /** The `x-api-key` header as it was sent. */
  apiKey: string | undefined
  /** The `if-match` header as it was sent. */
  ifMatch: string | undefined
  /** Finds the address of the request's subscriber. */
  findCaller: () => string
  /** Notes the key of the request for the log and the company's activity. Called once the key is known. */
  noteKey: (key: { id: string; companyId: string }) => void
  /** Notes the external id of the one job that the request is about, for the company's activity. */
  noteJob: (externalId: string) => void
  /** Notes what a poll of candidates asked for, for the company's activity. */
  notePolled: (polled: PolledRange) => void
  /** Notes what became of the items of a batch, for the company's activity. */
  noteItems: (items: BatchItems) => void
  /**
   * The status and the headers of the answer: 200 and none, unless a procedure changes this object. Do not copy it. An
   * answer may be compressed if it has nothing but texts of the company's own: the section "Compression" of docs/security.md.
   * `changesNothing` marks a dry run, and a batch whose items were all refused: the key has pushed nothing.
   */
  answer: {
    status: number
    headers: Record<string, string>
    mayBeCompressed?: boolean
    changesNothing?: boolean
  }
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
  { answer, noteItems: note }: Pick<IntegrationContext, 'answer' | 'noteItems'>,
  items: Parameters<typeof summariseItems>[0],
  isDryRun = false,
): void {
  const summary = summariseItems(items)
  note(summary)
  answer.changesNothing = isDryRun || summary.refused === summary.sent
}
