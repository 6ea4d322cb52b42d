import { z } from 'zod'
import { Caller } from './api-key.ts'
import { candidateOperations } from './operation/candidate.ts'
import { jobOperations } from './operation/job.ts'
import { describeOperation, type Operation } from './operation/operation.ts'

/** The operation that tells callers whose key they use. */
const keyOperations = {
  getMe: describeOperation({
    method: 'GET',
    path: '/me',
    scope: 'any',
    tag: 'Key',
    summary: 'Get the key’s company, scopes and limits (extension)',
    description:
      'Says which company the key belongs to, what it may do, when it ends, and the limits of the board. An extension of the integration API.',
    isExtension: true,
    input: z.object({}),
    output: Caller,
    nullMember: 'key',
    success: { 200: 'The key of this request, and the limits.' },
    errors: [],
    example: {
      answer: {
        key: {
          name: 'Nightly feed',
          ending: '68ba',
          scopes: ['read', 'write'],
          endsAt: null,
          company: { id: 'cmp_8k2m4p6q8s0t2v4x6z8b', name: 'Atlas Talents', slug: 'atlas-talents', suspended: false },
        },
        limits: {
          requestsPerMinute: 600,
          requestsPerMinuteOfAddress: null,
          jobsPerRequest: 100,
          candidatesPerRequest: 100,
          linksPerRequest: 1000,
          pageSizeMax: 100,
          waitSecondsMax: 20,
          bodyBytesMax: 1_048_576,
        },
        error: null,
      },
      refused: { company: 'atlas-talents' },
    },
  }),
}

/** Every operation of the integration API, in the order of the document. */
export const operations = { ...jobOperations, ...candidateOperations, ...keyOperations }

export type OperationName = keyof typeof operations

// `operations` has these keys and no others.
export const operationNames = Object.keys(operations) as OperationName[]

/** The errors that only some operations answer with. */
export type OwnError = (typeof operations)[OperationName]['errors'][number]

export interface NamedOperation extends Operation<OwnError> {
  name: OperationName
}

/** The operations as a list. */
export const operationList: NamedOperation[] = operationNames.map((name) => ({
  name,
  ...operations[name],
}))
