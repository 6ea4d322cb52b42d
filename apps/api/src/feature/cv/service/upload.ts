import type { Deps } from '../../../deps.ts'
import { acceptedApplication } from '../../application/service/accepted.ts'
import type { Application } from '../../application/store.ts'
import type { CvUpload } from '../upload-store.ts'

/** A CV as it arrived. */
export interface CvFile {
  /** As the applicant called the file. */
  name: string
  bytes: Buffer
}

/** The application that a CV is sent for, accepted or not. */
export type CvOwner = Pick<CvUpload, 'companyId' | 'applicationId'>

type UploadDeps = Pick<Deps, 'cvs' | 'cvUploads' | 'now'>
type SweepDeps = UploadDeps & Pick<Deps, 'mailbox' | 'applications' | 'log'>

/** How long a CV waits for its application: as long as a form may be corrected, and far longer than an accept takes. */
const KEPT_MS = 24 * 60 * 60 * 1000
const SWEPT_AT_ONCE = 1000

const untilOf = (deps: Pick<Deps, 'now'>) => new Date(deps.now() + KEPT_MS)

/** Stores a CV and answers its id. It is noted first, so that a crash at any point leaves nothing for ever. */
export async function uploadCv(deps: UploadDeps, owner: CvOwner, { name, bytes }: CvFile): Promise<string> {
  const cvId = deps.cvs.newId()
  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: untilOf(deps) })
  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, bytes)
  return cvId
}

/** Stores the CV of a form that must be corrected, for its next sending; it takes the place of one kept before. */
export async function keepCv(deps: UploadDeps, owner: CvOwner, file: CvFile): Promise<void> {
  await deps.cvUploads.markKept(owner.companyId, await uploadCv(deps, owner, file))
}

/** The name of the file that is kept for a form. */
export async function keptCvName(deps: Pick<Deps, 'cvUploads'>, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept?.fileName
}

/** The id of the CV that is kept for a form, with time enough for the form to be accepted. */
export async function takeKeptCv(deps: UploadDeps, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept !== undefined && (await deps.cvUploads.prolong(kept, untilOf(deps))) ? kept.cvId : undefined
}

/** Of an application that has just been accepted: the CV that it holds stays, one that was kept for it goes. */
export async function settleCvs(deps: UploadDeps, owner: CvOwner, heldCvId: string | null): Promise<void> {
  if (heldCvId !== null) await deps.cvUploads.remove(owner.companyId, heldCvId)
  for (const kept of await deps.cvUploads.listKept(owner.companyId, owner.applicationId)) await discardCv(deps, kept)
}

/** Removes the CVs whose form was abandoned or lost to a crash; one that an application holds stays. Answers how many. */
export async function sweepCvs(deps: SweepDeps): Promise<number> {
  let removed = 0
  for (const upload of await deps.cvUploads.listExpired(new Date(deps.now()), SWEPT_AT_ONCE)) {
    try {
      if (await sweepCv(deps, upload)) removed++
    } catch (error) {
      // The next sweep tries again; this one goes on.
      deps.log.warn({ err: error }, 'could not remove an abandoned CV')
    }
  }
  return removed
}

async function sweepCv(deps: SweepDeps, upload: CvUpload): Promise<boolean> {
  const { companyId, cvId } = upload
  // Refuses a CV that a form has taken since, which gave it more time. Any other accept was over long ago: see KEPT_MS.
  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  const application = await acceptedApplication(deps, upload)
  if (application?.cvId === cvId) {
    await deps.cvUploads.remove(companyId, cvId)
    return false
  }
  await discardCv(deps, upload)
  return true
}

/** Removes for good every CV that was ever sent for an application, kept or on its way too; again does no harm. */
export async function eraseCvs(
  deps: Pick<Deps, 'cvs' | 'cvUploads' | 'now'>,
  application: Pick<Application, 'companyId' | 'id' | 'cvId'>,
): Promise<void> {
  const { companyId, id } = application
  // What is just being uploaded is for the next sweep, which finds that no application holds it.
  const noted = await deps.cvUploads.abandon({ companyId, applicationId: id }, new Date(deps.now()))
  for (const cvId of noted) await deps.cvs.remove(cvId)
  await deps.cvs.removeAllOf(application)
}

/** Removes a CV that no application holds. */
export async function discardCv(
  deps: Pick<Deps, 'cvs' | 'cvUploads'>,
  { companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>,
): Promise<void> {
  await deps.cvs.remove(cvId)
  await deps.cvUploads.remove(companyId, cvId)
}
