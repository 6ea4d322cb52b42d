import type { ApplicationStatus } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import type { JobChange } from './job/job.ts'
import type { UseField } from './key/store.ts'
import type { Background } from './process/background.ts'

/* What others want to know of the core. The core imports none of them: it tells whoever listens. */

/** What happened, by the name of the event. */
export interface Events {
  /**
   * This process stored a change of a job. If the process ends before a listener has acted, a sweep of what was changed must act in its
   * place. An unpublished, linked or closed job may come without the members that its writer did not read.
   */
  jobChanged: JobChange
  /** An application was accepted for good. A form that is sent twice is one application and may be told twice. */
  applicationAccepted: { companyId: string; applicationId: string; email: string; locale: Locale }
  /** An application was held back for the users to decide on. */
  applicationHeld: { companyId: string }
  /** Applications of a company got new statuses. `keyName` is that of the key that set them. Undefined if no key did. */
  statusesChanged: { companyId: string; changes: { id: string; status: ApplicationStatus }[]; keyName?: string }
  /** A caller pushed a job that had this content already. */
  jobPushedUnchanged: { companyId: string; jobId: number }
  /** A key was used. It is told once a minute at most. `before` is the last use of this kind that was told; null for the first. */
  keyUsed: { companyId: string; keyId: string; field: UseField; at: Date; before: Date | null }
}
type EventName = keyof Events

/** Functions that are called after an event. A promise is waited for in the background. What they throw is logged and counted, and changes nothing. */
export interface Listener {
  /** What they do, in the log and the metrics, such as `queue the confirmation of an application`. */
  name: string
  on: { [Name in EventName]?: (event: Events[Name]) => void | Promise<void> }
}

/** Tells all listeners of an event. */
export function tell<Name extends EventName>(
  { listeners, background }: { listeners: readonly Listener[]; background: Background },
  name: Name,
  event: Events[Name],
): void {
  for (const { name: what, on } of listeners) {
    try {
      const listening = on[name]?.(event)
      if (listening !== undefined) background.run(what, () => listening)
    } catch (error) {
      background.run(what, () => Promise.reject(error))
    }
  }
}

/** What others hold of a person or a company. The core waits for them, and its act fails if they fail. */
export interface Holder {
  /**
   * Ends what is under way about applications that are about to be erased, and deletes what is held of the persons: if the erasure breaks
   * off after the row, a second call may not find the application by its person any more. It may be repeated.
   */
  cancelApplications?(companyId: string, applicationIds: string[]): Promise<void>
  /** Deletes what is held of an application whose row was erased, also what was added meanwhile. It may be repeated. */
  eraseApplication?(companyId: string, applicationId: string): Promise<void>
  /** Ends what waits in a database that was restored, because it may have been done before. It may be repeated. */
  endAfterRestore?(): Promise<void>
  /** Ends the access of people to a company that is being removed. It may be repeated. */
  lockOut?(companyId: string): Promise<void>
}
