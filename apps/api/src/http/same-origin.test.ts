import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

it.each([
  [{ origin: 'https://jobs.example', host: 'jobs.example' }, true],
  // The browser used another name of the same server.
  [{ origin: 'https://internal.example:8443', host: 'internal.example:8443' }, true],
  [{ origin: 'http://jobs.example', host: 'jobs.example' }, false],
  [{ origin: 'https://jobs.example.evil.example', host: 'jobs.example' }, false],
  [{ origin: 'https://evil-jobs.example', host: 'jobs.example' }, false],
  [{ origin: 'null', host: 'jobs.example' }, false],
  [{ host: 'jobs.example' }, false],
])('if the public address is https://jobs.example, a request with %o is of our own pages: %s', (headers, isOurs) => {
  // The function reads only the headers of a request.
  const request = { headers } as unknown as IncomingMessage
  expect(isSameOrigin(request, 'https://jobs.example')).toBe(isOurs)
})
