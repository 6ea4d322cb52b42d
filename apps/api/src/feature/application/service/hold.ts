import type { Locale } from '@boardwalk/schema/company'
import type { Paging } from '@boardwalk/schema/page'
import type { Background } from '../../../background.ts'
import type { Clock } from '../../../clock.ts'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import { type Administrator, noteAudit } from '../../audit/service.ts'
import { releaseCv } from '../../cv/service/sweep.ts'
import { discardCv, prolongCv } from '../../cv/service/upload.ts'
import type { NewApplication } from '../application.ts'
import { HELD_MS } from '../application.ts'
import type { Held, HeldApplication } from '../held-store.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'
import { findAcceptedApplication } from './accepted.ts'
import { enterApplication } from './enter.ts'
import type { JobTitles } from './review.ts'

/*
 * The application form has a trap field that people do not see. If it is filled in, the application is held back: nobody
 * knows whether a program or a person's browser did it. An administrator lets it in or discards it; after 30 days it is
 * deleted with its CV.
 */

/** A CV stays this much longer than its application, so that the sweep removes none that is just being let in. */
const LONGER_MS = 60 * 60 * 1000

const findCutoff = (deps: Clock) => new Date(deps.now() - HELD_MS)

/** What the back office shows of an application that is held back. */
export interface HeldLine {
  id: string
  jobId: number
  jobTitle: string
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
  hasCv: boolean
  /** ISO 8601 in UTC. */
  heldAt: string
  /** When it is deleted unless somebody lets it in. */
  until: string
}

/** Finds an application that is held back. Undefined if there is none. */
export function findHeld(
  deps: Held<'find'> & Clock,
  { companyId, applicationId }: { companyId: string; applicationId: string },
): Promise<HeldApplication | undefined> {
  return deps.heldApplications.find(companyId, applicationId, findCutoff(deps))
}

/** Holds an application back, with its CV. The same form a second time changes nothing. Returns when it came first. */
export async function holdApplication(
  deps: Held<'insert' | 'find'> &
    Needs<typeof prolongCv> &
    Needs<typeof discardCv> & { background: Pick<Background, 'run'> } & Clock,
  { application, locale, isOwnCv }: { application: NewApplication; locale: Locale; isOwnCv: boolean },
): Promise<{ heldAt: Date }> {
  const { id, companyId, cvId } = application
  const heldAt = new Date(deps.now())
  // The CV comes first: after a crash in between, the sweep removes it.
  if (cvId !== null) await prolongCv(deps, { companyId, cvId }, findCvEnd(heldAt))
  await deps.heldApplications.insert({ ...application, heldAt, locale })
  const stored = (await deps.heldApplications.find(companyId, id, new Date(0))) ?? { cvId, heldAt }
  if (isOwnCv && cvId !== null && stored.cvId !== cvId)
    deps.background.run('remove the CV of a repeated form', () => discardCv(deps, { companyId, cvId }))
  return { heldAt: stored.heldAt }
}

const findCvEnd = (heldAt: Date) => new Date(heldAt.getTime() + HELD_MS + LONGER_MS)

/** Reads one page of what is held back, newest first. `total` counts those of all pages. */
export async function listHeld(
  deps: Held<'list' | 'remove'> & WithMailbox<'synchronise'> & Applications<'findByIds'> & JobTitles & Clock,
  { companyId }: { companyId: string },
  paging: Paging,
): Promise<{ held: HeldLine[]; total: number }> {
  const read = await deps.heldApplications.list(companyId, findCutoff(deps), paging)
  await deps.mailbox.synchronise(companyId)
  const ids = read.held.map(({ id }) => id)
  // Somebody sent the same form again with an empty trap field. The sweep removes a CV that only this copy has.
  const accepted = new Set((await deps.applications.findByIds(companyId, ids)).map(({ id }) => id))
  if (accepted.size > 0) await deps.heldApplications.remove(companyId, [...accepted])
  const held = read.held.filter(({ id }) => !accepted.has(id))
  const titles = await deps.findJobTitles(
    companyId,
    held.map(({ jobId }) => jobId),
  )
  return {
    held: held.map(({ companyId: _company, status: _status, cvId, locale: _locale, heldAt, ...sent }) => ({
      ...sent,
      jobTitle: titles.get(sent.jobId) ?? '',
      hasCv: cvId !== null,
      heldAt: heldAt.toISOString(),
      until: new Date(heldAt.getTime() + HELD_MS).toISOString(),
    })),
    total: read.total - accepted.size,
  }
}

