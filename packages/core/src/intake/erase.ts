import { noteAudit, type UserActor } from '../activity/audit.ts'
import { eraseCvs } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { record } from '../journal/service.ts'
import { type Application, newChangeToken } from './application.ts'
import { eraseHeld } from './hold.ts'
import { findOthersOfPerson, listHeldOfPerson, listPersonApplications } from './person.ts'
import { requireApplication } from './read.ts'

/**
 * Erases for good what a person sent with an application. `allOfPerson` erases all the company's applications with the same
 * e-mail address, also those that are held back. The rows stay, so that no poller skips or repeats one.
 * docs/adr/0002-mailbox.md says why no copy of the data can come back. After a failure, a second call finishes the work.
 * Throws `application_not_found`, and `unavailable` before anything is erased.
 */
export async function eraseApplication(
  deps: Deps,
  actor: UserActor,
  { id, allOfPerson }: { id: string; allOfPerson: boolean },
): Promise<{ erased: string[]; othersOfPerson: number }> {
  const { companyId } = actor
  const application = await requireApplication(deps, companyId, id)
  const others = await findOthersOfPerson(deps, application)
  const held = await listHeldOfPerson(deps, application)
  // The named application comes last. A second call after a failure needs its e-mail address to find the others.
  const chosen = allOfPerson ? [...others, application] : [application]
  // The form of an accepted application may be held back too, if it was sent twice.
  const ids = [...new Set([...chosen, ...(allOfPerson ? held : [])].map((each) => each.id))]
  await eraseAll(deps, actor, { ids, accepted: chosen })
  return { erased: ids, othersOfPerson: allOfPerson ? 0 : others.length + held.length }
}

/** Erases applications of a person: those that are accepted, in their order, and before them those that are held back. */
async function eraseAll(
  deps: Deps,
  actor: UserActor,
  { ids, accepted }: { ids: string[]; accepted: Application[] },
): Promise<void> {
  const { companyId } = actor
  const note = ({ id }: { id: string }) => noteAudit(deps, actor, 'application_erased', id)
  await recordErasures(deps, companyId, ids)
  // Held forms that a user let in meanwhile are applications now.
  const letIn = (await eraseHeld(deps, companyId, ids)).filter((each) => !accepted.some(({ id }) => id === each))
  const late = await Promise.all(letIn.map((applicationId) => requireApplication(deps, companyId, applicationId)))
  const unrecorded = letIn.filter((applicationId) => !ids.includes(applicationId))
  if (unrecorded.length > 0) await recordErasures(deps, companyId, unrecorded)
  const all = [...late, ...accepted]
  for (const id of ids) if (!all.some((each) => each.id === id)) await note({ id })
  await eraseEach(deps, companyId, all, note)
}

/**
 * Erases for good all that a person sent to the company, also what is held back. Returns the ids of what was erased. After a failure, a
 * second call finishes the work. Throws `unavailable` before anything is erased.
 */
export async function erasePerson(deps: Deps, actor: UserActor, { email }: { email: string }): Promise<string[]> {
  const { companyId } = actor
  await deps.mailbox.synchronise(companyId)
  const { applications, heldBack } = await listPersonApplications(deps, companyId, email)
  const ids = [...new Set([...applications, ...heldBack].map(({ id }) => id))]
  await eraseAll(deps, actor, { ids, accepted: applications })
  return ids
}

/**
 * Erases applications whose time has passed, as `eraseApplication` does, but writes no audit event: its caller writes one
 * for all. A second call finishes a call that failed, and records nothing twice. Throws the reason of `signal` when it aborts, and
 * `unavailable` before anything is erased.
 */
export async function eraseExpired(
  deps: Deps,
  companyId: string,
  applicationIds: string[],
  signal: AbortSignal,
): Promise<void> {
  const found = await deps.applications.findByIds(companyId, applicationIds)
  const left = found.filter(({ erasedAt }) => erasedAt === undefined)
  await recordErasures(
    deps,
    companyId,
    left.map(({ id }) => id),
  )
  // Also those that are erased already: an earlier call may have broken off after the row.
  await eraseEach(deps, companyId, found, async () => signal.throwIfAborted())
}

/** Records in the journal what is about to be erased. Throws `unavailable`. */
async function recordErasures(deps: Deps, companyId: string, applicationIds: string[]): Promise<void> {
  const at = new Date(deps.now())
  await record(
    deps,
    applicationIds.map((targetId) => ({ kind: 'application_erased', companyId, targetId, at })),
  )
}

/** Erases applications of a company in their order, and calls `afterEach` after each one. */
async function eraseEach(
  deps: Deps,
  companyId: string,
  applications: Application[],
  afterEach: (application: Application) => Promise<void>,
): Promise<void> {
  const ids = applications.map(({ id }) => id)
  for (const holder of deps.holders) await holder.cancelApplications?.(companyId, ids)
  await deps.mailbox.fence(companyId, ids)
  for (const application of applications) {
    // The CV comes before the row. After a crash in between, the row still shows that there is something to erase.
    await eraseCvs(deps, application)
    await eraseRow(deps, companyId, application.id, new Date(deps.now()))
    await afterEach(application)
  }
}

/**
 * Erases an application again that was erased before the database was restored from a backup. It finds the CVs also if
 * the backup has no row of the application, and repeats safely.
 */
export async function repeatErasure(
  deps: Deps,
  { companyId, id, at }: { companyId: string; id: string; at: Date },
): Promise<void> {
  const [found] = await deps.applications.findByIds(companyId, [id])
  await deps.mailbox.fence(companyId, [id])
  await deps.heldApplications.remove(companyId, [id])
  await eraseCvs(deps, found ?? { companyId, id, cvId: null })
  await eraseRow(deps, companyId, id, at)
}

/** Erases a person's data from a row, with what others hold of it, and gives this change its position. */
async function eraseRow(deps: Deps, companyId: string, id: string, at: Date): Promise<void> {
  const token = newChangeToken()
  await deps.applications.erase(companyId, id, at, token)
  for (const holder of deps.holders) await holder.eraseApplication?.(companyId, id)
  await deps.mailbox.assignPositions(companyId, [{ id, token }])
}
