import { describe, expect, it } from 'vitest'
import { MalformedAnswer, takeAnswer, takeAnswers } from './answer.ts'
import { wholeRequest } from './request.ts'
import { findProblem } from './verdict.ts'

const take = (text: string, isEnded = false) => takeAnswer(Buffer.from(text, 'latin1'), { isHead: false, isEnded })

describe('an answer is read off the wire', () => {
  it.each([
    ['by its length', 'content-length: 2\r\n\r\n{}'],
    ['by its chunks', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'],
  ])('%s, and what follows is left', (_how, rest) => {
    const taken = take(`HTTP/1.1 200 OK\r\n${rest}next`)
    expect(taken?.answer.body.toString()).toBe('{}')
    expect(taken?.rest.toString()).toBe('next')
  })

  it('after an interim one', () => {
    expect(take('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')?.answer.status).toBe(204)
  })

  it.each([
    [1, true, 'HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}'],
    [1, false, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    [0, true, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{'],
    [0, true, 'HTTP/1.1 20'],
    [0, true, 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200'],
    [0, false, 'HTTP/1.1 100 Continue\r\n\r\n'],
    [0, false, ''],
  ])('beside others: %i whole, and whether another has begun is %s', (whole, hasMore, text) => {
    const { answers, ...more } = takeAnswers(Buffer.from(text), { isHead: false, isEnded: false })
    expect([answers.length, more]).toEqual([whole, { hasMore }])
  })

  it('once it is whole', () => {
    expect(take('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}')).toBe(undefined)
  })

  it.each([
    ['a status line that is none', 'HTTP/1.1 abc\r\n\r\n'],
    ['a header with a line end of its own', 'HTTP/1.1 200 OK\r\nx: a\nb\r\ncontent-length: 0\r\n\r\n'],
    ['a header before a blank', 'HTTP/1.1 200 OK\r\nx : a\r\n\r\n'],
    ['a length and a coding', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\n{}'],
    ['an end within it', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}'],
  ])('but not %s', (_what, text) => {
    expect(() => take(text, true)).toThrow(MalformedAnswer)
  })
})

describe('an answer is found wrong that', () => {
  const request = (isRefused = false) =>
    wholeRequest({ kind: 'a test', method: 'GET', target: '/', headers: [], isRefused })
  const answer = (status: number, body: string, headers: Record<string, string> = {}) => ({
    status,
    headers: new Map(Object.entries({ 'content-type': 'application/json', 'x-request-id': 'a', ...headers })),
    body: Buffer.from(body),
  })
  const error = '{"error":{"message":"No"}}'

  it.each([
    ['is a failure', answer(500, error)],
    ['has no message', answer(400, '{"error":{}}')],
    ['is no JSON', answer(400, 'No')],
    ['is of another type', answer(400, error, { 'content-type': 'text/plain' })],
    ['shows where it failed', answer(400, '{"error":{"message":"at f (x.js:1:1)"}}')],
  ])('%s', (_what, given) => {
    expect(findProblem(request(), given)).toBeTypeOf('string')
  })

  it('accepts what must be refused', () => {
    expect(findProblem(request(true), answer(200, '{}'))).toBe('it was accepted: 200')
  })

  it('while an error body as documented is right', () => {
    expect(findProblem(request(), answer(400, error))).toBe(undefined)
  })
})
