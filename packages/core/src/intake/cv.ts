import type { Readable } from 'node:stream'
import { type CvType, cvMimes } from '@boardwalk/schema/application'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { type CvLink, requireValidLink } from '../cv/link.ts'
import { findCvType } from '../cv/type.ts'
import { readCv, SWEEP, sweepCvs } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import type { Work } from '../process/schedule.ts'
import type { Route } from '../trpc/context.ts'
import type { NewApplication } from './application.ts'
import { findAcceptedApplication } from './read.ts'

/** The bytes of a CV, and a name for its file. */
export interface OpenCv {
  fileName: string
  type: CvType
  mime: (typeof cvMimes)[CvType]
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

/** Opens the CV of an application that is held back, for an address of a page. Throws `page_not_found` if there is none. */
async function openHeldPage(deps: Deps, companyId: string, applicationId: string): Promise<OpenCv> {
  const held = await deps.heldApplications.findNotDiscarded(companyId, applicationId)
  if (held === undefined) throw new AppError('page_not_found')
  return openCv(deps, held, new AppError('page_not_found'))
}

/** Opens the CV of an application. Throws `none` if it has none, and `application_erased`. */
async function openCv(
  deps: Deps,
  { erasedAt, cvId, firstName, lastName }: NewApplication,
  none: AppError,
): Promise<OpenCv> {
  if (erasedAt !== undefined) throw new AppError('application_erased')
  if (cvId === null) throw none
  const type = findCvType(cvId)
  return {
    fileName: `CV ${firstName} ${lastName}.${type}`,
    type,
    mime: cvMimes[type],
    content: await readCv(deps, cvId),
  }
}

/** Opens the CV of a candidate. Throws `candidate_not_found`, `cv_not_found` and `application_erased`. */
export const downloadCv: Route<'downloadCv'> = async ({ ctx: { deps, actor }, input: { id } }) => {
  const application = await findAcceptedApplication(deps, { companyId: actor.companyId, applicationId: id })
  if (application === undefined) throw new AppError('candidate_not_found', { id })
  return { cv: await openCv(deps, application, new AppError('cv_not_found', { id })) }
}

/** The CV that a user asks for. Another content of the same form may be held back under the id of an accepted application. */
interface AskedCv {
  applicationId: string
  isHeldBack: boolean
  isDownloadAsked: boolean
}

/**
 * Opens the CV of an application for a user, and notes whether the user sees it or downloads it. Browsers show PDFs only. Throws what
 * `openPage` and `openHeldPage` throw.
 */
export async function openCvForUser(
  deps: Deps,
  actor: UserActor,
  { applicationId, isHeldBack, isDownloadAsked }: AskedCv,
): Promise<OpenCv & { isDownload: boolean }> {
  const cv = await (isHeldBack ? openHeldPage : openPage)(deps, actor.companyId, applicationId)
  const isDownload = isDownloadAsked || cv.type !== 'pdf'
  try {
    await noteAudit(deps, actor, isDownload ? 'cv_downloaded' : 'cv_viewed', applicationId)
  } catch (error) {
    cv.content.destroy()
    throw error
  }
  return { ...cv, isDownload }
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
