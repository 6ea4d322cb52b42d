import type { jobOperations } from '@boardwalk/schema/operation/job'
import { invalidRequest } from '../../error.ts'
import type { Routes } from '../api-key/with-key.ts'
import { createJob } from './service/create.ts'
import { linkJobs } from './service/link.ts'
import { getJob, listJobs } from './service/read.ts'
import { unpublishJob } from './service/unpublish.ts'
import { updateJob } from './service/update.ts'
import { upsertJobs } from './service/upsert.ts'

/** Tells whether a request may create a job. Throws `invalid_request`: a job has no entity tag that a header could name. */
function readMayCreate(ifMatch: string | undefined): boolean {
  if (ifMatch === undefined) return true
  if (ifMatch.trim() === '*') return false
  throw invalidRequest([{ path: 'if-match', message: 'if-match must be "*", which asks not to create a job' }])
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
  linkJobs: ({ ctx, input }) => linkJobs(ctx.deps, ctx.actor, input),
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
  upsertJobs: ({ ctx, input }) => {
    ctx.answer.mayBeCompressed = true
    return upsertJobs(ctx.deps, ctx.actor, input)
  },
}
