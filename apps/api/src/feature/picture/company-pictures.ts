import { createHash } from 'node:crypto'
import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import type { Cover, Logo } from '@boardwalk/core/company/picture-store'
import { type Company, type EditableProfile, readCompanyProfile } from '@boardwalk/core/company/service'
import { AppError, invalidRequest } from '@boardwalk/core/error'
import type { Work } from '@boardwalk/core/process/schedule'
import type { Issue } from '@boardwalk/schema/error'
import { COVER_BYTES_MAX, LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import type { Deps } from '../../deps.ts'
import { type Drawing, PASSES_SIDE_PIXELS_MAX, type PictureProblem, SIDE_PIXELS_MAX } from './work.ts'

/* A company's logo, its thumbnail for lists, and the cover on top of its page. */

export type { Cover, Logo }

/**
 * Sets or removes a company's logo: a PNG, JPEG or WebP file of at most 256 KiB. Throws `invalid_request` with the path
 * `logo`. `signal` ends the work, and then nothing is changed.
 */
export async function setCompanyLogo(
  deps: Deps,
  actor: UserActor,
  logo: Uint8Array | null,
  signal?: AbortSignal,
): Promise<EditableProfile> {
  if (logo === null) return noteChange(deps, actor, 'logo', await deps.companies.removeLogo(actor.companyId))
  const { mime, bytes } = await drawFrom(deps, actor, { path: 'logo', file: logo, bytesMax: LOGO_BYTES_MAX, signal })
  const isChanged = await deps.companies.saveLogo(
    actor.companyId,
    { hash: hashBytes(logo), mime, bytes: Buffer.from(logo) },
    bytes,
  )
  return noteChange(deps, actor, 'logo', isChanged)
}

/**
 * Sets or removes a company's cover: a PNG, JPEG or WebP file of at most 700 KiB. The board stores the middle of the picture.
 * Throws `invalid_request` with the path `cover`. `signal` ends the work, and then nothing is changed.
 */
export async function setCompanyCover(
  deps: Deps,
  actor: UserActor,
  picture: Uint8Array | null,
  signal?: AbortSignal,
): Promise<EditableProfile> {
  if (picture === null) return noteChange(deps, actor, 'cover', await deps.companies.removeCover(actor.companyId))
  const { bytes } = await drawFrom(deps, actor, { path: 'cover', file: picture, bytesMax: COVER_BYTES_MAX, signal })
  const isChanged = await deps.companies.saveCover(actor.companyId, { hash: hashBytes(bytes), bytes })
  return noteChange(deps, actor, 'cover', isChanged)
}

/** The form's field of a picture, and its name in the audit trail. */
type PictureField = 'logo' | 'cover'

const PROBLEMS: Record<PictureProblem, string> = {
  kind: 'must be a PNG, JPEG or WebP file',
  animated: 'must be a still picture, and this one is animated',
  size: `must be at most ${SIDE_PIXELS_MAX} pixels wide and high`,
  passes: `must be at most ${PASSES_SIDE_PIXELS_MAX} pixels wide and high, or be saved without "progressive" or "interlaced"`,
  damaged: 'cannot be read: save the picture again with another program',
  costly: 'takes too much memory or time to read: save the picture again with another program',
}

const refusePicture = (path: PictureField, problem: string): AppError =>
  invalidRequest([{ path, message: `${path} ${problem}` } satisfies Issue])

interface Upload {
  path: PictureField
  file: Uint8Array
  bytesMax: number
  signal: AbortSignal | undefined
}

/** Draws what the board shows of an uploaded picture. Throws `invalid_request` if the file cannot be used. */
async function drawFrom(
  deps: Deps,
  { companyId }: UserActor,
  { path, file, bytesMax, signal }: Upload,
): Promise<{ mime: Logo['mime']; bytes: Buffer }> {
  if (file.length > bytesMax) throw refusePicture(path, `must be at most ${bytesMax / 1024} KiB`)
  const kind = path === 'logo' ? 'thumbnail' : 'cover'
  const drawing: Drawing = await deps.pictures.draw({ kind, file }, { lane: 'users', caller: companyId, signal })
  if ('problem' in drawing) throw refusePicture(path, PROBLEMS[drawing.problem])
  return { mime: drawing.mime, bytes: Buffer.from(drawing.bytes) }
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

/**
 * Makes the thumbnails that are missing or of another logo, as two uploads at the same moment may leave them. Several processes may do
 * it at the same time, because both write the same.
 */
export async function sweepThumbnails(deps: Deps, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const logos = await deps.companies.listLogosAfter(after)
    for (const { companyId, hash, hasThumbnail } of logos) {
      if (signal.aborted) return
      if (hasThumbnail) continue
      const logo = await deps.companies.readLogo(companyId, hash)
      if (logo === undefined) continue
      const turn = { lane: 'users', caller: companyId } as const
      const drawing = await deps.pictures.draw({ kind: 'thumbnail', file: logo.bytes }, turn)
      // The board has drawn this file before, so the next sweep may succeed.
      if ('problem' in drawing) continue
      await deps.companies.saveThumbnail(companyId, { hash, bytes: Buffer.from(drawing.bytes) })
    }
    after = logos.at(-1)?.companyId
  }
}

export const thumbnailSweep: Work<Deps> = {
  name: 'make the thumbnails of logos',
  everyMs: 15 * 60_000,
  run: sweepThumbnails,
}
