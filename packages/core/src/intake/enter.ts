import type { Locale } from '@boardwalk/schema/company'
import { copyCv, discardCv, leaveToSweep, settleCvs } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { tell } from '../listener.ts'
import type { Application, NewApplication } from './application.ts'
import { deriveNextId, hasSameContent } from './content.ts'
import { findAcceptedApplication } from './read.ts'

interface Entry {
  application: NewApplication
  /** The language of the form, and of the mails about it. */
  locale: Locale
  /** Whether no form can take the application's CV: it was stored for this call, or is held back with the application. */
  isOwnCv: boolean
  /** When the applicant sent it. */
  sentAt: Date
}

/**
 * What became of an application. `id` is another one than it had if another content of the same form has that. It is `erased` if the
 * person's data was erased after it was sent.
 */
export interface Entered {
  id: string
  date: Date
  outcome: 'accepted' | 'repeated' | 'erased'
}

/**
 * Accepts an application for good. The settling of its CVs follows in the background. The same form again is
 * `repeated`. A form with another content, or whose application was erased before it was sent, is an application with an id of its own.
 */
export async function enterApplication(deps: Deps, entry: Entry): Promise<Entered> {
  const { application, isOwnCv, locale } = entry
  const { date, hasCv, isRepeat, other } = await deps.mailbox.accept({ ...application, locale })
  if (other !== undefined) return enterBeside(deps, entry, other)
  if (hasCv) settle(deps, application)
  else if (isOwnCv) dropCv(deps, application)
  const { id: applicationId, companyId, email } = application
  tell(deps, 'applicationAccepted', { companyId, applicationId, email, locale })
  return { id: application.id, date, outcome: isRepeat ? 'repeated' : 'accepted' }
}

/** Enters an application under the next id, with a copy of its CV: the erasure of the other application deletes every CV with its id. */
async function enterBeside(deps: Deps, entry: Entry, other: Application): Promise<Entered> {
  const { application, isOwnCv, sentAt } = entry
  const { companyId, cvId } = application
  const { erasedAt } = other
  // A copy of the form that was on its way while the person was erased. It must not bring the data back.
  if (erasedAt !== undefined && erasedAt > sentAt) {
    if (isOwnCv) dropCv(deps, application)
    return { id: application.id, date: erasedAt, outcome: 'erased' }
  }
  const id = deriveNextId(application.id, application.contentDigest)
  const before = await findAcceptedApplication(deps, { companyId, applicationId: id })
  const isRepeat = before !== undefined && hasSameContent(before, application)
  const copyId = cvId === null || isRepeat ? null : await copyCv(deps, { companyId, applicationId: id }, cvId)
  const entered = isRepeat
    ? ({ id, date: before.date, outcome: 'repeated' } as const)
    : await enterApplication(deps, { ...entry, application: { ...application, id, cvId: copyId }, isOwnCv: true })
  // After that: a call that is repeated after a crash needs the CV again.
  if (isOwnCv && other.cvId !== cvId) dropCv(deps, application)
  else if (cvId !== null) leaveKeptCv(deps, { companyId, cvId })
  return entered
}

/** Protects the CV that an accepted application has, and removes the others that were kept for it. */
function settle(deps: Deps, { id, companyId, cvId }: NewApplication): void {
  const owner = { companyId, applicationId: id }
  deps.background.run('settle the CV of an application', () => settleCvs(deps, owner, cvId))
}

/** Removes the CV of a form that the accepted application does not have. */
function dropCv(deps: Deps, { companyId, cvId }: NewApplication): void {
  if (cvId === null) return
  deps.background.run('remove the CV of a repeated form', () => discardCv(deps, { companyId, cvId }))
}

/** Leaves a kept CV to the sweep, because the other application of the form may hold it. */
function leaveKeptCv(deps: Deps, cv: { companyId: string; cvId: string }): void {
  deps.background.run('leave a kept CV to the sweep', () => leaveToSweep(deps, cv))
}
