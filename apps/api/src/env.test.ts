import { afterEach, expect, it, vi } from 'vitest'
import { readEnv } from './env.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Reads the settings from an environment that has these variables. */
function read(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return readEnv()
}

it('each variable becomes its own setting', () => {
  const env = read({
    ...{ PORT: '1', METRICS_PORT: '2', STOP_DELAY_SECONDS: '3', TRUST_PROXY: '4', APPLICATIONS_PER_HOUR: '5' },
    ...{ KEY_REQUESTS_PER_MINUTE: '6', ADDRESS_REQUESTS_PER_MINUTE: '7', WRONG_KEYS_PER_MINUTE: '8' },
    ...{ REQUESTS_AT_ONCE: '9', SPOOL_DIR: '/spool', PUBLIC_URL: 'https://jobs.example.com//' },
  })
  expect(env).toMatchObject({ port: 1, metricsPort: 2, stopDelayMs: 3_000 })
  expect(env.settings).toMatchObject({
    ...{ trustProxy: 4, applicationsPerHour: 5, keyRequestsPerMinute: 6, addressRequestsPerMinute: 7 },
    // Without a slash at the end, because paths are added to it.
    ...{ wrongKeysPerMinute: 8, requestsAtOnce: 9, spoolFolder: '/spool', publicUrl: 'https://jobs.example.com' },
  })
})

it('an empty variable counts as unset', () => {
  expect(read({ PORT: '', METRICS_PORT: '', PUBLIC_URL: '' })).toMatchObject({ port: 3000, metricsPort: undefined })
})

it('the settings that are given are told apart from defaults', () => {
  vi.stubEnv('DATA_DIR', undefined)
  const { given } = read({ PORT: '3000', PUBLIC_URL: '', NO_SETTING: 'x' })
  expect(['PORT', 'PUBLIC_URL', 'DATA_DIR', 'NO_SETTING'].filter((name) => given.has(name))).toEqual(['PORT'])
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
])('%s accepts every whole number from %i to %i, and nothing else', (name, least, most) => {
  for (const value of [least, most]) read({ [name]: String(value) })
  for (const value of [least - 1, most + 1, least + 0.5]) expect(() => read({ [name]: String(value) })).toThrow(name)
})

it('every wrong setting is named at once', () => {
  const wrong = { PORT: 'x', KEY_PREFIX: 'B', PUBLIC_URL: 'jobs.example.com', LOG_LEVEL: 'loud' }
  for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(name)
})

it('mail needs both of its settings, and a wrong one is named without its password', () => {
  const SMTP_URL = 'smtps://board:secret@mail.example.com'
  const MAIL_FROM = 'Jobs <jobs@example.com>'
  expect(read({ SMTP_URL: '', MAIL_FROM: '' }).mail).toBeUndefined()
  expect(read({ SMTP_URL, MAIL_FROM }).mail).toMatchObject({ server: { encryption: 'tls' }, from: { name: 'Jobs' } })
  expect(() => read({ SMTP_URL, MAIL_FROM: '' })).toThrow('MAIL_FROM must be set too')
  expect(() => read({ SMTP_URL: '', MAIL_FROM })).toThrow('SMTP_URL must be set too')
  const wrong = () => read({ SMTP_URL: 'smtp://board:secret@mail.example.com?tls=no', MAIL_FROM })
  expect(wrong).toThrow(/SMTP_URL must be smtp:\/\/user/)
  expect(wrong).not.toThrow('secret')
})
