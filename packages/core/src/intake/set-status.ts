import type { ApplicationStatus } from '@boardwalk/schema/application'
import { actAsApplicant, noteAudit, type UserActor } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import { tell } from '../listener.ts'
import { type Application, newChangeToken, type StatusActor } from './application.ts'
import { requireApplication } from './read.ts'

/* How a user sets the status of applications, of one or of several at once, and how an applicant withdraws. */

/** Sets the status of an application, whatever it is now. Throws `application_not_found`. */
export async function setApplicationStatus(
  deps: Deps,
  actor: UserActor,
  { id, status }: { id: string; status: ApplicationStatus },
): Promise<void> {
  const [changed] = await writeStatuses(deps, actor, [{ id, status }])
  // The status of an erased application stays.
  if (changed === undefined) await requireApplication(deps, actor.companyId, id)
}

/** Sets the status of an application that the applicant withdraws. Does nothing if it is erased. */
export async function withdrawApplication(deps: Deps, { companyId, id }: { companyId: string; id: string }) {
  await writeStatuses(deps, actAsApplicant(companyId), [{ id, status: 'WITHDRAWN' }], 'applicant')
}

/** A new status of an application, and the one that the user sees. */
export interface StatusChange {
  id: string
  status: ApplicationStatus
  from: ApplicationStatus
}

/**
 * Sets the status of different applications. One whose status is not `from` any more keeps it, because an ATS or another user has
 * changed it meanwhile. `left` has those that kept their status. An application that the company does not have is in neither list.
 */
export async function setApplicationStatuses(
  deps: Deps,
  actor: UserActor,
  { changes }: { changes: StatusChange[] },
): Promise<{ changed: string[]; left: Application[] }> {
  const { companyId } = actor
  const changed = await writeStatuses(deps, actor, changes)
  const others = changes.map(({ id }) => id).filter((id) => !changed.includes(id))
  if (others.length === 0) return { changed, left: [] }
  return { changed, left: await deps.applications.findLatestOfEach(companyId, others) }
}

/**
 * Writes statuses, gives the changes their positions in the order of dates, and notes them in the audit trail. Returns the ids of those
 * that were written.
 */
async function writeStatuses(
  deps: Deps,
  actor: UserActor,
  settings: { id: string; status: ApplicationStatus; from?: ApplicationStatus }[],
  by: StatusActor['by'] = 'back_office',
): Promise<string[]> {
  const { companyId, email } = actor
  await deps.mailbox.synchronise(companyId)
  const updates = settings.map((setting) => ({
    ...setting,
    token: newChangeToken(),
    by,
    actor: email,
  }))
  const outcomes = await deps.applications.updateEach(companyId, updates)
  const made = updates.filter((_, index) => outcomes[index] === true)
  await deps.mailbox.assignPositions(companyId, made)
  tell(deps, 'statusesChanged', { companyId, changes: made })
  await Promise.all(
    made.map(({ id, status }) => noteAudit(deps, actor, 'application_status_changed', id, { to: status })),
  )
  const refusal = outcomes.find((outcome) => outcome instanceof Error)
  if (refusal !== undefined) throw refusal
  return made.map(({ id }) => id)
}
