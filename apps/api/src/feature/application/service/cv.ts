import type { Readable } from 'node:stream'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import { type CvLink, requireValidLink } from '../../cv/service/link.ts'
import { sweepCvs } from '../../cv/service/sweep.ts'
import { readCv } from '../../cv/service/upload.ts'
import type { Applications } from '../store.ts'
import { acceptedApplication } from './accepted.ts'

/** A CV, and a name for its file. */
export interface OpenCv {
  fileName: string
  content: Readable
}

/** The CV behind a link. Throws `cv_link_invalid`, and what `openCv` throws. */
export async function openCvLink(
  deps: Needs<typeof requireValidLink> & Needs<typeof openCv>,
  link: CvLink,
): Promise<OpenCv> {
  requireValidLink(deps, link)
  return openCv(deps, link.companyId, link.applicationId)
}

/** The CV of a company's application. Throws `page_not_found` if there is none, and `application_erased`. */
export async function openCv(
  deps: Applications<'findByIds'> & Needs<typeof readCv>,
  companyId: string,
  applicationId: string,
): Promise<OpenCv> {
  const [application] = await deps.applications.findByIds(companyId, [applicationId])
  if (application?.erasedAt !== undefined) throw new AppError('application_erased')
  if (application === undefined || application.cvId === null) throw new AppError('page_not_found')
  return {
    fileName: `CV ${application.firstName} ${application.lastName}.pdf`,
    content: await readCv(deps, application.cvId),
  }
}

/** Removes the CVs whose form was abandoned or lost to a crash. Returns how many it removed. */
export function sweepAbandonedCvs(deps: Needs<typeof sweepCvs> & Needs<typeof acceptedApplication>): Promise<number> {
  return sweepCvs(deps, async ({ cvId, ...owner }) => (await acceptedApplication(deps, owner))?.cvId === cvId)
}
