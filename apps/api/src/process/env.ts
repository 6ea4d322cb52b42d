import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { findMime } from '@boardwalk/core/process/mime'
import {
  ANSWER_LIMITS,
  IN_DATABASE,
  REQUESTS_AT_ONCE,
  UNNAMED_BOARD,
  UPLOAD_LIMITS,
  WRONG_KEYS_PER_MINUTE,
} from '@boardwalk/core/process/settings'
import { CV_TYPES } from '@boardwalk/schema/application'
import { EmailAddress } from '@boardwalk/schema/email'
import { LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import { describeIssues, findNearest, mustBe, oneOf } from '@boardwalk/schema/wording'
import { z } from 'zod'
import type { Part } from '../part.ts'
import type { PartValues } from '../part-state.ts'
import { MailFrom, SmtpUrl } from './smtp.ts'

const publicUrl = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be an address that begins with http:// or https://',
    abort: true,
  })
  .refine((value) => !/[?#]/.test(value) && new URL(value).username === '' && new URL(value).password === '', {
    error: 'must not have a user, a password, a query (?…) or a fragment (#…), because paths are added to it',
  })
  .transform((url) => url.replace(/\/+$/, ''))

/** A whole number in decimal digits. `accepted` is what the message names, if the settings accept more than people need. */
const wholeNumber = (min: number, max: number, accepted = `a whole number from ${min} to ${max}`) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, mustBe(accepted))
    .transform(Number)

// 0 takes any free port, which only tests need.
const port = wholeNumber(0, 65_535, 'a whole number from 1 to 65535')

const mongodbUri = z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'must begin with mongodb:// or mongodb+srv://' })

/** At least 32 characters each: `openssl rand -hex 32` makes 64. */
const signingSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((secrets) => secrets.every((secret) => secret === IN_DATABASE || /^\S{32,1000}$/.test(secret)), {
    error: `must be secrets of at least 32 characters, separated by commas, the newest first; "${IN_DATABASE}" stands for those in the database`,
  })

const cvTypes = z
  .string()
  .transform((text): readonly string[] => text.split(',').map((type) => type.trim().toLowerCase()))
  .refine((types) => types.includes('pdf') && types.every((type) => CV_TYPES.some((known) => known === type)), {
    error: `must be pdf, alone or with others of ${CV_TYPES.join(', ')}, separated by commas`,
  })
  .transform((types) => CV_TYPES.filter((type) => types.includes(type)))

const webAddress = z.string().refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
  error: 'must be an address that begins with http:// or https://',
})

const LOGO_MIMES = ['image/png', 'image/jpeg', 'image/webp']

/** The path of a picture, which is read at the start. Its first bytes say what it is. */
const logoFile = z.string().transform(async (path, ctx) => {
  // One byte more than a logo may have is enough to refuse a large file.
  const bytes = await buffer(createReadStream(path, { end: LOGO_BYTES_MAX })).catch(() => undefined)
  const mime = bytes && (await findMime(bytes))
  const refuse = (reason: string) => {
    const message = `must be a PNG, JPEG or WebP file of at most ${LOGO_BYTES_MAX / 1024} KiB: ${path} ${reason}`
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (bytes === undefined) return refuse('cannot be read')
  if (mime === undefined || !LOGO_MIMES.includes(mime)) return refuse('is no such picture')
  if (bytes.length > LOGO_BYTES_MAX) return refuse('is larger')
  return { mime, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
})

const Env = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: port.optional(),
    STOP_DELAY_SECONDS: wholeNumber(0, 300).default(0),
    PUBLIC_URL: publicUrl.optional(),
    MONGODB_URI: mongodbUri.optional(),
    // MongoDB allows 63 characters, and the name of the journal's database is 8 longer.
    MONGODB_DATABASE: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,55}$/, mustBe('1 to 55 letters, digits, _ or -'))
      .default('boardwalk'),
    JOURNAL_MONGODB_URI: mongodbUri.optional(),
    SEARCH_URL: webAddress.optional(),
    DATA_DIR: z.string().default('.data'),
    SIGNING_SECRETS: signingSecrets.default([IN_DATABASE]),
    KEY_PREFIX: z
      .string()
      .regex(/^[a-z0-9]{1,16}$/, mustBe('1 to 16 lower-case letters or digits'))
      .default('bwk'),
    JOB_BOARD_ID: z
      .string()
      .max(100, { error: ({ input }) => `must be at most 100 characters, not ${String(input).length}` })
      .default('boardwalk'),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    APPLICATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(200),
    CV_TYPES: cvTypes.default([...CV_TYPES]),
    KEY_REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000).default(0),
    ADDRESS_REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000).default(0),
    BOARD_NAME: z
      .string()
      .trim()
      .refine((name) => name.length > 0 && name.length <= 60, mustBe('1 to 60 characters'))
      .optional(),
    BOARD_LOGO: logoFile.optional(),
    BOARD_COLOR: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, mustBe(`a colour such as ${UNNAMED_BOARD.color}`))
      .default(UNNAMED_BOARD.color),
    IMPRINT_URL: webAddress.optional(),
    PRIVACY_URL: webAddress.optional(),
    CONTACT_EMAIL: EmailAddress.optional(),
    SMTP_URL: SmtpUrl.optional(),
    MAIL_FROM: MailFrom.optional(),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .superRefine(({ SMTP_URL, MAIL_FROM, PORT, METRICS_PORT }, ctx) => {
    if (METRICS_PORT === PORT && PORT !== 0)
      ctx.addIssue({ code: 'custom', path: ['METRICS_PORT'], message: `must not be the same as PORT, ${PORT}` })
    const missing = SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM'
    if ((SMTP_URL === undefined) !== (MAIL_FROM === undefined))
      ctx.addIssue({ code: 'custom', path: [missing], message: 'must be set too: mail needs SMTP_URL and MAIL_FROM' })
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** If unset, no metrics are served. */
    metricsPort: env.METRICS_PORT,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1000,
    mongodbUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE,
    /** Unset: the journal is beside the database. */
    journalMongodbUri: env.JOURNAL_MONGODB_URI,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    /** What signs links to CVs and sessions: the first signs, all are accepted. */
    signingSecrets: env.SIGNING_SECRETS,
    /** If unset, the server sends no mail. */
    mail: env.SMTP_URL && env.MAIL_FROM && { server: env.SMTP_URL, from: env.MAIL_FROM },
    settings: {
      /** If unset, the address that the server listens on is used. */
      publicUrl: env.PUBLIC_URL,
      board: {
        name: env.BOARD_NAME ?? null,
        logo: env.BOARD_LOGO ?? null,
        color: env.BOARD_COLOR,
        imprintUrl: env.IMPRINT_URL ?? null,
        privacyUrl: env.PRIVACY_URL ?? null,
        contactEmail: env.CONTACT_EMAIL ?? null,
      },
      keyPrefix: env.KEY_PREFIX,
      jobBoardId: env.JOB_BOARD_ID,
      trustProxy: env.TRUST_PROXY,
      // An index has no capitals in its name.
      search:
        env.SEARCH_URL === undefined
          ? undefined
          : { url: env.SEARCH_URL, index: `boardwalk-${env.MONGODB_DATABASE.toLowerCase()}` },
      applicationsPerHour: env.APPLICATIONS_PER_HOUR,
      keyRequestsPerMinute: env.KEY_REQUESTS_PER_MINUTE,
      addressRequestsPerMinute: env.ADDRESS_REQUESTS_PER_MINUTE,
      cvTypes: env.CV_TYPES,
      wrongKeysPerMinute: WRONG_KEYS_PER_MINUTE,
      requestsAtOnce: REQUESTS_AT_ONCE,
      uploadLimits: UPLOAD_LIMITS,
      answerLimits: ANSWER_LIMITS,
      spoolFolder: tmpdir(),
    },
  }))
