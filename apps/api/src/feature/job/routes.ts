import { ExternalId } from '@boardwalk/schema/external-id'
import { JobCreate, JobFilter, JobFound, JobList, JobResult, JobUpdate, UnpublishResult } from '@boardwalk/schema/job'
import { JobUpsertResults, JobUpserts } from '@boardwalk/schema/job-upsert'
import { LinkRequest, LinkResults } from '@boardwalk/schema/link'
import { z } from 'zod'
import { withKey } from '../../trpc/init.ts'
import * as example from './examples.ts'
import { createJob } from './service/create.ts'
import { linkJobs } from './service/link.ts'
import { getJob, listJobs } from './service/read.ts'
import { unpublishJob } from './service/unpublish.ts'
import { updateJob } from './service/update.ts'
import { upsertJobs } from './service/upsert.ts'

const tags = ['Jobs']

export const jobRoutes = {
  createJob: withKey('write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/job',
        operationId: 'createJob',
        tags,
        summary: 'Create a job',
        description:
          'The job goes live at once unless `status` is `UNPUBLISHED`. If an answer is lost, send it again: a 409 says that the first one arrived.',
      },
      nullMember: 'jobId',
      output: JobResult,
      success: { 200: 'The job was created.' },
      errors: ['job_exists'],
      example: { request: { job: example.job }, answer: example.jobResult },
    })
    .input(z.object({ job: JobCreate }))
    .mutation(({ ctx, input }) => createJob(ctx.deps, ctx.actor, input)),

  updateJob: withKey('write')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/job/{externalJobId}',
        operationId: 'updateJob',
        tags,
        summary: 'Update a job, or create it',
        description:
          'Send only the fields to change: an omitted field stays as it is, `null` clears an optional one. No job of this id yet: it is created, and needs a title.',
      },
      nullMember: 'jobId',
      output: JobResult,
      success: { 200: 'The job was updated.', 201: 'There was no job of this id; it was created.' },
      errors: [],
      example: { request: { job: example.jobChange }, answer: example.jobResult },
    })
    .input(z.object({ externalJobId: ExternalId, job: JobUpdate }))
    .mutation(async ({ ctx, input }): Promise<JobResult> => {
      const { outcome, jobId, jobUrl } = await updateJob(ctx.deps, ctx.actor, input)
      if (outcome === 'created') ctx.answer.status = 201
      return { jobId, jobUrl, error: null }
    }),

  unpublishJob: withKey('write')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/job/{externalJobId}',
        operationId: 'unpublishJob',
        tags,
        summary: 'Unpublish a job',
        description: 'The job is no longer visible to candidates; its data is retained. Once more is the same.',
      },
      nullMember: 'jobId',
      output: UnpublishResult,
      success: { 200: 'The job is unpublished.' },
      errors: ['job_not_found'],
      example: { answer: example.unpublishResult },
    })
    .input(z.object({ externalJobId: ExternalId }))
    .mutation(({ ctx, input }) => unpublishJob(ctx.deps, ctx.actor, input)),

  linkJobs: withKey('write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/job/link',
        operationId: 'linkJobs',
        tags,
        summary: 'Link external ids to jobs that the board has',
        description: 'At most 1,000 links, taken in order; one result per link.',
      },
      nullMember: 'results',
      output: LinkResults,
      success: { 200: 'What became of each link.' },
      errors: [],
      example: { request: example.linkRequest, answer: example.linkResults },
    })
    .input(LinkRequest)
    .mutation(({ ctx, input }) => linkJobs(ctx.deps, ctx.actor, input)),

  getJob: withKey('read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/job/{externalJobId}',
        operationId: 'getJob',
        tags,
        summary: 'Get a job (extension)',
        description: 'One job as stored. An extension of the integration API.',
      },
      nullMember: 'job',
      output: JobFound,
      success: { 200: 'The job.' },
      errors: ['job_not_found'],
      example: { answer: { job: example.storedJob, error: null } },
    })
    .input(z.object({ externalJobId: ExternalId }))
    .query(({ ctx, input }) => getJob(ctx.deps, ctx.actor, input)),

  listJobs: withKey('read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/jobs',
        operationId: 'listJobs',
        tags,
        summary: 'List the company’s jobs (extension)',
        description:
          'Ascending by `jobId`; jobs without an external id too, with `id` null. An extension of the integration API.',
      },
      nullMember: 'jobs',
      output: JobList,
      success: { 200: 'One page of jobs.' },
      errors: [],
      example: { answer: { jobs: [example.storedJob], total: 1, error: null } },
    })
    .input(JobFilter)
    .query(({ ctx, input }) => listJobs(ctx.deps, ctx.actor, input)),

  upsertJobs: withKey('write')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/jobs',
        operationId: 'upsertJobs',
        tags,
        summary: 'Update or create up to 100 jobs (extension)',
        description:
          'Each job as for an update, with its `id`. The failure of one harms no other. With `dryRun` nothing is written, and the results say what would be. An extension of the integration API.',
      },
      nullMember: 'results',
      output: JobUpsertResults,
      success: { 200: 'What became of each job.' },
      errors: [],
      example: { request: example.upsertRequest, answer: example.upsertResults },
    })
    .input(JobUpserts)
    .mutation(({ ctx, input }) => upsertJobs(ctx.deps, ctx.actor, input)),
}
