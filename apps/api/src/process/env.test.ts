import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { ANSWER_LIMITS, UNNAMED_BOARD, UPLOAD_LIMITS } from '@boardwalk/core/process/settings'
import { LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import { afterEach, expect, it, vi } from 'vitest'
import { parts } from '../parts.ts'
import { logo } from '../test/logo.ts'
import { type Env, listSettingNames, readEnv } from './env.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Reads the settings from an environment that has these variables. */
function read(variables: Record<string, string>): Promise<Env> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return readEnv(parts)
}
const settingNames = listSettingNames(parts)
const ownNames = listSettingNames([])

/** Each setting of the board with a value that is not its default. */
const values = {
  PORT: '1',
  METRICS_PORT: '2',
  STOP_DELAY_SECONDS: '3',
  TRUST_PROXY: '4',
  APPLICATIONS_PER_HOUR: '5',
  CV_TYPES: 'pdf, ODT',
  KEY_REQUESTS_PER_MINUTE: '6',
  ADDRESS_REQUESTS_PER_MINUTE: '7',
  HOST: '192.0.2.1',
  PUBLIC_URL: 'https://jobs.example.com//',
  DATA_DIR: '/data',
  MONGODB_URI: 'mongodb+srv://db.example.com',
  MONGODB_DATABASE: 'X'.repeat(55),
  JOURNAL_MONGODB_URI: 'mongodb://journal.example.com',
  SEARCH_URL: 'https://user:password@search.example.com:9200',
  LOG_LEVEL: 'warn',
  KEY_PREFIX: 'x'.repeat(16),
  JOB_BOARD_ID: 'x'.repeat(100),
  SIGNING_SECRETS: 's'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'jobs@example.com',
  BOARD_NAME: 'Atlas jobs',
  BOARD_LOGO: fileURLToPath(new URL('../test/logo.png', import.meta.url)),
  BOARD_COLOR: '#AA0011',
  IMPRINT_URL: 'https://example.com/imprint',
  PRIVACY_URL: 'http://example.com/privacy',
  CONTACT_EMAIL: 'board@example.com',
}

