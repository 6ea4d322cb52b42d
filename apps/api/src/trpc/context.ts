import type { Deps } from '../deps.ts'
import type { BatchItems, PolledRange } from '../feature/activity/api-request.ts'

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
