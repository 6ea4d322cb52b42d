import type { Candidate } from '@boardwalk/sdk'

/** Takes the candidates of a follow: prints them, or runs a command for each. */
export interface Consumer {
  /** Takes a candidate. Answers false if it was not taken; the next start then gives it again. */
  take(candidate: Candidate): Promise<boolean>
  /** Called after the last candidate. A consumer with this method has taken no candidate before it ends. */
  end?(): Promise<void>
}
