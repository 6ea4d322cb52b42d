import { createHash } from 'node:crypto'
import type { Issue } from '@boardwalk/schema/error'
import { COVER_BYTES_MAX, LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import type { Deps } from '../../deps.ts'
import { AppError, invalidRequest } from '../../error.ts'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { SIDE_PIXELS_MAX } from '../picture/canvas.ts'
import { measurePicture, type PictureFile } from '../picture/measure.ts'
import { drawCover, drawThumbnail } from '../picture/resize.ts'
import type { Cover, Logo } from './picture-store.ts'
import { type Company, type EditableProfile, readCompanyProfile } from './service.ts'

/* A company's logo, its thumbnail for lists, and the cover on top of its page. */

export type { Cover, Logo }

/**
 * Sets or removes a company's logo: a PNG, JPEG or WebP file of at most 256 KiB. Throws `invalid_request` with the path
 * `logo`.
 */
export async function setCompanyLogo(deps: Deps, actor: UserActor, logo: Uint8Array | null): Promise<EditableProfile> {
  if (logo === null) return noteChange(deps, actor, 'logo', await deps.companies.removeLogo(actor.companyId))
  const { mime } = await checkPicture('logo', logo, LOGO_BYTES_MAX)
  const thumbnail = await drawThumbnail(logo)
  if (thumbnail === null) throw refusePicture('logo', DAMAGED)
  const file = { mime, bytes: Buffer.from(logo) }
  const isChanged = await deps.companies.saveLogo(actor.companyId, { hash: hashBytes(logo), ...file }, thumbnail)
  return noteChange(deps, actor, 'logo', isChanged)
}

/**
 * Sets or removes a company's cover: a PNG, JPEG or WebP file of at most 700 KiB. The board stores the middle of the picture.
 * Throws `invalid_request` with the path `cover`.
 */
export async function setCompanyCover(
  deps: Deps,
  actor: UserActor,
  picture: Uint8Array | null,
): Promise<EditableProfile> {
  if (picture === null) return noteChange(deps, actor, 'cover', await deps.companies.removeCover(actor.companyId))
  await checkPicture('cover', picture, COVER_BYTES_MAX)
  const bytes = await drawCover(picture)
  if (bytes === null) throw refusePicture('cover', DAMAGED)
  const isChanged = await deps.companies.saveCover(actor.companyId, { hash: hashBytes(bytes), bytes })
  return noteChange(deps, actor, 'cover', isChanged)
}

/** The form's field of a picture, and its name in the audit trail. */
type PictureField = 'logo' | 'cover'

const DAMAGED = 'cannot be read: save the picture again with another program'

const refusePicture = (path: PictureField, problem: string): AppError =>
  invalidRequest([{ path, message: `${path} ${problem}` } satisfies Issue])

/** Finds the kind of a picture. Throws `invalid_request` if it is no picture, or too large. */
async function checkPicture(path: PictureField, bytes: Uint8Array, bytesMax: number): Promise<PictureFile> {
  if (bytes.length > bytesMax) throw refusePicture(path, `must be at most ${bytesMax / 1024} KiB`)
  const picture = await measurePicture(bytes)
  if (picture === undefined) throw refusePicture(path, 'must be a PNG, JPEG or WebP file')
  const { width, height } = picture.size ?? { width: 0, height: 0 }
  if (Math.max(width, height) > SIDE_PIXELS_MAX)
    throw refusePicture(path, `must be at most ${SIDE_PIXELS_MAX} pixels wide and high`)
  return picture
}

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes a change of a picture into the audit trail, and reads the profile. */
async function noteChange(
  deps: Deps,
  actor: UserActor,
  field: PictureField,
  isChanged: boolean,
): Promise<EditableProfile> {
  const profile = await readCompanyProfile(deps, actor)
  if (isChanged) await noteAudit(deps, actor, 'company_changed', profile.name, { fields: field })
  return profile
}

/**
 * Reads a logo with its bytes, by the hash in its address. Throws `page_not_found` if the company has no logo with this
 * hash now.
 */
export async function openLogo(
  deps: Deps,
  company: Company,
  hash: string,
): Promise<{ mime: Logo['mime']; bytes: Buffer }> {
  const logo = await deps.companies.readLogo(company.id, hash)
  if (logo === undefined) throw new AppError('page_not_found')
  return logo
}

/** Reads a cover, a WebP file, by the hash in its address. Throws `page_not_found` as `openLogo` does. */
export async function openCover(deps: Deps, company: Company, hash: string): Promise<Buffer> {
  const bytes = await deps.companies.readCover(company.id, hash)
  if (bytes === undefined) throw new AppError('page_not_found')
  return bytes
}

/** Makes the path of a logo. The path has the hash of the logo, so no cache shows an older one. */
export const toLogoPath = (company: Pick<Company, 'slug'>, { hash }: Logo): string => `/logos/${company.slug}/${hash}`

/** Makes the path of a cover, as that of a logo. */
export const toCoverPath = (company: Pick<Company, 'slug'>, { hash }: Cover): string =>
  `/covers/${company.slug}/${hash}`

/** The name of the sweep in the log and the metrics. */
export const THUMBNAIL_SWEEP = 'make the thumbnails of logos'

/**
 * Makes the thumbnails that are missing: of logos from earlier versions, and of two uploads at the same moment. Several processes may do
 * it at the same time, because both write the same.
 */
export async function sweepThumbnails(deps: Deps): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const logos = await deps.companies.listLogosAfter(after)
    for (const { companyId, hash, hasThumbnail } of logos) {
      if (deps.background.stopping.aborted) return
      if (hasThumbnail) continue
      const logo = await deps.companies.readLogo(companyId, hash)
      if (logo === undefined) continue
      const bytes = (await drawThumbnail(logo.bytes)) ?? Buffer.alloc(0)
      await deps.companies.saveThumbnail(companyId, { hash, bytes })
    }
    after = logos.at(-1)?.companyId
  }
}
