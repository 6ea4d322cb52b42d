import type { Clock } from '../../../clock.ts'
import type { Needs } from '../../../needs.ts'
import { type Administrator, noteAudit } from '../../audit/service.ts'
import { eraseCvs } from '../../cv/service/upload.ts'
import { record } from '../../journal/service.ts'
import { cancelMails } from '../../outbox/service.ts'
import type { Application } from '../application.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'
import { findOthersOfPerson, requireApplication } from './review.ts'

type EraseEachDeps = WithMailbox<'shutOut'> &
  Needs<typeof record> &
  Needs<typeof cancelMails> &
  Needs<typeof eraseCvs> &
  Applications<'erase'> &
  Clock
type EraseDeps = Needs<typeof requireApplication> &
  Needs<typeof findOthersOfPerson> &
  Needs<typeof noteAudit> &
  EraseEachDeps

/**
 * Erases for good what a person sent with an application. `allOfPerson` erases all the company's applications with the same
 * e-mail address. The rows stay, so that no poller skips or repeats one. docs/adr/0002-mailbox.md says why no copy of the
 * data can come back. After a failure, a second call finishes the work. Throws `application_not_found`, and `journal_away`
 * before anything is erased.
 */
export async function eraseApplication(
  deps: EraseDeps,
  actor: Administrator,
  { id, allOfPerson }: { id: string; allOfPerson: boolean },
): Promise<{ erased: string[]; othersOfPerson: number }> {
  const { companyId } = actor
  const application = await requireApplication(deps, companyId, id)
  const others = await findOthersOfPerson(deps, application)
  // The named application comes last. A second call after a failure needs its e-mail address to find the others.
  const applications = allOfPerson ? [...others, application] : [application]
  await eraseEach(deps, companyId, applications, (each) => noteAudit(deps, actor, 'application_erased', each.id))
  return { erased: applications.map((each) => each.id), othersOfPerson: allOfPerson ? 0 : others.length }
}

/**
 * Erases applications whose time has passed, as `eraseApplication` does, but writes no audit event: its caller writes one
 * for all. Those that are erased already stay as they are, so a second call finishes the work of one that failed. Throws
 * the reason of `signal` when it is told to stop, and `journal_away` before anything is erased.
 */
export async function eraseExpired(
  deps: Applications<'findByIds'> & EraseEachDeps,
  companyId: string,
  applicationIds: string[],
  signal: AbortSignal,
): Promise<void> {
  const found = await deps.applications.findByIds(companyId, applicationIds)
  const left = found.filter(({ erasedAt }) => erasedAt === undefined)
  if (left.length > 0) await eraseEach(deps, companyId, left, async () => signal.throwIfAborted())
}

/** Erases applications of a company in their order, and calls `afterEach` after each one. */
async function eraseEach(
  deps: EraseEachDeps,
  companyId: string,
  applications: Application[],
  afterEach: (application: Application) => Promise<void>,
): Promise<void> {
  const ids = applications.map(({ id }) => id)
  const at = new Date(deps.now())
  await record(
    deps,
    ids.map((targetId) => ({ kind: 'application_erased', companyId, targetId, at })),
  )
  await cancelMails(deps, companyId, ids)
  await deps.mailbox.shutOut(companyId, ids)
  for (const application of applications) {
    // The CV comes before the row. After a crash in between, the row still shows that there is something to erase.
    await eraseCvs(deps, application)
    await deps.applications.erase(companyId, application.id, new Date(deps.now()))
    await afterEach(application)
  }
}

/**
 * Erases an application again that was erased before the database was restored from a backup. It finds the CVs also if
 * the backup has no row of the application, and repeats safely.
 */
export async function repeatErasure(
  deps: WithMailbox<'shutOut'> & Applications<'findByIds' | 'erase'> & Needs<typeof eraseCvs>,
  { companyId, id, at }: { companyId: string; id: string; at: Date },
): Promise<void> {
  const [found] = await deps.applications.findByIds(companyId, [id])
  await deps.mailbox.shutOut(companyId, [id])
  await eraseCvs(deps, found ?? { companyId, id, cvId: null })
  await deps.applications.erase(companyId, id, at)
}
