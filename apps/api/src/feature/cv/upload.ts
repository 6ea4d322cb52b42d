import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import type { CvHolder } from './store.ts'
import type { CvUpload } from './upload-store.ts'

/** A CV file from an apply form. */
export interface CvFile {
  /** The applicant's name of the file. */
  name: string
  bytes: number
  /** Its first bytes, which tell its type. */
  head: Uint8Array
  /** Opens it at its beginning. It may be opened many times. */
  open(): Readable
}

/** A CV that is in memory. */
export const createCvFile = (name: string, bytes: Buffer): CvFile => ({
  ...{ name, bytes: bytes.length, head: bytes },
  open: () => Readable.from([bytes]),
})

/** The application that a CV is sent for. It may not be accepted yet. */
export type CvOwner = Pick<CvUpload, 'companyId' | 'applicationId'>
/**
 * How long a CV waits for its application. A form may be corrected for this long. It is far longer than an accept
 * takes.
 */
const KEPT_MS = 24 * 60 * 60 * 1000

/** How long the CV of a refused form waits, so that the sweep surely sees an application that holds it after all. */
const REFUSED_MS = 60 * 1000

const calculateExpiry = (deps: Deps) => new Date(deps.now() + KEPT_MS)

/** Stores a CV and returns its id. It records the upload first, so that the sweep can remove what a crash leaves. */
export async function uploadCv(deps: Deps, owner: CvOwner, { name, open }: CvFile): Promise<string> {
  const cvId = deps.cvs.newId()
  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: calculateExpiry(deps) })
  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, open)
  return cvId
}

/**
 * Keeps the CV of a form that must be corrected, for the next try. It replaces the CVs that were kept before. False if the
 * address or the company is over its limit of kept bytes.
 */
export async function keepCv(deps: Deps, owner: CvOwner, file: CvFile, address: string): Promise<boolean> {
  const { companyId, applicationId } = owner
  if (!(await deps.keptCvLimit.take({ address, companyId, bytes: file.bytes }))) return false
  await deps.cvUploads.markKept(companyId, await uploadCv(deps, owner, file))
  // The newest stays, which may be that of another sending of the form. All processes agree which one that is.
  const [, ...replaced] = await deps.cvUploads.listKept(companyId, applicationId)
  for (const kept of replaced) if (await deps.cvUploads.condemnReplaced(kept)) await discardCv(deps, kept)
  return true
}

/** Finds the name of the file that is kept for a form. Undefined if none is. */
export async function findKeptCvName(deps: Deps, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept?.fileName
}

/**
 * Finds the id of the CV that is kept for a form, and gives the CV enough time for an accept. Undefined if none is
 * kept.
 */
export async function takeKeptCv(deps: Deps, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept !== undefined && (await deps.cvUploads.prolong(kept, calculateExpiry(deps))) ? kept.cvId : undefined
}

/** Gives a CV time until an instant. Throws if it was removed meanwhile. */
export async function prolongCv(deps: Deps, cv: Pick<CvUpload, 'companyId' | 'cvId'>, until: Date): Promise<void> {
  if (!(await deps.cvUploads.prolong(cv, until))) throw new Error(`the CV ${cv.cvId} was removed before its time`)
}

/** Leaves the CV of a form that was refused to one of the next sweeps, which removes it unless an application holds it. */
export async function leaveToSweep(deps: Deps, cv: Pick<CvUpload, 'companyId' | 'cvId'>): Promise<void> {
  await deps.cvUploads.prolong(cv, new Date(deps.now() + REFUSED_MS))
}

/** Opens the bytes of a stored CV. */
export function readCv(deps: Deps, cvId: string): Promise<Readable> {
  return deps.cvs.open(cvId)
}

/**
 * Cleans up after an application was accepted. The CV that it holds is no longer swept, and other CVs that were kept for it
 * are removed.
 */
export async function settleCvs(deps: Deps, owner: CvOwner, heldCvId: string | null): Promise<void> {
  if (heldCvId !== null) await deps.cvUploads.remove(owner.companyId, heldCvId)
  for (const kept of await deps.cvUploads.listKept(owner.companyId, owner.applicationId)) await discardCv(deps, kept)
}

/** Removes for good every CV that was ever sent for an application, also kept ones. It is safe to repeat. */
export async function eraseCvs(deps: Deps, application: CvHolder): Promise<void> {
  const { companyId, id } = application
  // A CV that is still being uploaded stays for the next sweep, which finds that no application holds it.
  const noted = await deps.cvUploads.abandon({ companyId, applicationId: id }, new Date(deps.now()))
  for (const cvId of noted) await deps.cvs.remove(cvId)
  await deps.cvs.removeAllForApplication(application)
}

/** Removes a CV that no application holds. */
export async function discardCv(deps: Deps, { companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>): Promise<void> {
  await deps.cvs.remove(cvId)
  await deps.cvUploads.remove(companyId, cvId)
}
