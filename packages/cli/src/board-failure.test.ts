import { errorCatalogue } from '@boardwalk/schema/error'
import { expect, test } from 'vitest'
import { chooseExitCode, toBoardFailure } from './board-failure.ts'
import { exitCode } from './failure.ts'

test('an error ends a command with the status that says why, and one that concerns a single request ends none', () => {
  const { failure, notAuthorised, unavailable } = exitCode
  const ends: [end: number | undefined, codes: string][] = [
    [unavailable, 'internal unavailable unconfirmed rate_limited ConnectionError TimeoutError'],
    [unavailable, 'http_301 http_307 http_401 http_404 http_405 http_408 http_429 http_500 http_503 http_521'],
    [notAuthorised, 'api_key_missing api_key_invalid scope_missing company_suspended'],
    [failure, 'page_not_found route_not_found method_not_allowed'],
    [undefined, 'invalid_request job_not_found job_exists http_400 http_403 http_413 BoardwalkError'],
  ]
  for (const [end, codes] of ends)
    for (const code of codes.split(' ')) expect([code, chooseExitCode(code)]).toEqual([code, end])
  // A 403 that no board sent ends a command of one request.
  const refused = Object.assign(new Error('Blocked by rule 949110'), { status: 403 })
  expect(toBoardFailure(refused)).toMatchObject({ exitCode: unavailable, code: 'http_403' })
})

test('every 5xx and every 429 of the catalogue of errors ends a command with 5, and no other error of it', () => {
  const ends = Object.entries(errorCatalogue).map(([code, { status }]) => [code, status, chooseExitCode(code)] as const)
  const outages = ends.filter(([, , end]) => end === exitCode.unavailable)
  expect(outages).toEqual(ends.filter(([, status]) => status === 429 || status >= 500))
})
