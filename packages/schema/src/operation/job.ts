import { z } from 'zod'
import { ExternalId, JobCreate, JobUpdate } from '../job.ts'
import { type Job, JobFound, JobResult, JobUpsertResults, JobUpserts, UnpublishResult } from '../job-answer.ts'
import { JobFilter, JobList } from '../job-list.ts'
import { limits } from '../limits.ts'
import { LinkRequest, LinkResults } from '../link.ts'
import { ChangedThrough, describeOperation } from './operation.ts'

/* The examples in the OpenAPI document. */

/** The external id in every example. */
export const externalId = 'ATL-2026-0001'
const jobUrl = 'https://jobs.example.com/fr/companies/atlas-talents/jobs/developpeuse-typescript-42'

const sentJob = {
  id: externalId,
  title: 'Développeuse TypeScript',
  description: '<p>Au sein d’une équipe de <strong>six</strong> personnes.</p>',
  city: ['Casablanca', 'Rabat'],
  country: 'Maroc',
  languages: ['fr' as const, 'en' as const],
  contractType: 'CDI' as const,
  educationLevel: 'BAC +5' as const,
  workMode: 'HYBRID' as const,
  minSalary: 18_000,
  maxSalary: 24_000,
  displaySalary: true,
  recruitmentProcess: ['Entretien RH', 'Test technique', 'Entretien avec l’équipe'],
  department: 'R&D',
  boardwalk: { currency: 'MAD', period: 'MONTH' as const, basis: 'NET' as const, hours: 'FULL_TIME' as const },
}

const jobChange = { title: 'Développeuse TypeScript (Rabat)', city: 'Rabat', benefits: null }

const storedJob: Job = {
  ...sentJob,
  status: 'PUBLISHED',
  closed: false,
  suspended: false,
  jobId: 42,
  jobUrl,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  publishedAt: '2026-03-01T08:00:00.000Z',
  changedBy: 'api',
}

const jobResult: JobResult = { jobId: 42, jobUrl, error: null }

const unpublishResult: UnpublishResult = { jobId: 42, error: null }

const linkRequest = {
  links: [
    { platformJobId: 42, externalJobId: externalId },
    { platformJobId: 43, externalJobId: 'ATL-2026-0002' },
  ],
}

const linkResults: LinkResults = {
  results: [
    { platformJobId: 42, externalJobId: externalId, status: 'linked' },
    { platformJobId: 43, externalJobId: 'ATL-2026-0002', status: 'already_linked', currentExternalJobId: 'OLD-7' },
  ],
  error: null,
}

const upsertRequest = {
  jobs: [sentJob, { id: 'ATL-2026-0002', title: 'Comptable', minSalary: 9000, maxSalary: 8000 }],
}

const salaryMessage = 'job.minSalary (9000) must be at most job.maxSalary (8000)'

const upsertResults: JobUpsertResults = {
  results: [
    { id: externalId, status: 'updated', jobId: 42, jobUrl, error: null },
    {
      id: 'ATL-2026-0002',
      status: 'failed',
      jobId: null,
      jobUrl: null,
      error: {
        message: salaryMessage,
        code: 'invalid_request',
        issues: [{ path: 'job.minSalary', message: salaryMessage }],
      },
    },
  ],
  error: null,
}

// An enumeration, because some code generators fail on `const`.
const IfMatch = z
  .enum(['*'])
  .meta({ id: 'IfMatch' })
  .describe('Only updates: if no job has this id, the answer is 412 and no job is created.')