it('each variable becomes its own setting', async () => {
  const env = await read(values)
  expect(Object.keys(values).sort()).toEqual(ownNames.toSorted())
  expect(env).toMatchObject({
    port: 1,
    metricsPort: 2,
    stopDelayMs: 3e3,
    host: '192.0.2.1',
    dataDir: '/data',
    mongodbUri: values.MONGODB_URI,
    database: values.MONGODB_DATABASE,
    logLevel: 'warn',
    journalMongodbUri: values.JOURNAL_MONGODB_URI,
    signingSecrets: [values.SIGNING_SECRETS],
    mail: {
      server: { encryption: 'starttls' },
      from: { address: 'jobs@example.com' },
    },
  })
  expect(env.settings).toMatchObject({
    trustProxy: 4,
    applicationsPerHour: 5,
    cvTypes: ['pdf', 'odt'],
    keyRequestsPerMinute: 6,
    addressRequestsPerMinute: 7,
    wrongKeysPerMinute: 100,
    requestsAtOnce: 500,
    spoolFolder: tmpdir(),
    keyPrefix: values.KEY_PREFIX,
    jobBoardId: values.JOB_BOARD_ID,
    publicUrl: 'https://jobs.example.com',
    search: { url: values.SEARCH_URL, index: `boardwalk-${'x'.repeat(55)}` },
    board: {
      name: 'Atlas jobs',
      color: '#AA0011',
      contactEmail: 'board@example.com',
      imprintUrl: 'https://example.com/imprint',
      privacyUrl: 'http://example.com/privacy',
      logo: {
        mime: 'image/png',
        bytes: logo,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  })
})

it('the defaults are those that .env.example and docs/guides/running.md name', async () => {
  const explained = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
  // These have no default, so the file has an example, and so it has of the settings of parts.
  const isExample =
    /^(METRICS_PORT|(PUBLIC|SEARCH|IMPRINT|PRIVACY)_URL|(JOURNAL_)?MONGODB_URI|SMTP_URL|MAIL_FROM|BOARD_NAME|BOARD_LOGO|CONTACT_EMAIL)$/
  const named = parseEnv(explained.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
  const defaults = Object.entries(named).flatMap(([name, value = '']) =>
    value === '' || isExample.test(name) || !ownNames.includes(name) ? [] : [[name, value] as const],
  )
  expect(defaults.length).toBeGreaterThan(12)
  for (const name of settingNames) vi.stubEnv(name, undefined)
  const unset = await readEnv(parts)
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(named)))
  expect(unset).toEqual(await read(Object.fromEntries(defaults)))
  expect(unset.settings.board).toEqual(UNNAMED_BOARD)
  const [MIB, GIB] = [1024 ** 2, 1024 ** 3] as const
  expect(UPLOAD_LIMITS).toEqual({
    bodyBytes: 128 * MIB,
    jsonBytes: 16 * MIB,
    bodiesOfAddress: 20,
    keptBytesOfAddress: 100 * MIB,
    keptBytesOfCompany: GIB,
  })
  expect(ANSWER_LIMITS).toEqual({
    leaving: 80,
    leavingBytes: 64 * MIB,
    stalledOfAddress: 10,
    stalledMs: 5e3,
    documents: 100,
    documentsOfAddress: 20,
    pictures: 40,
    picturesOfAddress: 8,
  })
})

it('settings are read from .env in the working directory, and the environment wins over it', async () => {
  const before = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-env-'))
  writeFileSync(join(folder, '.env'), 'JOB_BOARD_ID=of-the-file\nKEY_PREFIX=file\nTRUST_PROXY=\n')
  for (const name of ['JOB_BOARD_ID', 'KEY_PREFIX', 'TRUST_PROXY']) vi.stubEnv(name, undefined)
  process.chdir(folder)
  try {
    const { settings } = await read({ KEY_PREFIX: 'atl' })
    expect(settings).toMatchObject({ jobBoardId: 'of-the-file', keyPrefix: 'atl', trustProxy: 0 })
  } finally {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  }
})

const noLogo = 'BOARD_LOGO must be a PNG, JPEG or WebP file of at most 256 KiB'
const noPaths = 'PUBLIC_URL must not have a user, a password, a query'

it.each([
  [{ PORT: '0x50' }, 'PORT must be a whole number from 1 to 65535, not "0x50"'],
  [{ PORT: '3000', METRICS_PORT: '3000' }, 'METRICS_PORT must not be the same as PORT, 3000'],
  [{ KEY_PREFIX: 'A-B' }, 'KEY_PREFIX must be 1 to 16 lower-case letters or digits, not "A-B"'],
  [{ MONGODB_URI: 'db1:27017' }, 'MONGODB_URI must begin with mongodb:// or mongodb+srv://'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"'],
  // The name of the journal's database is longer.
  [{ MONGODB_DATABASE: 'x'.repeat(56) }, 'MONGODB_DATABASE must be 1 to 55 letters, digits, _ or -'],
  [{ PUBLIC_URL: 'https://' }, 'PUBLIC_URL must be an address that begins with http:// or https://'],
  [{ PUBLIC_URL: 'https://jobs.example.com?' }, noPaths],
  [{ PUBLIC_URL: 'https://board:hunter2@jobs.example.com' }, noPaths],
  [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: '' }, 'MAIL_FROM must be set too'],
  [{ SMTP_URL: '', MAIL_FROM: 'jobs@example.com' }, 'SMTP_URL must be set too'],
  [{ SMTP_URL: 'smtp://board:hunter2@mail.example.com?tls=no' }, 'SMTP_URL must be smtp://user'],
  [{ BOARD_NAME: ' ' }, 'BOARD_NAME must be 1 to 60 characters'],
  [{ BOARD_NAME: 'x'.repeat(61) }, 'BOARD_NAME must be 1 to 60 characters'],
  [{ BOARD_COLOR: 'indigo' }, 'BOARD_COLOR must be a colour such as #3a3fc4, not "indigo"'],
  [{ IMPRINT_URL: 'example.com/imprint' }, 'IMPRINT_URL must be an address that begins with http:// or https://'],
  [{ PRIVACY_URL: 'javascript:alert(1)' }, 'PRIVACY_URL must be an address that begins with http:// or https://'],
  [{ CONTACT_EMAIL: 'jobs' }, 'CONTACT_EMAIL must be an e-mail address'],
  [{ BOARD_LOGO: '/no/such.png' }, `${noLogo}: /no/such.png cannot be read`],
  [{ BOARD_LOGO: import.meta.dirname }, `${noLogo}: ${import.meta.dirname} cannot be read`],
  [{ BOARD_LOGO: import.meta.filename }, `${noLogo}: ${import.meta.filename} is no such picture`],
  [{ SIGNING_SECRETS: `${'hunter2'.repeat(9)},short` }, 'SIGNING_SECRETS must be secrets of at least 32 characters'],
])(
  '%o is refused: the message names the setting and what is wrong, without a password',
  async (variables: Record<string, string>, message) => {
    const { message: told } = await read(variables).then(
      () => new Error('nothing is refused'),
      (error: Error) => error,
    )
    expect(told).toContain(message)
    expect(told).not.toContain('hunter2')
  },
)

it('a logo that is larger than 256 KiB is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-env-'))
  const [largest, larger] = [join(folder, 'largest'), join(folder, 'larger')]
  writeFileSync(largest, Buffer.concat([logo], LOGO_BYTES_MAX))
  writeFileSync(larger, Buffer.concat([logo], LOGO_BYTES_MAX + 1))
  try {
    expect((await read({ BOARD_LOGO: largest })).settings.board.logo?.bytes.length).toBe(LOGO_BYTES_MAX)
    await expect(read({ BOARD_LOGO: larger })).rejects.toThrow(`${noLogo}: ${larger} is larger`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('in production no local database is used', async () => {
  const production = { NODE_ENV: 'production', MONGODB_URI: '', MONGODB_URL: 'mongodb://db1' }
  await expect(read(production)).rejects.toThrow(
    /MONGODB_URI is required in production.*\n {2}MONGODB_URL is not a setting and has no effect: did you mean MONGODB_URI\?$/,
  )
  for (const given of [{ MONGODB_URI: 'mongodb://db1' }, { NODE_ENV: 'development' }])
    expect(await read({ ...production, ...given })).toMatchObject({ mongodbUri: given.MONGODB_URI })
})

it('a misspelt setting is named with the one that was meant, and variables of other programs are not', async () => {
  // The environment of a Kubernetes pod, of a login and of npm.
  const others = {
    MONGODB_SERVICE_HOST: '10.0.0.1',
    MONGODB_PORT: 'tcp://10.0.0.1:27017',
    HOSTNAME: 'api-1',
    LOGNAME: 'root',
    npm_config_loglevel: 'warn',
    XDG_DATA_DIRS: '/usr/share',
    OTEL_LOG_LEVEL: 'info',
    REPORT: 'yes',
  }
  expect((await read(others)).misspelt).toEqual([])
  expect((await read({ KEY_REQUEST_PER_MINUTE: '600' })).misspelt).toEqual([
    'KEY_REQUEST_PER_MINUTE is not a setting and has no effect: did you mean KEY_REQUESTS_PER_MINUTE?',
  ])
  // An operator who has set the right one knows its name.
  expect((await read({ KEY_REQUESTS_PER_MINUTE: '600' })).misspelt).toEqual([])
})
