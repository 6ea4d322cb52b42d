import type { Application, NewApplication } from './application.ts'
import { hasSameContent } from './content.ts'

/* What becomes of each application that is sent to a mailbox. */

/** What the caller of `accept` learns. */
export interface Acceptance {
  date: Date
  /**
   * Whether the accepted application has the CV of this call. Another call with the same application may have come first,
   * with its own CV.
   */
  hasCv: boolean
  /** Whether another form with the same id was accepted before this one. */
  isRepeat: boolean
  /** The application that has the id with another content, or that was erased. Then the one of this call is not accepted. */
  other: Application | undefined
}

/** What one push of a mailbox knows. */
interface Commit {
  fresh: Application[]
  /** The applications of the batch that were accepted before this commit. */
  acceptedBefore: Application[]
  /** Those of `fresh` that another process accepted, stored and took out of the inbox. */
  storedBefore: Application[]
}

/**
 * Says what became of each application of a batch, after the commit of the new ones. The result lacks an application that
 * was neither committed nor accepted before.
 */
export function toAcceptances(
  batch: NewApplication[],
  { fresh, acceptedBefore, storedBefore }: Commit,
): Map<NewApplication, Acceptance> {
  const before = new Map([...acceptedBefore, ...storedBefore].map((application) => [application.id, application]))
  const pushed = new Map(fresh.map((application) => [application.id, application]))
  return new Map(
    batch.flatMap((application, index) => {
      // The earlier acceptance counts. It may be of this call, because the driver repeats a push whose answer was lost.
      const accepted = before.get(application.id) ?? pushed.get(application.id)
      if (accepted === undefined) return []
      const { date, cvId } = accepted
      const isRepeat = before.has(application.id) || batch.findIndex(({ id }) => id === application.id) < index
      const other = hasSameContent(accepted, application) ? undefined : accepted
      return [[application, { date, hasCv: cvId === application.cvId, isRepeat, other }] as const]
    }),
  )
}
