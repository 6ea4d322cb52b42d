import { createHash } from 'node:crypto'
import type { ChangedJob, StoredJob } from '@boardwalk/core/job/job'
import { describeTerms } from '@boardwalk/core/job/terms'
import { isPublic } from '@boardwalk/schema/visibility'
import type { Deps } from '../../deps.ts'
import type { SearchEngine } from './engine.ts'
import { telling } from './state.ts'
import type { SearchNotice } from './store.ts'

/*
 * Finds out from the jobs themselves what an engine must be told, so a push writes nothing for it and a killed process loses nothing
 * (docs/adr/0022-visibility.md).
 */

const WITHDRAWN = 'withdrawn'
const PUBLIC = 'public:'

/** Looks at some changed jobs, and notes those that differ for people from what the engine was told. */
export async function noteChanges(
  deps: Deps,
  engine: SearchEngine,
  changed: readonly ChangedJob[],
  since: Date,
): Promise<void> {
  const suspended = await deps.companies.findSuspendedIds()
  const nowMs = deps.now()
  const isPublicOnBoard = (job: ChangedJob | StoredJob) => isPublic(job, nowMs) && !suspended.includes(job.companyId)
  const stored = await telling(deps).searchNotices.findByJobs(
    engine.name,
    changed.map(({ id }) => id),
  )
  const noticeOf = new Map(stored.map((notice) => [notice.jobId, notice]))
  const news = changed.filter((job) => isNews(job, isPublicOnBoard(job), noticeOf.get(job.id), since))
  const found = await deps.jobs.findOnBoard(news.map(({ id }) => id))
  const whole = new Map(found.map((job) => [job.id, job]))
  const notices = news.flatMap(({ id: jobId, changedAt }) => {
    const [job, notice] = [whole.get(jobId), noticeOf.get(jobId)]
    if (job === undefined) return []
    const isWanted = engine.wants(job.fields)
    const isWithdrawn = !isPublicOnBoard(job)
    // If a page has lost what the engine wants, the engine hears once that it has changed.
    const state = isWithdrawn ? WITHDRAWN : `${PUBLIC}${isWanted ? hashPublic(job) : ''}`
    const isWaiting = state !== notice?.told && (isWanted || notice?.told?.startsWith(PUBLIC) === true)
    if (notice === undefined && !isWaiting) return []
    const { companyId, revision } = job
    return [{ engine: engine.name, jobId, companyId, revision, changedAt, state, isWithdrawn, isWaiting }]
  })
  await telling(deps).searchNotices.write(notices)
}

/** Whether what people see of a changed job may differ from its notice. If a job has no notice, the engine was never told of it. */
function isNews(job: ChangedJob, isPublicNow: boolean, notice: SearchNotice | undefined, since: Date): boolean {
  if (job.publishedAt === null) return false
  if (notice !== undefined) return notice.revision !== job.revision || notice.isWithdrawn === isPublicNow
  // When a company is suspended, all its jobs are changed. Those that it has unpublished long ago are not worth a call.
  return job.status === 'PUBLISHED' || job.updatedAt > since
}

/** Makes a short text that differs if people see something else of a public job. */
function hashPublic(job: StoredJob): string {
  // The terms say which salary people see. The company's currency is the same for all its jobs, so it is no change of one of them.
  const { displaySalary: _, minSalary: __, maxSalary: ___, ...others } = job.fields
  const fields = Object.entries(others)
    // The order of the fields is no difference, and a field that was cleared is the same as an absent one.
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([fields, describeTerms({ currency: null }, job)])
  return createHash('sha256').update(text).digest('base64url')
}
