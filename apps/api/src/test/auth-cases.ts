import type { Scope } from '@boardwalk/schema/api-key'
import type { integrationRouter } from '../router/integration.ts'

/** A company's job under an external id, and one that the board has without any. */
interface OwnedJobs {
  externalId: string
  boardJobId: number
}

/** What a right is tried with, and what the spec (or the design, of an extension) says of it. */
interface AuthCase {
  scope: Scope
  /** The member that is null in every body of an error. */
  nullMember: string
  request: (owned: OwnedJobs) => [method: string, path: string, body?: unknown]
  /** What a good key of another company is answered: as if the job were not there. */
  toAnother: { status: number; body: object }
}

const content = { title: 'Written by another company' }
const nobody = { candidates: [], total: 0, error: null }

/** Who may do what: one entry for every operation of the integration API. */
export const authCases = {
  createJob: {
    scope: 'write',
    nullMember: 'jobId',
    request: ({ externalId }) => ['POST', '/job', { job: { id: externalId, ...content } }],
    toAnother: { status: 200, body: { error: null } },
  },
  updateJob: {
    scope: 'write',
    nullMember: 'jobId',
    request: ({ externalId }) => ['PUT', `/job/${externalId}`, { job: content }],
    toAnother: { status: 201, body: { error: null } },
  },
  unpublishJob: {
    scope: 'write',
    nullMember: 'jobId',
    request: ({ externalId }) => ['DELETE', `/job/${externalId}`],
    toAnother: { status: 404, body: { jobId: null, error: { code: 'job_not_found' } } },
  },
  linkJobs: {
    scope: 'write',
    nullMember: 'results',
    request: ({ boardJobId }) => [
      'POST',
      '/job/link',
      { links: [{ platformJobId: boardJobId, externalJobId: 'taken by another company' }] },
    ],
    toAnother: { status: 200, body: { results: [{ status: 'not_found' }], error: null } },
  },
  listCandidates: {
    scope: 'read',
    nullMember: 'candidates',
    request: ({ externalId }) => ['GET', `/job/${externalId}/candidates`],
    toAnother: { status: 403, body: { candidates: null, error: { code: 'candidates_forbidden' } } },
  },
  listAllCandidates: {
    scope: 'read',
    nullMember: 'candidates',
    request: () => ['GET', '/candidates'],
    toAnother: { status: 200, body: nobody },
  },
  getJob: {
    scope: 'read',
    nullMember: 'job',
    request: ({ externalId }) => ['GET', `/job/${externalId}`],
    toAnother: { status: 404, body: { job: null, error: { code: 'job_not_found' } } },
  },
  listJobs: {
    scope: 'read',
    nullMember: 'jobs',
    request: () => ['GET', '/jobs'],
    toAnother: { status: 200, body: { jobs: [], total: 0, error: null } },
  },
  upsertJobs: {
    scope: 'write',
    nullMember: 'results',
    request: ({ externalId }) => ['PUT', '/jobs', { jobs: [{ id: externalId, ...content }] }],
    toAnother: { status: 200, body: { results: [{ status: 'created', error: null }], error: null } },
  },
} satisfies Record<keyof (typeof integrationRouter)['_def']['procedures'], AuthCase>

/** The entry of an operation by its name; one that is missing fails the tests of the rights. */
export function authCaseOf(operation: string): AuthCase {
  const found = new Map<string, AuthCase>(Object.entries(authCases)).get(operation)
  if (found === undefined) throw new Error(`${operation} has no entry in test/auth-cases.ts: say who may call it`)
  return found
}
