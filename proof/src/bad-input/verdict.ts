import type { Answer } from './answer.ts'
import type { HostileRequest } from './request.ts'

/** What belongs to the inside of the server. */
const LEAK = /node_modules|\.[jt]sx?:\d+:\d+|\bat (async )?[\w.<>]+ \(|Mongo\w*Error|E11000|BSON|ECONN\w+/

/** What an answer says wrongly; undefined where it is one that this server may give to anything. */
export function problemOf(request: HostileRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer
  if (status < 400) return request.isRefused ? `it was taken: ${status}` : undefined
  const text = body.toString('utf8')
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  const leak = LEAK.exec(text)?.[0]
  if (leak !== undefined) return `${status} shows its inside: ${leak}`
  if (request.isHead) return undefined
  // Refused by the parser, before any of our code: it closes the connection.
  const isOurs = headers.has('x-request-id')
  if (!isOurs && headers.get('connection') !== 'close') return `${status} has no x-request-id`
  return isOurs || body.length > 0 ? bodyProblem(answer, text) : undefined
}

function bodyProblem({ status, headers }: Answer, text: string): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (type === 'text/html; charset=utf-8')
    return text.startsWith('<!DOCTYPE html>') || text.startsWith('<!doctype html>') ? undefined : `${status} is no page`
  if (!/^application\/(json|jsonl)\b/.test(type)) return `${status} is ${type === '' ? 'of no type' : type}`
  try {
    const body: unknown = JSON.parse(text)
    const errors = [body].flat().map((item) => memberOf(item, 'error') ?? null)
    return errors.some((error) => typeof memberOf(error, 'message') === 'string')
      ? undefined
      : `${status} has no error message: ${text.slice(0, 300)}`
  } catch {
    return `${status} is no JSON: ${text.slice(0, 300)}`
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
