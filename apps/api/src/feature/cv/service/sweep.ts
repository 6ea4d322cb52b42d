import type { Logger } from 'pino'
import type { Clock } from '../../../clock.ts'
import type { Needs } from '../../../needs.ts'
import type { CvUpload, CvUploads } from '../upload-store.ts'
import { discardCv } from './upload.ts'

type SweepCvDeps = CvUploads<'condemn' | 'remove'> & Needs<typeof discardCv> & Clock

const SWEPT_AT_ONCE = 1000

/** Whether an application holds a CV. */
type IsHeld = (upload: CvUpload) => Promise<boolean>

/** Removes CVs whose time is over. One that an application holds stays. Returns how many it removed. */
export async function sweepCvs(
  deps: CvUploads<'listExpired'> & SweepCvDeps & { log: Pick<Logger, 'warn'> },
  isHeld: IsHeld,
): Promise<number> {
  let removed = 0
  for (const upload of await deps.cvUploads.listExpired(new Date(deps.now()), SWEPT_AT_ONCE)) {
    try {
      if (await sweepCv(deps, upload, isHeld)) removed++
    } catch (error) {
      // The next sweep tries again; this one goes on.
      deps.log.warn({ err: error }, 'could not remove an abandoned CV')
    }
  }
  return removed
}

async function sweepCv(deps: SweepCvDeps, upload: CvUpload, isHeld: IsHeld): Promise<boolean> {
  // Fails for a CV that a form has taken since, which gave it more time. No other form is still being accepted: KEPT_MS.
  if (!(await deps.cvUploads.condemn(upload, new Date(deps.now())))) return false
  if (await isHeld(upload)) {
    await deps.cvUploads.remove(upload.companyId, upload.cvId)
    return false
  }
  await discardCv(deps, upload)
  return true
}
