import type { JobUpsertResult } from '@boardwalk/schema/job-upsert'
import type { LinkResult } from '@boardwalk/schema/link'
import type { jobOperations } from '@boardwalk/schema/operation/job'
import { invalidRequest } from '../../error.ts'
import type { IntegrationContext } from '../../trpc/context.ts'
import { summariseItems } from '../activity/api-request.ts'
import type { Routes } from '../api-key/with-key.ts'
import { createJob } from './create.ts'
import { linkJobs } from './link.ts'
import { getJob, listJobs } from './read.ts'
import { unpublishJob } from './unpublish.ts'
import { updateJob } from './update.ts'
import { upsertJobs } from './upsert.ts'

/** Tells whether a request may create a job. Throws `invalid_request`: a job has no entity tag that a header could name. */
function readMayCreate(ifMatch: string | undefined): boolean {
  if (ifMatch === undefined) return true
  if (ifMatch.trim() === '*') return false
  throw invalidRequest([{ path: 'if-match', message: 'if-match must be "*", which asks not to create a job' }])
}

type Noting = Pick<IntegrationContext, 'answer' | 'noteItems'>

/** Notes which items of a batch were refused, and whether the batch has changed anything. */
function noteItems({ answer, noteItems }: Noting, items: Parameters<typeof summariseItems>[0], isDryRun = false): void {
  const summary = summariseItems(items)
  noteItems(summary)
  answer.changesNothing = isDryRun || summary.refused === summary.sent
}

const toJobItem = ({ id, error }: JobUpsertResult) => ({ id, problem: error?.message })

/** A job that has the id already counts as linked, because setting the same links again is no mistake. */
function toLinkItem({ platformJobId, externalJobId: id, status, currentExternalJobId }: LinkResult) {
  if (status === 'not_found') return { id, problem: `There is no job ${platformJobId}` }
  if (status === 'linked' || currentExternalJobId === id) return { id, problem: undefined }
  const problem =
    currentExternalJobId === null
      ? 'Another job has this external id'
      : `Job ${platformJobId} has the external id ${currentExternalJobId}`
  return { id, problem }
}

/** Calls the service of each operation on jobs. */
export const jobRoutes: Routes<typeof jobOperations> = {
  createJob: ({ ctx, input }) => createJob(ctx.deps, ctx.actor, input),
  updateJob: async ({ ctx, input }) => {
    const mayCreate = readMayCreate(ctx.ifMatch)
    const { outcome, ...result } = await updateJob(ctx.deps, ctx.actor, { ...input, mayCreate })
    if (outcome === 'created') ctx.answer.status = 201
    return { ...result, error: null }
  },
  unpublishJob: ({ ctx, input }) => unpublishJob(ctx.deps, ctx.actor, input),
  linkJobs: async ({ ctx, input }) => {
    const linked = await linkJobs(ctx.deps, ctx.actor, input)
    noteItems(ctx, linked.results.map(toLinkItem))
    return linked
  },
  getJob: ({ ctx, input }) => {
    ctx.answer.mayBeCompressed = true
    return getJob(ctx.deps, ctx.actor, input)
  },
  listJobs: async ({ ctx, input }) => {
    const { list, changedThrough } = await listJobs(ctx.deps, ctx.actor, input)
    if (changedThrough !== undefined) ctx.answer.headers['x-changed-through'] = changedThrough.toISOString()
    ctx.answer.mayBeCompressed = true
    return list
  },
  upsertJobs: async ({ ctx, input }) => {
    ctx.answer.mayBeCompressed = true
    const upserted = await upsertJobs(ctx.deps, ctx.actor, input)
    noteItems(ctx, upserted.results.map(toJobItem), input.dryRun)
    return upserted
  },
}
