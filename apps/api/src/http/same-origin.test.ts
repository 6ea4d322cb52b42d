import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

// The function reads only the headers of a request.
const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage

it.each([
  ['https://jobs.example', 'jobs.example', true],
  // The browser used another name of the same server.
  ['https://internal.example:8443', 'internal.example:8443', true],
  ['http://jobs.example', 'jobs.example', false],
  ['https://jobs.example.evil.example', 'jobs.example', false],
  ['https://evil.example', 'jobs.example', false],
  ['https://evil-jobs.example', 'jobs.example', false],
  ['null', 'jobs.example', false],
])('if the public address is https://jobs.example, the origin %s at host %s is ours: %s', (origin, host, isOurs) => {
  expect(isSameOrigin(request({ origin, host }), 'https://jobs.example')).toBe(isOurs)
})

it('a request that does not say where it comes from is not ours', () => {
  expect(isSameOrigin(request({ host: 'jobs.example' }), 'https://jobs.example')).toBe(false)
})