export type Env = z.infer<typeof Env> & {
  partSettings: PartValues
  /** A sentence for each variable whose name is probably a misspelt setting. */
  misspelt: readonly string[]
}

type Parts = readonly Pick<Part, 'name' | 'settings'>[]

/** Lists the names of all settings, those of the parts too. */
export const listSettingNames = (parts: Parts): string[] => [
  ...Object.keys(Env.in.shape),
  ...parts.flatMap(({ settings }) => Object.keys(settings?.variables ?? {})),
]

/** Reads the settings from the environment and from `.env` in the working directory. Throws one error with all problems. */
export async function readEnv(parts: Parts): Promise<Env> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // An empty variable counts as unset: `PORT= npm start`, or a name without a value in .env, means the default.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const env = await Env.safeParseAsync(given)
  const ofParts = await readPartSettings(parts, given, env.data?.settings)
  const misspelt = findMisspelt(given, listSettingNames(parts))
  const problems = [...(env.success ? [] : describeProblems(env.error)), ...ofParts.problems]
  if (given.NODE_ENV === 'production' && given.MONGODB_URI === undefined)
    problems.push('MONGODB_URI is required in production (NODE_ENV)')
  if (env.success && problems.length === 0) return { ...env.data, partSettings: ofParts.values, misspelt }
  throw new Error(
    `Settings are wrong (.env.example explains each):\n${[...problems, ...misspelt].map((line) => `  ${line}`).join('\n')}`,
  )
}

const describeProblems = (error: z.ZodError): string[] => describeIssues(error).map(({ message }) => message)

/** Reads what is set for parts, by their names, and says what is wrong. `board` is undefined if the board's own settings are wrong. */
async function readPartSettings(
  parts: Parts,
  given: object,
  board: Pick<Env['settings'], 'publicUrl'> | undefined,
): Promise<{ values: PartValues; problems: string[] }> {
  const values: Record<string, object> = {}
  const problems: string[] = []
  for (const { name, settings } of parts) {
    if (settings === undefined) continue
    const { data, error } = await z.object(settings.variables).safeParseAsync(given)
    if (error !== undefined) problems.push(...describeProblems(error))
    else {
      values[name] = data
      const problem = board && settings.check?.(data, board)
      if (problem !== undefined) problems.push(problem)
    }
  }
  return { values, problems }
}

/** The environment has many variables of other programs, so a name near a setting's is only told, and only if that setting is unset. */
function findMisspelt(given: object, settingNames: string[]): string[] {
  const unset = settingNames.filter((name) => !(name in given))
  return Object.keys(given).flatMap((name) => {
    const meant = settingNames.includes(name) ? undefined : findNearest(name, unset)
    return meant === undefined ? [] : [`${name} is not a setting and has no effect: did you mean ${meant}?`]
  })
}
