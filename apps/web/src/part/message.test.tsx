import { TRPCClientError } from '@trpc/client'
import { expect, it } from 'vitest'
import { readText, renderPart } from '../test/markup.tsx'
import { Failure } from './message.tsx'

const refusal = (httpStatus: number, code: string) =>
  new TRPCClientError('In English', {
    result: {
      error: { message: 'In English', code: -32603, data: { code, httpStatus, requestId: 'r-1', issues: [] } },
    },
  })

it.each([
  ['a lost connection', new TRPCClientError('fetch failed'), 'Le serveur ne répond pas', { id: false, retry: true }],
  ['a failure of the server', refusal(500, 'internal'), 'par notre faute', { id: true, retry: true }],
  ['a refusal', refusal(404, 'job_id_not_found'), 'Aucune offre', { id: false, retry: false }],
  ['too many attempts', refusal(429, 'too_many_requests'), 'Trop', { id: false, retry: true }],
])(
  '%s is said in the reader’s language, with a request id and another try where these help',
  (_what, error, said, has) => {
    const text = readText(renderPart(<Failure error={error} onRetry={() => {}} />, 'fr'))
    expect(text).toContain(said)
    expect(text).not.toContain('In English')
    expect({ id: text.includes('r-1'), retry: /Réessayer$/.test(text) }).toEqual(has)
  },
)
