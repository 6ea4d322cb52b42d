import type { Scope } from '@boardwalk/schema/api-key'
import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operations } from '@boardwalk/schema/operations'

/** What a company owns: a job with an external id, one without, and an application with a CV. */
interface Owned {
  externalId: string
  boardJobId: number
  applicationId: string
}

/** How tests try the rights to an operation. */
interface AuthCase {
  /** With `any`, each key will do. */
  scope: Scope | 'any'
  /** The member that is null in every body of an error. */
  nullMember: string
  request: (owned: Owned) => [method: string, path: string, body?: unknown]
  /** The answer to a good key of another company: as if the job or the application did not exist. */
  toAnother: { status: number; body: object }
}

const job = { title: 'Written by another company' }
const ok = (body = {}) => ({ status: 200, body: { ...body, error: null } })
const refused = (status: number, nullMember: string, code: string) => ({
  status,
  body: { [nullMember]: null, error: { code } },
})

/** By operation: what another company gets that sends the owner's ids, and the body of the request, if it has one. */
const cases: Record<OperationName, [toAnother: AuthCase['toAnother'], body?: (owned: Owned) => object]> = {
  createJob: [ok(), ({ externalId }) => ({ job: { id: externalId, ...job } })],
  updateJob: [{ ...ok(), status: 201 }, () => ({ job })],
  unpublishJob: [refused(404, 'jobId', 'job_not_found')],
  linkJobs: [
    ok({ results: [{ status: 'not_found' }] }),
    ({ boardJobId }) => ({ links: [{ platformJobId: boardJobId, externalJobId: 'taken' }] }),
  ],
  listCandidates: [refused(403, 'candidates', 'candidates_forbidden')],
  getCandidate: [refused(404, 'candidate', 'candidate_not_found')],
  downloadCv: [refused(404, 'cv', 'candidate_not_found')],
  updateCandidates: [
    ok({ results: [{ status: 'not_found' }] }),
    ({ applicationId }) => ({ candidates: [{ id: applicationId, status: 'HIRED' }] }),
  ],
  getMe: [ok()],
  listAllCandidates: [ok({ candidates: [], total: 0 })],
  listJobs: [ok({ jobs: [], total: 0 })],
  getJob: [refused(404, 'job', 'job_not_found')],
  upsertJobs: [
    ok({ results: [{ status: 'created', error: null }] }),
    ({ externalId }) => ({ jobs: [{ id: externalId, ...job }] }),
  ],
}

/** Finds how to try the rights to an operation. Its scope comes from its description. */
export function findAuthCase(name: OperationName): AuthCase {
  const { scope, nullMember, method, path }: Operation = operations[name]
  const [toAnother, makeBody] = cases[name]
  const request: AuthCase['request'] = (owned) => {
    const target = path.replace('{externalJobId}', owned.externalId).replace('{id}', owned.applicationId)
    return makeBody === undefined ? [method, target] : [method, target, makeBody(owned)]
  }
  return { scope, nullMember, toAnother, request }
}
