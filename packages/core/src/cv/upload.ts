import { Readable } from 'node:stream'
import type { CvType } from '@boardwalk/schema/application'
import type { Deps } from '../deps.ts'
import type { CvHolder, CvUpload } from './store.ts'
import { findCvType, toCvId } from './type.ts'

/* The life of a CV: stored when a form arrives, kept while the form is corrected, and removed if no application holds it. */

/** A CV file from an apply form. */
export interface CvFile {
  /** The applicant's name of the file. */
  name: string
  bytes: number
  /** Its first bytes, which tell its type. */
  head: Uint8Array
  /** Reads the file, or the bytes from `start` to `end`, which is read too. May be called many times. */
  open(range?: { start: number; end: number }): Readable
}

/** Makes a CV file from bytes in memory. */
export const createCvFile = (name: string, bytes: Buffer): CvFile => ({
  name,
  bytes: bytes.length,
  head: bytes,
  open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
})

/** A CV that is to be stored. */
export interface NewCv extends Pick<CvFile, 'name'> {
  type: CvType
  open(): Readable
}

/** The application of a CV. It may not be accepted yet. */
export type CvOwner = Pick<CvUpload, 'companyId' | 'applicationId'>

/** How long a CV waits for its application, and how long an applicant may correct a form. Accepting an application takes far less. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** How long the CV of a refused form waits for a sweep. After this time, the sweep sees an application that holds the CV after all. */
const REFUSED_MS = 60 * 1000

const calculateExpiry = (deps: Deps) => new Date(deps.now() + KEPT_MS)

/** Stores a CV and returns its id. It records the upload first, so that the sweep can remove the CV after a crash. */
export async function uploadCv(deps: Deps, owner: CvOwner, { name, type, open }: NewCv): Promise<string> {
  const cvId = toCvId(deps.cvs.newId(), type)
  await deps.cvUploads.insert({ ...owner, cvId, fileName: name, until: calculateExpiry(deps) })
  await deps.cvs.save({ companyId: owner.companyId, applicationId: owner.applicationId }, cvId, open)
  return cvId
}

/** Stores a copy of a CV for another application, and returns its id. */
export const copyCv = (deps: Deps, owner: CvOwner, cvId: string): Promise<string> =>
  uploadCv(deps, owner, { name: '', type: findCvType(cvId), open: () => openCv(deps, cvId) })

/** Opens the bytes of a stored CV at the first read. */
export const openCv = (deps: Deps, cvId: string): Readable =>
  Readable.from(
    (async function* () {
      yield* await readCv(deps, cvId)
    })(),
  )

/**
 * Keeps the CV of a form that must be corrected, and removes the CVs that were kept for the form before. False if the address or the
 * company is over its limit of kept bytes.
 */
export async function keepCv(
  deps: Deps,
  owner: CvOwner,
  file: NewCv & Pick<CvFile, 'bytes'>,
  address: string,
): Promise<boolean> {
  const { companyId, applicationId } = owner
  if (!(await deps.keptCvLimit.take({ address, companyId, bytes: file.bytes }))) return false
  await deps.cvUploads.setKept(companyId, await uploadCv(deps, owner, file), true)
  // The newest CV stays, even if it came with another request of the same form. All processes agree on the newest one.
  const [, ...replaced] = await deps.cvUploads.listKept(companyId, applicationId)
  for (const kept of replaced) if (await deps.cvUploads.condemnReplaced(kept)) await discardCv(deps, kept)
  return true
}

/** Finds the name of the file that is kept for a form. Undefined if there is none. */
export async function findKeptCvName(deps: Deps, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept?.fileName
}

/** Takes the CV that is kept for a form: prolongs its time until the form is accepted, and returns its id. Undefined if there is none. */
export async function takeKeptCv(deps: Deps, owner: CvOwner): Promise<string | undefined> {
  const [kept] = await deps.cvUploads.listKept(owner.companyId, owner.applicationId)
  return kept !== undefined && (await deps.cvUploads.prolong(kept, calculateExpiry(deps))) ? kept.cvId : undefined
}

