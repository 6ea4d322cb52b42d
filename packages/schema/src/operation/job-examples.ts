import type { Job, JobResult, UnpublishResult } from '../job-answer.ts'
import type { JobUpsertResults } from '../job-upsert.ts'
import type { LinkResults } from '../link.ts'

/* The examples in the OpenAPI document. */

/** The external id in every example. */
export const externalId = 'ATL-2026-0001'
const jobUrl = 'https://jobs.example.com/fr/companies/atlas-talents/jobs/developpeuse-typescript-42'

const fields = {
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
}

export const job = fields

export const jobChange = { title: 'Développeuse TypeScript (Rabat)', city: 'Rabat', benefits: null }

export const storedJob: Job = {
  ...fields,
  status: 'PUBLISHED',
  jobId: 42,
  jobUrl,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  publishedAt: '2026-03-01T08:00:00.000Z',
  changedBy: 'api',
}

export const jobResult: JobResult = { jobId: 42, jobUrl, error: null }

export const unpublishResult: UnpublishResult = { jobId: 42, error: null }

export const linkRequest = {
  links: [
    { platformJobId: 42, externalJobId: externalId },
    { platformJobId: 43, externalJobId: 'ATL-2026-0002' },
  ],
}

export const linkResults: LinkResults = {
  results: [
    { platformJobId: 42, externalJobId: externalId, status: 'linked' },
    { platformJobId: 43, externalJobId: 'ATL-2026-0002', status: 'already_linked', currentExternalJobId: 'OLD-7' },
  ],
  error: null,
}

export const upsertRequest = {
  jobs: [fields, { id: 'ATL-2026-0002', title: 'Comptable', minSalary: 9000, maxSalary: 8000 }],
}

const salaries = 'job.minSalary (9000) must be at most job.maxSalary (8000)'

export const upsertResults: JobUpsertResults = {
  results: [
    { id: externalId, status: 'updated', jobId: 42, jobUrl, error: null },
    {
      id: 'ATL-2026-0002',
      status: 'failed',
      jobId: null,
      jobUrl: null,
      error: { message: salaries, code: 'invalid_request', issues: [{ path: 'job.minSalary', message: salaries }] },
    },
  ],
  error: null,
}
