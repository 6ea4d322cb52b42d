import { type JobUpdate, JobUpsert } from '@boardwalk/schema/job'
import type { JobUpsertResult } from '@boardwalk/schema/job-answer'
import type { SafeChange } from '@boardwalk/schema/job-content'
import { describeIssues } from '@boardwalk/schema/wording'
import { z } from 'zod'
import type { KeyActor } from '../activity/audit.ts'
import { requireNotSuspended } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { invalidRequest } from '../error.ts'
import { takeTurn, waitForTurn } from '../process/turns.ts'
import { noteItems, noteWarnings, type Route } from '../trpc/context.ts'
import { toApiError, toAppError } from '../trpc/error.ts'
import { withSafeHtml } from './change.ts'
import type { StoredJob } from './job.ts'
import { previewUpdate, type UpdateRequest, updateFrom } from './update.ts'
import { findNamesakes } from './warn.ts'

const Row = z.object({ job: JobUpsert })
/** The work of checking a row, in characters of HTML. Merging it with the stored job counts as much again. */
const ROW_WORK = 10_000

/** One job of a batch: its change, or why it cannot be read. */
type Item = { id: string; sent: JobUpdate; change: SafeChange } | { id: string | null; failure: unknown }

/**
 * Creates or updates many jobs. If `create` is false, it only updates. A dry run writes nothing and says what would happen. Each job
 * has its own result, so a job that fails does not affect the others. Throws `company_suspended`, which concerns all of them.
 */
export const upsertJobs: Route<'upsertJobs'> = async ({ ctx, input }) => {
  const { deps, actor, request } = ctx
  const { jobs, dryRun = false, create: mayCreate = true } = input
  await requireNotSuspended(deps, actor)
  request.answer.mayBeCompressed = true
  const { companyId } = actor
  const items: Item[] = []
  // One after the other, so that a large batch lets other requests in.
  for (const job of jobs) items.push(await readItem(job))
  // One query reads all jobs, because most jobs of a feed have not changed and need no write.
  const ids = [...new Set(items.flatMap(({ id }) => id ?? []))]
  const read = await findJobs(deps, companyId, ids)
  const found = await findNamesakes(
    deps,
    companyId,
    ids.filter((id) => !read.has(id)),
    true,
  )
  const turns = new Map<string | null, Promise<unknown>>()
  const results = items.map((item) => {
    const { id } = item
    const before = turns.get(id)
    const namesakes = id === null ? undefined : found.get(id)
    const upsert = (stored: StoredJob | undefined) =>
      upsertJob(deps, actor, { item, stored, dryRun, mayCreate, namesakes })
    // Rows with the same id run one after another, so that the last one wins, as in separate calls.
    const isRepeated = id !== null && before !== undefined && !dryRun
    const result = isRepeated
      ? before.then(() => deps.jobs.findLatest(companyId, id)).then(upsert)
      : upsert(read.get(id))
    turns.set(id, result)
    return result
  })
  const all = await Promise.all(results)
  noteItems(
    request,
    all.map(({ id, error }) => ({ id, problem: error?.message, code: error?.code })),
    dryRun,
  )
  noteWarnings(request, all)
  return { results: all, error: null }
}

async function readItem(job: unknown): Promise<Item> {
  const id = readId(job)
  try {
    const row = await takeTurn(ROW_WORK, () => Row.safeParse({ job }))
    if (!row.success || id === null) throw invalidRequest(describeIssues(row.error ?? { issues: [] }))
    const sent = row.data.job
    return { id, sent, change: await withSafeHtml(sent) }
  } catch (failure) {
    return { id, failure }
  }
}

function readId(job: unknown): string | null {
  return typeof job === 'object' && job !== null && 'id' in job && typeof job.id === 'string' ? job.id : null
}

async function findJobs(deps: Deps, companyId: string, ids: string[]) {
  const found = await deps.jobs.findLatestOfEach(companyId, ids)
  return new Map(found.map((job) => [job.externalId, job]))
}

interface Upsert extends Pick<UpdateRequest, 'mayCreate' | 'namesakes'> {
  item: Item
  /** The job that was read at the start of the call. Undefined if there was none. */
  stored: StoredJob | undefined
  dryRun: boolean
}

async function upsertJob(
  deps: Deps,
  actor: KeyActor,
  { item, stored, dryRun, ...options }: Upsert,
): Promise<JobUpsertResult> {
  const { id } = item
  try {
    if ('failure' in item) throw item.failure
    await waitForTurn(ROW_WORK)
    const request = { externalId: item.id, sent: item.sent, change: item.change, ...options }
    const { outcome, ...result } = dryRun
      ? await previewUpdate(deps, actor.companyId, stored, request)
      : await updateFrom(deps, actor, stored, request)
    return { id, status: outcome, ...result, error: null }
  } catch (cause) {
    const error = toAppError(cause)
    if (error.status >= 500) deps.log.error({ err: cause }, 'one job of a batch failed')
    return { id, status: 'failed', jobId: null, jobUrl: null, error: toApiError(error, undefined) }
  }
}
