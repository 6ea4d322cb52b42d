import { type Answer, type ArrivedRequest, ask, type Handler } from './ask.ts'
import type { Failure } from './failure.ts'

export type Outcome = Answer | 'connection lost' | 'no answer'

/** Answers a request, or makes it fail as the test asked. */
export async function exchange(
  handler: Handler,
  request: ArrivedRequest,
  failure: Failure | undefined,
): Promise<Outcome> {
  if (failure === 'no answer') return failure
  if (failure === 'request lost') return 'connection lost'
  if (typeof failure === 'object') return answerFailure(handler, request, failure)
  const answer = await ask(handler, request)
  if (failure === 'answer lost') return 'connection lost'
  return failure === 'truncated' ? withBody(answer, answer.body.subarray(0, answer.body.length / 2)) : answer
}

async function answerFailure(
  handler: Handler,
  { method, headers: { 'x-api-key': _, ...headers }, ...request }: ArrivedRequest,
  failure: Exclude<Failure, string>,
): Promise<Answer> {
  const { status } = failure
  if ('html' in failure) {
    const page = { status, headers: { 'content-type': 'text/html; charset=utf-8', ...failure.headers } }
    return withBody(page, Buffer.from(failure.html))
  }
  // The board refuses a request without a key, and changes nothing. Its error has the members of this address.
  const refusal = await ask(handler, { ...request, method: method === 'HEAD' ? 'GET' : method, headers })
  const { message = `Failed with ${status}, as the test asked`, code } = failure
  const { error, ...others } = JSON.parse(refusal.body.toString())
  const body = JSON.stringify({ ...others, error: { message, code, requestId: error.requestId } })
  return withBody({ status, headers: { ...refusal.headers, ...failure.headers } }, Buffer.from(body))
}

const withBody = ({ status, headers }: Omit<Answer, 'body'>, body: Buffer): Answer => ({
  status,
  headers: { ...headers, 'content-length': String(body.length) },
  body,
})
