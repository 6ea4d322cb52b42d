import type { Deps } from '../../deps.ts'
import { discardCv } from './upload.ts'
import type { CvUpload } from './upload-store.ts'

const SWEPT_AT_ONCE = 1000

/** The name of the work in the log and the metrics. */
export const SWEEP = 'remove abandoned CVs'

type SweptUpload = Omit<CvUpload, 'fileName' | 'until'>

/** Whether an application holds a CV. */
type IsHeld = (upload: SweptUpload) => Promise<boolean>

/**
 * Removes CVs whose time has passed, unless an application holds them. Returns the number that it removed. Throws
 * `clock_wrong`, because a clock that is ahead would end the time of CVs that are still wanted.
 */
export async function sweepCvs(deps: Deps, isHeld: IsHeld): Promise<number> {
  let removed = 0
  for (const upload of await deps.cvUploads.listExpired(new Date(deps.soundNow()), SWEPT_AT_ONCE)) {
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

/**
 * Removes the CV of an application that nobody wants any more, unless a form has taken it since (then `until` is no longer
 * its time), or an application holds it. After a failure, the next sweep finishes it.
 */
export async function releaseCv(deps: Deps, upload: Omit<CvUpload, 'fileName'>, isHeld: IsHeld): Promise<void> {
  await deps.cvUploads.endTime(upload, new Date(deps.now()))
  await sweepCv(deps, upload, isHeld)
}

async function sweepCv(deps: Deps, upload: SweptUpload, isHeld: IsHeld): Promise<boolean> {
  // Returns false if a form has taken the CV since, because that gave it more time. No other form can still be in the
  // middle of an accept, because KEPT_MS is far longer than an accept takes.
  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  if (await isHeld(upload)) {
    await deps.cvUploads.remove(upload.companyId, upload.cvId)
    return false
  }
  await discardCv(deps, upload)
  return true
}