/** The operations on a company's jobs. */
export const jobOperations = {
  createJob: describeOperation({
    method: 'POST',
    path: '/job',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Create a job',
    description:
      'The job is public at once unless `status` is `UNPUBLISHED`. If the answer is lost, send the request again: a 409 then means that the first one created the job.',
    isExtension: false,
    input: z.object({ job: JobCreate }).meta({ id: 'CreateJobRequest' }),
    output: JobResult,
    nullMember: 'jobId',
    success: { 200: 'The job was created.' },
    errors: ['company_suspended', 'job_exists'],
    example: {
      request: { job: sentJob },
      answer: jobResult,
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
      'Send only the fields to change. An omitted field keeps its value, and `null` clears an optional field. If no job has this id, the request creates the job, which then needs a title. With the header `If-Match: *` it creates none, and the answer is 412. The last change of a field wins, whether a key or a user made it. A job that is published again keeps its candidates, the date of its first publication, and its place in lists: for a new vacancy, use a new id.',
    isExtension: false,
    input: z.object({ externalJobId: ExternalId, job: JobUpdate }).meta({ id: 'UpdateJobRequest' }),
    requestHeaders: z.object({ 'if-match': IfMatch.optional() }),
    output: JobResult,
    nullMember: 'jobId',
    success: { 200: 'The job was updated.', 201: 'No job had this id; the job was created.' },
    errors: ['company_suspended', 'precondition_failed'],
    example: {
      request: { job: jobChange },
      answer: jobResult,
      refused: { externalJobId: externalId, job: { contractType: 'Permanent', maxExperience: 25 } },
    },
  }),

  unpublishJob: describeOperation({
    method: 'DELETE',
    path: '/job/{externalJobId}',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Unpublish a job',
    description:
      'Candidates can no longer see the job. The board keeps its data. Unpublishing it again changes nothing. A job stays published until this call, until its closing date has passed, or until a user unpublishes it.',
    isExtension: false,
    input: z.object({ externalJobId: ExternalId }),
    output: UnpublishResult,
    nullMember: 'jobId',
    success: { 200: 'The job is unpublished.' },
    errors: ['job_not_found'],
    example: { answer: unpublishResult, refused: { externalJobId: ' ' } },
  }),

  linkJobs: describeOperation({
    method: 'POST',
    path: '/job/link',
    scope: 'write',
    tag: 'Jobs',
    summary: 'Link external ids to jobs that the board has',
    description: `At most ${limits.links.toLocaleString('en')} links, set in this order. The answer has one result per link.`,
    isExtension: false,
    input: LinkRequest,
    output: LinkResults,
    nullMember: 'results',
    success: { 200: 'The result of each link.' },
    errors: [],
    example: {
      request: linkRequest,
      answer: linkResults,
      refused: { links: [{ platformJobId: '42', externalJobId: externalId }] },
    },
  }),

  getJob: describeOperation({
    method: 'GET',
    path: '/job/{externalJobId}',
    scope: 'read',
    tag: 'Jobs',
    summary: 'Get a job (extension)',
    description: 'One job as stored. An extension of the integration API.',
    isExtension: true,
    input: z.object({ externalJobId: ExternalId }),
    output: JobFound,
    nullMember: 'job',
    success: { 200: 'The job.' },
    errors: ['job_not_found'],
    example: { answer: { job: storedJob, error: null }, refused: { externalJobId: ' ' } },
  }),

  listJobs: describeOperation({
    method: 'GET',
    path: '/jobs',
    scope: 'read',
    tag: 'Jobs',
    summary: 'List the company’s jobs (extension)',
    description:
      'Lists jobs by ascending `jobId`, including jobs without an external id, whose `id` is null. With `changedSince`, it lists only those that were created or changed since then. An extension of the integration API.',
    isExtension: true,
    input: JobFilter,
    output: JobList,
    responseHeaders: z.object({ 'x-changed-through': ChangedThrough }),
    nullMember: 'jobs',
    success: { 200: 'One page of jobs.' },
    errors: [],
    example: { answer: { jobs: [storedJob], total: 1, error: null }, refused: { page: 0 } },
  }),

  upsertJobs: describeOperation({
    method: 'PUT',
    path: '/jobs',
    scope: 'write',
    tag: 'Jobs',
    summary: `Update or create up to ${limits.jobs} jobs (extension)`,
    description:
      'Each job has its `id` and the fields of an update. The status of the answer is 200 even if each job failed. A failed job does not affect the others. The results are in the order of `jobs`; if an id comes twice, its jobs are done in this order. With `"create": false`, the request creates no job. With `dryRun`, the request changes nothing, and the results say what it would do. An extension of the integration API.',
    isExtension: true,
    input: JobUpserts,
    output: JobUpsertResults,
    nullMember: 'results',
    success: { 200: 'The result of each job.' },
    errors: ['company_suspended'],
    example: { request: upsertRequest, answer: upsertResults, refused: { jobs: [] } },
  }),
}
