import type { Candidate } from '@boardwalk/sdk'

/** Who takes the candidates. */
export interface Consumer {
  /** Whether the candidate is the consumer's now; where it is not, it comes again. */
  take(candidate: Candidate): Promise<boolean>
  /** There are no more. A consumer with this member has none of them before it. */
  end?(): Promise<void>
}
