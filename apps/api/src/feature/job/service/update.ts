import { setTimeout as pause } from 'node:timers/promises'
import type { JobUpdate } from '@boardwalk/schema/job'
import type { Deps } from '../../../deps.ts'
import { invalidRequest } from '../../../error.ts'
import type { Actor } from '../../api-key/service.ts'
import { companyOf } from '../../company/service.ts'
import { changedContent, isSameContent } from '../content.ts'
import type { StoredJob } from '../store.ts'
import { jobUrl } from '../url.ts'
import { insertJob } from './create.ts'

const triesMax = 100
const pauseMsMax = 20

type UpdateDeps = Pick<Deps, 'jobs' | 'companies' | 'now' | 'settings'>
type Outcome = 'created' | 'updated' | 'unchanged'

/** Changes the fields sent of the job of this id, or creates it. Throws `invalid_request`. */
export async function updateJob(
  deps: UpdateDeps,
  actor: Actor,
  { externalJobId, job }: { externalJobId: string; job: JobUpdate },
): Promise<{ outcome: Outcome; jobId: number; jobUrl: string }> {
  const { id } = job.known
  if (id !== undefined && id !== null && id !== externalJobId) {
    const message = 'job.id must repeat the id of the path or be left out: an external id cannot be changed'
    throw invalidRequest([{ path: 'job.id', message }])
  }
  const company = await companyOf(deps, actor.companyId)
  const { outcome, stored } = await upsert(deps, company.id, externalJobId, job)
  return { outcome, jobId: stored.id, jobUrl: jobUrl(deps.settings.publicUrl, company, stored.slug) }
}

/**
 * Reads, merges, and writes only if nobody wrote in between, else again: so rules that look at the whole job (minimum
 * and maximum, the size of its extra fields) hold whatever races, and no field of a racing change is lost.
 */
async function upsert(
  deps: Pick<Deps, 'jobs' | 'now'>,
  companyId: string,
  externalId: string,
  change: JobUpdate,
): Promise<{ outcome: Outcome; stored: StoredJob }> {
  for (let tries = 0; tries < triesMax; tries++) {
    const read = await deps.jobs.findByExternalId(companyId, externalId)
    const content = changedContent(read, change)
    if (read === undefined) {
      const created = await insertJob(deps, companyId, externalId, content)
      if (created !== undefined) return { outcome: 'created', stored: created }
    } else {
      if (isSameContent(read, content)) return { outcome: 'unchanged', stored: read }
      if (await deps.jobs.replace(read, content, new Date(deps.now()))) return { outcome: 'updated', stored: read }
    }
    await pause(Math.random() * pauseMsMax)
  }
  throw new Error(`job ${externalId} of ${companyId} was changed by others ${triesMax} times in a row`)
}
