import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { type CvOwner, discardCv, settleCvs } from '../cv/upload.ts'
import { queueConfirmation } from '../mail/queue.ts'
import type { NewApplication } from './application.ts'

interface Entry {
  application: NewApplication
  /** The language of the confirmation by mail. */
  locale: Locale
  /** Whether the application's CV was stored for this call, so that no other application can have it. */
  isOwnCv: boolean
}

/**
 * Accepts an application for good. The settling of its CVs and its confirmation by mail follow in the background. `isRepeat`
 * says whether it was accepted before.
 */
export async function enterApplication(
  deps: Deps,
  { application, locale, isOwnCv }: Entry,
): Promise<{ date: Date; isRepeat: boolean }> {
  const { id, companyId, cvId, email } = application
  const owner: CvOwner = { companyId, applicationId: id }
  const { date, hasCv, isRepeat } = await deps.mailbox.accept(application)
  if (hasCv) deps.background.run('settle the CV of an application', () => settleCvs(deps, owner, cvId))
  // If it is not known yet which CV the application has, the sweep of abandoned CVs finds out later.
  else if (hasCv === false && isOwnCv && cvId !== null)
    deps.background.run('remove the CV of a repeated form', () => discardCv(deps, { ...owner, cvId }))
  // In the background, because a mail that cannot be queued must neither delay nor refuse the application.
  if (deps.settings.sendsMail)
    deps.background.run('queue the confirmation of an application', () =>
      queueConfirmation(deps, { companyId, applicationId: id, email, locale }),
    )
  return { date, isRepeat }
}
