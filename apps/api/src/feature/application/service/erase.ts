import type { Clock } from '../../../clock.ts'
import type { Needs } from '../../../needs.ts'
import { type Administrator, noteAudit } from '../../audit/service.ts'
import { eraseCvs } from '../../cv/service/upload.ts'
import type { Application } from '../application.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'
import { othersOfPerson, requireApplication } from './review.ts'

type EraseRowDeps = Applications<'erase'> & Needs<typeof eraseCvs> & Needs<typeof noteAudit> & Clock
type EraseDeps = WithMailbox<'shutOut'> & Needs<typeof requireApplication> & Needs<typeof othersOfPerson> & EraseRowDeps

/**
 * Erases for good all that a person sent with an application, or with all of theirs to the company (those of the same
 * e-mail address). The rows stay, so that no poller skips or repeats one: why no copy comes back stands in
 * docs/adr/0002-mailbox.md. After a failure, once more finishes it. Throws `application_not_found`.
 */
export async function eraseApplication(
  deps: EraseDeps,
  actor: Administrator,
  { id, allOfPerson }: { id: string; allOfPerson: boolean },
): Promise<{ erased: string[]; othersOfPerson: number }> {
  const { companyId } = actor
  const application = await requireApplication(deps, companyId, id)
  const others = await othersOfPerson(deps, application)
  // The named one last: while its e-mail address is there, once more finds the rest.
  const applications = allOfPerson ? [...others, application] : [application]
  const ids = applications.map((each) => each.id)
  await deps.mailbox.shutOut(companyId, ids)
  for (const each of applications) await erase(deps, actor, each)
  return { erased: ids, othersOfPerson: allOfPerson ? 0 : others.length }
}

async function erase(deps: EraseRowDeps, actor: Administrator, application: Application): Promise<void> {
  // The CV before the row: whatever stops us in between, the row still shows that there is something to erase.
  await eraseCvs(deps, application)
  await deps.applications.erase(actor.companyId, application.id, new Date(deps.now()))
  await noteAudit(deps, actor, 'application_erased', application.id)
}
