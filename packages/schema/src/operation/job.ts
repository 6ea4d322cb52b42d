import { z } from 'zod'
import { ExternalId } from '../external-id.ts'
import { JobCreate, JobFilter, JobFound, JobList, JobResult, JobUpdate, UnpublishResult } from '../job.ts'
import { JobUpsertResults, JobUpserts } from '../job-upsert.ts'
import { limits } from '../limits.ts'
import { LinkRequest, LinkResults } from '../link.ts'
import * as example from './job-examples.ts'
import { describeOperation } from './operation.ts'

/** The operations on a company's jobs. */
export const jobOperations = {
  createJob: describeOperation({
    method: 'POST',
    path: '/job',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Create a job',
    description:
      'The job goes live at once unless `status` is `UNPUBLISHED`. If an answer is lost, send it again: a 409 says that the first one arrived.',
    input: z.object({ job: JobCreate }),
    output: JobResult,
    nullMember: 'jobId',
    success: { 200: 'The job was created.' },
    errors: ['job_exists'],
    example: {
      request: { job: example.job },
      answer: example.jobResult,
      refused: { job: { title: 'Comptable', educationLevel: 'Bac+5' } },
    },
  }),

  updateJob: describeOperation({
    method: 'PUT',
    path: '/job/{externalJobId}',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Update a job, or create it',
    description:
      'Send only the fields to change: an omitted field stays as it is, `null` clears an optional one. No job of this id yet: it is created, and needs a title.',
    input: z.object({ externalJobId: ExternalId, job: JobUpdate }),
    output: JobResult,
    nullMember: 'jobId',
    success: { 200: 'The job was updated.', 201: 'There was no job of this id; it was created.' },
    errors: [],
    example: {
      request: { job: example.jobChange },
      answer: example.jobResult,
      refused: { externalJobId: example.externalId, job: { contractType: 'Permanent', maxExperience: 25 } },
    },
  }),

  unpublishJob: describeOperation({
    method: 'DELETE',
    path: '/job/{externalJobId}',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Unpublish a job',
    description: 'The job is no longer visible to candidates; its data is retained. Once more is the same.',
    input: z.object({ externalJobId: ExternalId }),
    output: UnpublishResult,
    nullMember: 'jobId',
    success: { 200: 'The job is unpublished.' },
    errors: ['job_not_found'],
    example: { answer: example.unpublishResult, refused: { externalJobId: ' ' } },
  }),

  linkJobs: describeOperation({
    method: 'POST',
    path: '/job/link',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Link external ids to jobs that the board has',
    description: `At most ${limits.links.toLocaleString('en')} links, taken in order; one result per link.`,
    input: LinkRequest,
    output: LinkResults,
    nullMember: 'results',
    success: { 200: 'What became of each link.' },
    errors: [],
    example: {
      request: example.linkRequest,
      answer: example.linkResults,
      refused: { links: [{ platformJobId: '42', externalJobId: example.externalId }] },
    },
  }),

  getJob: describeOperation({
    method: 'GET',
    path: '/job/{externalJobId}',
    scope: 'read',
    tag: 'Jobs',
    summary: 'Get a job (extension)',
    description: 'One job as stored. An extension of the integration API.',
    input: z.object({ externalJobId: ExternalId }),
    output: JobFound,
    nullMember: 'job',
    success: { 200: 'The job.' },
    errors: ['job_not_found'],
    example: { answer: { job: example.storedJob, error: null }, refused: { externalJobId: ' ' } },
  }),

  listJobs: describeOperation({
    method: 'GET',
    path: '/jobs',
    scope: 'read',
    tag: 'Jobs',
    summary: 'List the company’s jobs (extension)',
    description:
      'Ascending by `jobId`; jobs without an external id too, with `id` null. An extension of the integration API.',
    input: JobFilter,
    output: JobList,
    nullMember: 'jobs',
    success: { 200: 'One page of jobs.' },
    errors: [],
    example: { answer: { jobs: [example.storedJob], total: 1, error: null }, refused: { page: 0 } },
  }),

  upsertJobs: describeOperation({
    method: 'PUT',
    path: '/jobs',
    scope: 'write',
    tag: 'Jobs',
    summary: `Update or create up to ${limits.jobs} jobs (extension)`,
    description:
      'Each job as for an update, with its `id`. The failure of one harms no other. With `dryRun` nothing is written, and the results say what would be. An extension of the integration API.',
    input: JobUpserts,
    output: JobUpsertResults,
    nullMember: 'results',
    success: { 200: 'What became of each job.' },
    errors: [],
    example: { request: example.upsertRequest, answer: example.upsertResults, refused: { jobs: [] } },
  }),
}
