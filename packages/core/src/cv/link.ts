import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import type { CvHolder } from './store.ts'
import { findCvType } from './type.ts'

const VALID_SECONDS = 7 * 24 * 60 * 60

const sign = (secret: string, companyId: string, applicationId: string, expires: string) =>
  createHmac('sha256', secret).update(`${companyId}/${applicationId}/${expires}`).digest('base64url')

/** Makes a link to an application's CV, which needs no key and works for 7 days. `""` if the application has no CV. */
export function createCvLink(deps: Deps, { id, companyId, cvId }: CvHolder): string {
  if (cvId === null) return ''
  const expires = String(Math.floor(deps.now() / 1000) + VALID_SECONDS)
  const signature = sign(deps.cvSecrets[0], companyId, id, expires)
  return `${deps.settings.publicUrl}/cv/${companyId}/${id}.${findCvType(cvId)}?expires=${expires}&signature=${signature}`
}

/** The parts of a link to a CV, as a request has them. They may be wrong. */
export interface CvLink {
  companyId: string
  applicationId: string
  expires: string
  signature: string
}

/** Checks a link to a CV. Throws `cv_link_invalid` if it is forged, altered or expired. */
export function requireValidLink(deps: Deps, link: CvLink): void {
  const { companyId, applicationId, expires, signature } = link
  const given = Buffer.from(signature)
  const isSigned = deps.cvSecrets.some((secret) => {
    const expected = Buffer.from(sign(secret, companyId, applicationId, expires))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned || Number(expires) * 1000 < deps.now()) throw new AppError('cv_link_invalid')
}
