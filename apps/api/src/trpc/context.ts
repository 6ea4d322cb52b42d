import type { Deps } from '../deps.ts'

/** What a procedure of the integration API works with before it is known who calls. */
export interface IntegrationContext {
  deps: Deps
  /** The `x-api-key` header as it came. */
  apiKey: string | undefined
  /** Whose request it is, by its address. */
  callerOf: () => string
  /** Whose key came, for the log and the company's activity, once it is known. */
  noteKey: (key: { id: string; companyId: string }) => void
  /** What the answer has beside its body; 200 and no headers unless a procedure says so. Shared, never copied. */
  answer: { status: number; headers: Record<string, string> }
}
