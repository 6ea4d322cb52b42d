import type { Readable } from 'node:stream'
import type { Clock } from '../../../clock.ts'
import type { CvHolder, Cvs } from '../store.ts'
import type { CvUpload, CvUploads } from '../upload-store.ts'

/** A CV as it arrived. */
export interface CvFile {
  /** As the applicant called the file. */
  name: string
  bytes: Buffer
}

/** The application that a CV is sent for, accepted or not. */
export type CvOwner = Pick<CvUpload, 'companyId' | 'applicationId'>

type UploadDeps = Cvs<'newId' | 'save'> & CvUploads<'insert'> & Clock

type DiscardDeps = Cvs<'remove'> & CvUploads<'remove'>

/** How long a CV waits for its application: as long as a form may be corrected, and far longer than an accept takes. */
const KEPT_MS = 24 * 60 * 60 * 1000

const keptUntil = (deps: Clock) => new Date(deps.now() + KEPT_MS)

/** Stores a CV and answers its id. It is noted first, so that a crash at any point leaves nothing for ever. */
export async function uploadCv(deps: UploadDeps, owner: CvOwner, { name, bytes }: CvFile): Promise<string> {
  const cvId = deps.cvs.newId()
  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: keptUntil(deps) })
  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, bytes)
  return cvId
}

/** Stores the CV of a form that must be corrected, for its next sending; it takes the place of one kept before. */
export async function keepCv(deps: UploadDeps & CvUploads<'markKept'>, owner: CvOwner, file: CvFile): Promise<void> {
  await deps.cvUploads.markKept(owner.companyId, await uploadCv(deps, owner, file))
}

/** The name of the file that is kept for a form. */
export async function keptCvName(deps: CvUploads<'listKept'>, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept?.fileName
}

/** The id of the CV that is kept for a form, with time enough for the form to be accepted. */
export async function takeKeptCv(
  deps: CvUploads<'listKept' | 'prolong'> & Clock,
  owner: CvOwner,
): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept !== undefined && (await deps.cvUploads.prolong(kept, keptUntil(deps))) ? kept.cvId : undefined
}

/** The bytes of a stored CV. */
export function readCv(deps: Cvs<'open'>, cvId: string): Promise<Readable> {
  return deps.cvs.open(cvId)
}

/** Of an application that has just been accepted: the CV that it holds stays, one that was kept for it goes. */
export async function settleCvs(
  deps: CvUploads<'listKept'> & DiscardDeps,
  owner: CvOwner,
  heldCvId: string | null,
): Promise<void> {
  if (heldCvId !== null) await deps.cvUploads.remove(owner.companyId, heldCvId)
  for (const kept of await deps.cvUploads.listKept(owner.companyId, owner.applicationId)) await discardCv(deps, kept)
}

/** Removes for good every CV that was ever sent for an application, kept or on its way too; again does no harm. */
export async function eraseCvs(
  deps: Cvs<'remove' | 'removeAllOf'> & CvUploads<'abandon'> & Clock,
  application: CvHolder,
): Promise<void> {
  const { companyId, id } = application
  // What is just being uploaded is for the next sweep, which finds that no application holds it.
  const noted = await deps.cvUploads.abandon({ companyId, applicationId: id }, new Date(deps.now()))
  for (const cvId of noted) await deps.cvs.remove(cvId)
  await deps.cvs.removeAllOf(application)
}

/** Removes a CV that no application holds. */
export async function discardCv(
  deps: DiscardDeps,
  { companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>,
): Promise<void> {
  await deps.cvs.remove(cvId)
  await deps.cvUploads.remove(companyId, cvId)
}