/**
 * Lets an application in through the mailbox, like any other. Any number of calls make one application of it, also in
 * several processes and after a crash. Throws `application_not_found`.
 */
export async function letApplicationIn(
  deps: Needs<typeof enterHeld> &
    Held<'decide' | 'remove'> &
    Needs<typeof findAcceptedApplication> &
    Needs<typeof noteAudit> &
    Clock,
  actor: Administrator,
  { id }: { id: string },
): Promise<{ date: string }> {
  const { companyId } = actor
  const held = await deps.heldApplications.decide(companyId, id, 'let_in', findCutoff(deps))
  if (held === undefined) {
    // Another call has let it in.
    const accepted = await findAcceptedApplication(deps, { companyId, applicationId: id })
    if (accepted === undefined) throw new AppError('application_not_found', { id })
    return { date: accepted.date.toISOString() }
  }
  const date = await enterHeld(deps, held)
  await noteAudit(deps, actor, 'application_let_in', id)
  // Last: after a crash before this, somebody lets it in again, and the audit trail has it.
  await deps.heldApplications.remove(companyId, [id])
  return { date: date.toISOString() }
}

async function enterHeld(deps: Needs<typeof enterApplication>, held: HeldApplication): Promise<Date> {
  const { heldAt: _, locale, ...application } = held
  const { date } = await enterApplication(deps, { application, locale, isOwnCv: true })
  return date
}

/** Deletes an application that is held back, with its CV. Throws `application_not_found`, also if it is being let in. */
export async function discardApplication(
  deps: Needs<typeof removeHeld> & Needs<typeof noteAudit>,
  actor: Administrator,
  { id }: { id: string },
): Promise<void> {
  if (!(await removeHeld(deps, actor.companyId, id))) throw new AppError('application_not_found', { id })
  await noteAudit(deps, actor, 'application_discarded', id)
}

/** Deletes an application that is held back, with its CV. False if there is none, or if it is being let in. */
export async function removeHeld(
  deps: Held<'decide' | 'remove'> & Needs<typeof releaseCv> & Needs<typeof findAcceptedApplication>,
  companyId: string,
  id: string,
): Promise<boolean> {
  const held = await deps.heldApplications.decide(companyId, id, 'discarded')
  if (held === undefined) return false
  // The CV comes before the row. After a crash in between, the row still shows that there is something to delete.
  const { cvId } = held
  const owner = { companyId, applicationId: id }
  const isHeld = async () => (await findAcceptedApplication(deps, owner))?.cvId === cvId
  if (cvId !== null) await releaseCv(deps, { ...owner, cvId, until: findCvEnd(held.heldAt) }, isHeld)
  await deps.heldApplications.remove(companyId, [id])
  return true
}

/**
 * Deletes what is held back of a person who is erased. What is being let in at this moment is let in first. Returns the ids of
 * these applications, which the caller then erases.
 */
export async function eraseHeld(
  deps: Needs<typeof removeHeld> & Held<'decide' | 'remove'> & Needs<typeof enterHeld>,
  companyId: string,
  ids: string[],
): Promise<string[]> {
  const letIn: string[] = []
  for (const id of ids) {
    if (await removeHeld(deps, companyId, id)) continue
    const held = await deps.heldApplications.decide(companyId, id, 'let_in')
    if (held === undefined) continue
    await enterHeld(deps, held)
    await deps.heldApplications.remove(companyId, [id])
    letIn.push(id)
  }
  return letIn
}
