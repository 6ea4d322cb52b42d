import type { Locale } from '@boardwalk/schema/company'
import { actAsBoard, noteAudit, type UserActor } from '../activity/audit.ts'
import { discardCv, holdCv, releaseCv } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { tell } from '../listener.ts'
import type { Work } from '../process/schedule.ts'
import { HELD_MS, type NewApplication } from './application.ts'
import { type Entered, enterApplication } from './enter.ts'
import type { HeldApplication } from './held-store.ts'
import { findAcceptedApplication } from './read.ts'

export type { HeldApplication }

/*
 * The application form has a trap field that people do not see. If it is filled in, the application is held back, because
 * the server cannot tell a program from an extension of a person's browser. A user lets it in or discards it. The
 * applicant saw a confirmation, so an application that no user decides on goes in by itself after HELD_DAYS.
 */

/** A CV is kept this much longer than its application waits, because letting in may fail, or no server may run. */
const LONGER_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Holds an application back, with its CV. If another one with the same id came first, it changes nothing. Returns
 * the first one.
 */
export async function holdApplication(
  deps: Deps,
  { application, locale, isOwnCv }: { application: NewApplication; locale: Locale; isOwnCv: boolean },
): Promise<HeldApplication> {
  const { id, companyId, cvId } = application
  const heldAt = new Date(deps.now())
  const held: HeldApplication = { ...application, heldAt, locale }
  // The CV comes first: after a crash in between, the sweep removes it.
  if (cvId !== null) await holdCv(deps, { companyId, cvId }, new Date(heldAt.getTime() + HELD_MS + LONGER_MS))
  await deps.heldApplications.insert(held)
  const stored = (await deps.heldApplications.find(companyId, id)) ?? held
  if (isOwnCv && cvId !== null && stored.cvId !== cvId)
    deps.background.run('remove the CV of a repeated form', () => discardCv(deps, { companyId, cvId }))
  tell(deps, 'applicationHeld', { companyId })
  return stored
}

/**
 * Lets an application in through the mailbox, like any other. Several calls make one application of it, also in several
 * processes and after a crash. Throws `application_not_found`.
 */
export async function letApplicationIn(
  deps: Deps,
  actor: UserActor,
  { id }: { id: string },
): Promise<{ date: string }> {
  const { companyId } = actor
  const held = await deps.heldApplications.decide(companyId, id, 'let_in')
  if (held === undefined) {
    // Another call may have let it in.
    const accepted = await findAcceptedApplication(deps, { companyId, applicationId: id })
    if (accepted === undefined) throw new AppError('application_not_found', { id })
    return { date: accepted.date.toISOString() }
  }
  return { date: (await finishLettingIn(deps, actor, held)).toISOString() }
}

async function finishLettingIn(deps: Deps, actor: UserActor, held: HeldApplication, auditId?: string): Promise<Date> {
  const { companyId } = held
  const { id, date } = await enterHeld(deps, held)
  await noteAudit(deps, actor, 'application_let_in', id, {}, auditId)
  // Last: after a crash before this, it is let in again, and the audit trail has it.
  await deps.heldApplications.remove(companyId, [held.id])
  return date
}

/** The name of the work in the log and the metrics. */
const LETTING_IN = 'let in what was held back long enough'

const LET_IN_AT_ONCE = 1000

/**
 * Lets in the applications that no user has decided on in time, and finishes what a crash interrupted. Every process does
 * this. Throws `unavailable`, because a clock that is ahead would leave users no time.
 */
export async function letInOverdue(deps: Deps, signal: AbortSignal): Promise<void> {
  const until = new Date(deps.soundNow() - HELD_MS)
  for (const { companyId, id } of await deps.heldApplications.listOverdue(until, LET_IN_AT_ONCE)) {
    if (signal.aborted) return
    try {
      const held = await deps.heldApplications.decide(companyId, id, 'let_in')
      // Several processes may let it in. They write one audit event, because its id is made from the application's id.
      if (held !== undefined) await finishLettingIn(deps, actAsBoard(companyId), held, id.slice(0, 24))
      // A user has discarded it, and a crash interrupted that.
      else await removeHeld(deps, companyId, id)
    } catch (error) {
      deps.metrics.workFailed(LETTING_IN)
      deps.log.warn({ err: error }, `could not ${LETTING_IN}; the next run tries again`)
    }
  }
}

/** Enters a held application. Another content of its form may have its id, so it may get another one. */
function enterHeld(deps: Deps, held: HeldApplication): Promise<Entered> {
  const { heldAt, locale, ...application } = held
  return enterApplication(deps, { application, locale, isOwnCv: true, sentAt: heldAt })
}

/** Deletes an application that is held back, with its CV. Throws `application_not_found`, also if it is being let in. */
export async function discardApplication(deps: Deps, actor: UserActor, { id }: { id: string }): Promise<void> {
  if (!(await removeHeld(deps, actor.companyId, id))) throw new AppError('application_not_found', { id })
  await noteAudit(deps, actor, 'application_discarded', id)
}

/** Deletes an application that is held back, with its CV. False if there is none, or if it is being let in. */
async function removeHeld(deps: Deps, companyId: string, id: string): Promise<boolean> {
  const held = await deps.heldApplications.decide(companyId, id, 'discarded')
  if (held === undefined) return false
  // The CV comes before the row. After a crash in between, the row still shows that there is something to delete.
  const { cvId } = held
  const owner = { companyId, applicationId: id }
  const isHeld = async () => (await findAcceptedApplication(deps, owner))?.cvId === cvId
  if (cvId !== null) await releaseCv(deps, { ...owner, cvId }, isHeld)
  await deps.heldApplications.remove(companyId, [id])
  return true
}

/**
 * Deletes the held applications of a person who is erased. If a user has decided to let one in, it is let in first. Returns
 * the ids of these, which the caller then erases.
 */
export async function eraseHeld(deps: Deps, companyId: string, ids: string[]): Promise<string[]> {
  const letIn: string[] = []
  for (const id of ids) {
    if (await removeHeld(deps, companyId, id)) continue
    const held = await deps.heldApplications.decide(companyId, id, 'let_in')
    if (held === undefined) continue
    letIn.push((await enterHeld(deps, held)).id)
    await deps.heldApplications.remove(companyId, [id])
  }
  return letIn
}

export const lettingIn: Work<Deps> = { name: LETTING_IN, everyMs: 15 * 60_000, run: letInOverdue }
