import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../error.ts'
import type { Application } from '../../application/store.ts'

const VALID_SECONDS = 7 * 24 * 60 * 60

const signatureOf = (secret: string, companyId: string, applicationId: string, expires: string) =>
  createHmac('sha256', secret).update(`${companyId}/${applicationId}/${expires}`).digest('base64url')

/** A link to an application's CV that needs no key and works for 7 days from now; `""` where none was sent. */
export function cvLink(
  deps: Pick<Deps, 'cvSecret' | 'now' | 'settings'>,
  { id, companyId, cvId }: Application,
): string {
  if (cvId === null) return ''
  const expires = String(Math.floor(deps.now() / 1000) + VALID_SECONDS)
  const signature = signatureOf(deps.cvSecret, companyId, id, expires)
  return `${deps.settings.publicUrl}/cv/${companyId}/${id}.pdf?expires=${expires}&signature=${signature}`
}

/** A CV, and a name for its file. */
export interface OpenCv {
  fileName: string
  content: Readable
}

/** The CV behind a link. Throws `cv_link_invalid` for a forged, altered or expired link, and what `openCv` throws. */
export async function openCvLink(
  deps: Pick<Deps, 'applications' | 'cvs' | 'cvSecret' | 'now'>,
  link: { companyId: string; applicationId: string; expires: string; signature: string },
): Promise<OpenCv> {
  const { companyId, applicationId, expires, signature } = link
  const expected = Buffer.from(signatureOf(deps.cvSecret, companyId, applicationId, expires))
  const given = Buffer.from(signature)
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isSigned || Number(expires) * 1000 < deps.now()) throw new AppError('cv_link_invalid')
  return openCv(deps, companyId, applicationId)
}

/** The CV of a company's application. Throws `page_not_found` where there is none, and `application_erased`. */
export async function openCv(
  deps: Pick<Deps, 'applications' | 'cvs'>,
  companyId: string,
  applicationId: string,
): Promise<OpenCv> {
  const [application] = await deps.applications.findByIds(companyId, [applicationId])
  if (application?.erasedAt !== undefined) throw new AppError('application_erased')
  if (application === undefined || application.cvId === null) throw new AppError('page_not_found')
  return {
    fileName: `CV ${application.firstName} ${application.lastName}.pdf`,
    content: await deps.cvs.open(application.cvId),
  }
}
