import type { Answer } from './answer.ts'
import type { HostileRequest } from './request.ts'

/** Texts that only the inside of the server knows. */
const LEAK = /node_modules|\.[jt]sx?:\d+:\d+|\bat (async )?[\w.<>]+ \(|Mongo\w*Error|E11000|BSON|ECONN\w+/

/** Finds what is wrong with an answer. Undefined if the server may give it to any request. */
export function findProblem(request: HostileRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer
  if (status < 400) return request.isRefused ? `it was accepted: ${status}` : undefined
  const text = body.toString('utf8')
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  const leak = LEAK.exec(text)?.[0]
  if (leak !== undefined) return `${status} shows its inside: ${leak}`
  if (request.isHead) return undefined
  // Node's parser refused the request before our code saw it, and closes the connection.
  const isOurs = headers.has('x-request-id')
  if (!isOurs && headers.get('connection') !== 'close') return `${status} has no x-request-id`
  return isOurs || body.length > 0 ? findBodyProblem(answer, text) : undefined
}

function findBodyProblem({ status, headers }: Answer, text: string): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (type === 'text/html; charset=utf-8')
    return text.startsWith('<!DOCTYPE html>') || text.startsWith('<!doctype html>') ? undefined : `${status} is no page`
  if (!/^application\/(json|jsonl)\b/.test(type)) return `${status} is ${type === '' ? 'of no type' : type}`
  try {
    const body: unknown = JSON.parse(text)
    const errors = [body].flat().map((item) => readMember(item, 'error') ?? null)
    return errors.some((error) => typeof readMember(error, 'message') === 'string')
      ? undefined
      : `${status} has no error message: ${text.slice(0, 300)}`
  } catch {
    return `${status} is no JSON: ${text.slice(0, 300)}`
  }
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
