import type { Readable } from 'node:stream'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { type CvLink, requireValidLink } from '../cv/link.ts'
import { readCv, SWEEP, sweepCvs } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import type { Work } from '../process/schedule.ts'
import type { Route } from '../trpc/context.ts'
import type { Application } from './application.ts'
import { findAcceptedApplication } from './read.ts'

/** The bytes of a CV, and a name for its file. */
export interface OpenCv {
  fileName: string
  mime: 'application/pdf'
  content: Readable
}

/** Opens the CV that a signed link names. Throws `cv_link_invalid`, and what `openPage` throws. */
export async function openCvLink(deps: Deps, link: CvLink): Promise<OpenCv> {
  requireValidLink(deps, link)
  return openPage(deps, link.companyId, link.applicationId)
}

/** Opens the CV of an application, for an address of a page. Throws `page_not_found` if there is none, and `application_erased`. */
async function openPage(deps: Deps, companyId: string, applicationId: string): Promise<OpenCv> {
  const [application] = await deps.applications.findByIds(companyId, [applicationId])
  if (application === undefined) throw new AppError('page_not_found')
  return openCv(deps, application, new AppError('page_not_found'))
}

/** Opens the CV of an application. Throws `none` if it has none, and `application_erased`. */
async function openCv(
  deps: Deps,
  { erasedAt, cvId, firstName, lastName }: Application,
  none: AppError,
): Promise<OpenCv> {
  if (erasedAt !== undefined) throw new AppError('application_erased')
  if (cvId === null) throw none
  return { fileName: `CV ${firstName} ${lastName}.pdf`, mime: 'application/pdf', content: await readCv(deps, cvId) }
}

/** Opens the CV of a candidate. Throws `candidate_not_found`, `cv_not_found` and `application_erased`. */
export const downloadCv: Route<'downloadCv'> = async ({ ctx: { deps, actor }, input: { id } }) => {
  const application = await findAcceptedApplication(deps, { companyId: actor.companyId, applicationId: id })
  if (application === undefined) throw new AppError('candidate_not_found', { id })
  return { cv: await openCv(deps, application, new AppError('cv_not_found', { id })) }
}

/** Opens the CV of an application for a user, and notes that. Throws what `openPage` throws. */
export async function openCvForUser(
  deps: Deps,
  actor: UserActor,
  applicationId: string,
  action: 'cv_viewed' | 'cv_downloaded',
): Promise<OpenCv> {
  const cv = await openPage(deps, actor.companyId, applicationId)
  try {
    await noteAudit(deps, actor, action, applicationId)
  } catch (error) {
    cv.content.destroy()
    throw error
  }
  return cv
}

/**
 * Removes old CVs that no application holds, because their form was abandoned or lost to a crash. Returns their number.
 */
export function sweepAbandonedCvs(deps: Deps, signal: AbortSignal): Promise<number> {
  const isHeld = async ({ cvId, ...owner }: { companyId: string; applicationId: string; cvId: string }) =>
    (await findAcceptedApplication(deps, owner))?.cvId === cvId
  return sweepCvs(deps, isHeld, signal)
}

export const cvSweep: Work<Deps> = { name: SWEEP, everyMs: 15 * 60_000, run: sweepAbandonedCvs }
