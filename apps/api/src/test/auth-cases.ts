import type { Scope } from '@boardwalk/schema/api-key'
import { errorCatalogue } from '@boardwalk/schema/error'
import type { Operation } from '@boardwalk/schema/operation/operation'
import { type OperationName, operations } from '@boardwalk/schema/operations'

/** Two jobs of a company: one with an external id, and one on the board without an external id. */
interface OwnedJobs {
  externalId: string
  boardJobId: number
}

/** How tests try the rights to an operation. */
interface AuthCase {
  /** With `any`, each key will do. */
  scope: Scope | 'any'
  /** The member that is null in every body of an error. */
  nullMember: string
  request: (owned: OwnedJobs) => [method: string, path: string, body?: unknown]
  /** The answer to a good key of another company: as if the job did not exist. */
  toAnother: { status: number; body: object }
}

type OwnErrorOf<Name extends OperationName> = (typeof operations)[Name]['errors'][number]
type MethodOf<Name extends OperationName> = (typeof operations)[Name]['method']

/** The errors for a job that the company does not have. */
const unknownJob = ['job_not_found', 'candidates_forbidden'] as const
type UnknownJob = (typeof unknownJob)[number]

type Bodies = {
  [Name in OperationName as MethodOf<Name> extends 'POST' | 'PUT' ? Name : never]: (owned: OwnedJobs) => object
}
type Answers = {
  [Name in OperationName as UnknownJob & OwnErrorOf<Name> extends never ? Name : never]: AuthCase['toAnother']
}

const content = { title: 'Written by another company' }

/** The body for each operation that reads one. */
const bodies: Bodies = {
  createJob: ({ externalId }) => ({ job: { id: externalId, ...content } }),
  updateJob: () => ({ job: content }),
  linkJobs: ({ boardJobId }) => ({
    links: [{ platformJobId: boardJobId, externalJobId: 'taken by another company' }],
  }),
  upsertJobs: ({ externalId }) => ({ jobs: [{ id: externalId, ...content }] }),
}

/** The answer to another company, for each operation that does not refuse an unknown job. */
const answersToAnother: Answers = {
  createJob: { status: 200, body: { error: null } },
  updateJob: { status: 201, body: { error: null } },
  linkJobs: { status: 200, body: { results: [{ status: 'not_found' }], error: null } },
  getMe: { status: 200, body: { error: null } },
  listJobs: { status: 200, body: { jobs: [], total: 0, error: null } },
  listAllCandidates: { status: 200, body: { candidates: [], total: 0, error: null } },
  upsertJobs: { status: 200, body: { results: [{ status: 'created', error: null }], error: null } },
}

const bodyByName = new Map<string, (owned: OwnedJobs) => object>(Object.entries(bodies))
const answerByName = new Map<string, AuthCase['toAnother']>(Object.entries(answersToAnother))

/** Finds how to try the rights to an operation. Its scope and its refusals come from its description. */
export function findAuthCase(name: OperationName): AuthCase {
  const { scope, nullMember, method, path }: Operation = operations[name]
  const body = bodyByName.get(name)
  return {
    scope,
    nullMember,
    request: (owned) => {
      const target = path.replace('{externalJobId}', owned.externalId)
      return body === undefined ? [method, target] : [method, target, body(owned)]
    },
    toAnother: answerByName.get(name) ?? refuseUnknownJob(operations[name]),
  }
}

function refuseUnknownJob({ nullMember, errors }: Operation): AuthCase['toAnother'] {
  const code = unknownJob.find((error) => errors.includes(error))
  if (code === undefined) throw new Error('the type Answers asks for an entry of such an operation')
  return { status: errorCatalogue[code].status, body: { [nullMember]: null, error: { code } } }
}
