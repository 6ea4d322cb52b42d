import { afterEach, expect, it, vi } from 'vitest'
import { readEnv } from './env.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The settings of an environment that has these variables. */
function read(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return readEnv()
}

it('each variable becomes its own setting', () => {
  const env = read({
    ...{ PORT: '1', METRICS_PORT: '2', STOP_DELAY_SECONDS: '3', TRUST_PROXY: '4', APPLICATIONS_PER_HOUR: '5' },
    ...{ KEY_REQUESTS_PER_MINUTE: '6', ADDRESS_REQUESTS_PER_MINUTE: '7', WRONG_KEYS_PER_MINUTE: '8' },
    ...{ REQUESTS_AT_ONCE: '9', PUBLIC_URL: 'https://jobs.example.com//' },
  })
  expect(env).toMatchObject({ port: 1, metricsPort: 2, stopDelayMs: 3_000 })
  expect(env.settings).toMatchObject({
    ...{ trustProxy: 4, applicationsPerHour: 5, keyRequestsPerMinute: 6, addressRequestsPerMinute: 7 },
    // Paths are added to it.
    ...{ wrongKeysPerMinute: 8, requestsAtOnce: 9, publicUrl: 'https://jobs.example.com' },
  })
})

it('an empty variable is one that is not set', () => {
  expect(read({ PORT: '', METRICS_PORT: '', PUBLIC_URL: '' })).toMatchObject({ port: 3000, metricsPort: undefined })
})

it.each([
  ['PORT', 0, 65_535],
  ['METRICS_PORT', 0, 65_535],
  ['STOP_DELAY_SECONDS', 0, 300],
  ['TRUST_PROXY', 0, 10],
  ['APPLICATIONS_PER_HOUR', 1, 1_000_000],
  ['KEY_REQUESTS_PER_MINUTE', 0, 1_000_000],
  ['ADDRESS_REQUESTS_PER_MINUTE', 0, 1_000_000],
  ['WRONG_KEYS_PER_MINUTE', 1, 1_000_000],
  ['REQUESTS_AT_ONCE', 1, 100_000],
])('%s may be from %i to %i, and nothing beyond', (name, least, most) => {
  for (const value of [least, most]) read({ [name]: String(value) })
  for (const value of [least - 1, most + 1, least + 0.5]) expect(() => read({ [name]: String(value) })).toThrow(name)
})

it('every wrong setting is named at once', () => {
  const wrong = { PORT: 'x', KEY_PREFIX: 'B', PUBLIC_URL: 'jobs.example.com', LOG_LEVEL: 'loud' }
  for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(name)
})
