import { z } from 'zod'
import { Caller } from '../caller.ts'
import { describeOperation } from './operation.ts'

/** The operation that tells callers who they are. */
export const callerOperations = {
  getMe: describeOperation({
    method: 'GET',
    path: '/me',
    scope: 'any',
    tag: 'Key',
    summary: 'Get the key’s company and scopes (extension)',
    description:
      'Says which company the key belongs to, what it may do, and when it ends. An extension of the integration API.',
    isExtension: true,
    input: z.object({}),
    output: Caller,
    nullMember: 'key',
    success: { 200: 'The key of this request.' },
    errors: [],
    example: {
      answer: {
        key: {
          name: 'Nightly feed',
          ending: '68ba',
          scopes: ['read', 'write'],
          endsAt: null,
          company: { id: 'cmp_8k2m4p6q8s0t2v4x6z8b', name: 'Atlas Talents', slug: 'atlas-talents' },
        },
        error: null,
      },
      refused: { company: 'atlas-talents' },
    },
  }),
}
