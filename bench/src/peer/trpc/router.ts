import { z } from 'zod'
import { CandidateFilter } from '../mongoose/candidate.ts'
import { listCandidates } from '../mongoose/candidate-service.ts'
import { ExternalId } from '../mongoose/external-id.ts'
import { JobCreateBody, JobUpdateBody } from '../mongoose/job.ts'
import { createJob, unpublishJob, updateJob } from '../mongoose/job-service.ts'
import { LinkBody } from '../mongoose/link.ts'
import { linkJobs } from '../mongoose/link-service.ts'
import { router, withKey } from './init.ts'
import { CandidateList, JobResult, LinkResults, UnpublishResult } from './output.ts'

/** The external id out of a path, which trpc-to-openapi leaves percent-encoded. */
const externalJobId = z
  .string()
  .transform((text, ctx) => {
    try {
      return decodeURIComponent(text)
    } catch {
      ctx.addIssue('must be percent-encoded UTF-8')
      return z.NEVER
    }
  })
  .pipe(ExternalId)

export const appRouter = router({
  createJob: withKey('write')
    .meta({ openapi: { method: 'POST', path: '/job' } })
    .input(JobCreateBody)
    .output(JobResult)
    .mutation(({ ctx, input }) => createJob(ctx.caller, input.job)),

  updateJob: withKey('write')
    .meta({ openapi: { method: 'PUT', path: '/job/{externalJobId}' } })
    .input(JobUpdateBody.extend({ externalJobId }))
    .output(JobResult)
    .mutation(async ({ ctx, input }) => {
      const { isNew, ...result } = await updateJob(ctx.caller, input.externalJobId, input.job)
      if (isNew) ctx.res.status(201)
      return result
    }),

  unpublishJob: withKey('write')
    .meta({ openapi: { method: 'DELETE', path: '/job/{externalJobId}' } })
    .input(z.object({ externalJobId }))
    .output(UnpublishResult)
    .mutation(({ ctx, input }) => unpublishJob(ctx.caller, input.externalJobId)),

  listCandidates: withKey('read')
    .meta({ openapi: { method: 'GET', path: '/job/{externalJobId}/candidates' } })
    .input(CandidateFilter.extend({ externalJobId }))
    .output(CandidateList)
    .query(({ ctx, input: { externalJobId, ...filter } }) => listCandidates(ctx.caller, externalJobId, filter)),

  linkJobs: withKey('write')
    .meta({ openapi: { method: 'POST', path: '/job/link' } })
    .input(LinkBody)
    .output(LinkResults)
    .mutation(({ ctx, input }) => linkJobs(ctx.caller, input.links)),
})
