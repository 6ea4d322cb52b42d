import { errorCatalogue } from '@boardwalk/schema/error'
import { expect, test } from 'vitest'
import { chooseExitCode, toBoardFailure } from './board-failure.ts'
import { exitCode } from './failure.ts'

test.each([
  ...['internal', 'overloaded', 'database_away', 'rate_limited'],
  ...['http_408', 'http_429', 'http_500', 'http_503', 'http_521', 'ConnectionError', 'TimeoutError'],
])('%s ends a command with 5: the board cannot work now', (code) => {
  expect(chooseExitCode(code)).toBe(exitCode.unavailable)
})

test('so does every 5xx and every 429 of the catalogue, and no other error of it', () => {
  const ends = Object.entries(errorCatalogue).map(([code, { status }]) => [code, status, chooseExitCode(code)] as const)
  const outages = ends.filter(([, , end]) => end === exitCode.unavailable)
  expect(outages).toEqual(ends.filter(([, status]) => status === 429 || status >= 500))
})

test.each(['api_key_missing', 'api_key_invalid', 'scope_missing', 'http_401'])(
  '%s ends a command with 4: the key is refused',
  (code) => {
    expect(chooseExitCode(code)).toBe(exitCode.notAuthorised)
  },
)

test.each([
  ...['page_not_found', 'route_not_found', 'method_not_allowed', 'http_404', 'http_405', 'http_301', 'http_307'],
])('%s ends a command with 1: the address is not that of a board', (code) => {
  expect(chooseExitCode(code)).toBe(exitCode.failure)
})

test.each(['invalid_request', 'job_not_found', 'job_exists', 'http_400', 'http_403', 'http_413', 'BoardwalkError', ''])(
  '%s concerns one request alone, and ends no command',
  (code) => {
    expect(chooseExitCode(code)).toBeUndefined()
  },
)

test('a 403 that no board sent ends a command of one request with 4', () => {
  const refused = Object.assign(new Error('Blocked by rule 949110'), { status: 403 })
  expect(toBoardFailure(refused)).toMatchObject({ exitCode: exitCode.notAuthorised, code: 'http_403' })
})