/** Prolongs the time of a CV until an instant, and keeps it for no form any more. Throws if the CV was removed meanwhile. */
export async function holdCv(deps: Deps, cv: Pick<CvUpload, 'companyId' | 'cvId'>, until: Date): Promise<void> {
  // First: a form that takes the CV later would shorten its time.
  await deps.cvUploads.setKept(cv.companyId, cv.cvId, false)
  if (!(await deps.cvUploads.prolong(cv, until))) throw new Error(`the CV ${cv.cvId} was removed before its time`)
}

/** Leaves the CV of a refused form to one of the next sweeps, which removes it unless an application holds it. */
export async function leaveToSweep(deps: Deps, cv: Pick<CvUpload, 'companyId' | 'cvId'>): Promise<void> {
  await deps.cvUploads.prolong(cv, new Date(deps.now() + REFUSED_MS))
}

/** Opens the bytes of a stored CV. */
export function readCv(deps: Deps, cvId: string): Promise<Readable> {
  return deps.cvs.open(cvId)
}

/** Cleans up after an application was accepted: protects its CV from sweeps, and removes the other CVs that were kept for it. */
export async function settleCvs(deps: Deps, owner: CvOwner, heldCvId: string | null): Promise<void> {
  if (heldCvId !== null) await deps.cvUploads.remove(owner.companyId, heldCvId)
  for (const kept of await deps.cvUploads.listKept(owner.companyId, owner.applicationId)) await discardCv(deps, kept)
}

/** Removes every CV that was sent for an application, kept or not. It is safe to repeat. */
export async function eraseCvs(deps: Deps, application: CvHolder): Promise<void> {
  const { companyId, id } = application
  // If an upload has not ended yet, the next sweep removes its CV, because no application holds it.
  const noted = await deps.cvUploads.abandon({ companyId, applicationId: id }, new Date(deps.now()))
  for (const cvId of noted) await deps.cvs.remove(cvId)
  await deps.cvs.removeAllForApplication(application)
}

/** Removes a CV that no application holds. */
export async function discardCv(deps: Deps, { companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>): Promise<void> {
  await deps.cvs.remove(cvId)
  await deps.cvUploads.remove(companyId, cvId)
}

const SWEPT_AT_ONCE = 1000

/** The name of the sweep in the log and the metrics. */
export const SWEEP = 'remove abandoned CVs'

type CvUse = Omit<CvUpload, 'fileName' | 'until'>

/** Whether an application holds a CV. */
type IsHeld = (upload: CvUse) => Promise<boolean>

/**
 * Removes CVs whose time has passed, unless an application holds them. Returns the number that it removed. Throws `unavailable`,
 * because a clock that is ahead would end the time of a CV too early.
 */
export async function sweepCvs(deps: Deps, isHeld: IsHeld, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const upload of await deps.cvUploads.listExpired(new Date(deps.soundNow()), SWEPT_AT_ONCE)) {
    if (signal.aborted) break
    try {
      if (await sweepCv(deps, upload, isHeld)) removed++
    } catch (error) {
      // The next sweep tries this CV again. This sweep continues with the others.
      deps.metrics.workFailed(SWEEP)
      deps.log.warn({ err: error }, 'could not remove an abandoned CV; the next sweep tries again')
    }
  }
  return removed
}

/** Removes the CV of an application that was discarded, unless an application holds it. After a failure, the next sweep finishes the work. */
export async function releaseCv(deps: Deps, upload: CvUse, isHeld: IsHeld): Promise<void> {
  await deps.cvUploads.endTime(upload, new Date(deps.now()))
  await sweepCv(deps, upload, isHeld)
}

async function sweepCv(deps: Deps, upload: CvUse, isHeld: IsHeld): Promise<boolean> {
  // False if a form has taken the CV since, which gave the CV more time. No older form can still use it, because accepting a form takes far
  // less than KEPT_MS.
  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  if (await isHeld(upload)) {
    await deps.cvUploads.remove(upload.companyId, upload.cvId)
    return false
  }
  await discardCv(deps, upload)
  return true
}
