import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describeIssues, mustBe, oneOf } from '@boardwalk/schema/wording'
import { z } from 'zod'
import { UPLOAD_LIMITS } from './settings.ts'
import { MailFrom, SmtpUrl } from './smtp.ts'

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))

const portAccepted = mustBe('a port number from 0 (any free one) to 65535')
const port = z.coerce.number(portAccepted).int(portAccepted).min(0, portAccepted).max(65_535, portAccepted)

const countAccepted = (min: number, max: number) => mustBe(`a whole number from ${min} to ${max}`)
const count = (min: number, max: number) =>
  z.coerce
    .number(countAccepted(min, max))
    .int(countAccepted(min, max))
    .min(min, countAccepted(min, max))
    .max(max, countAccepted(min, max))

const mongodbUri = z.string().regex(/^mongodb(\+srv)?:\/\//, { error: 'must begin with mongodb:// or mongodb+srv://' })

const Env = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    METRICS_PORT: port.optional(),
    STOP_DELAY_SECONDS: count(0, 300).default(0),
    PUBLIC_URL: httpUrl.optional(),
    MONGODB_URI: mongodbUri.optional(),
    // MongoDB allows 63 characters, and the name of the journal's database is 8 longer.
    MONGODB_DATABASE: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,55}$/, { error: 'must be 1 to 55 letters, digits, _ or -' })
      .default('boardwalk'),
    JOURNAL_MONGODB_URI: mongodbUri.optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    SERVERS_DIR: z.string().min(1).optional(),
    KEY_PREFIX: z
      .string()
      .regex(/^[a-z0-9]{1,16}$/, { error: 'must be 1 to 16 lower-case letters or digits' })
      .default('bwk'),
    JOB_BOARD_ID: z.string().min(1).max(100).default('boardwalk'),
    TRUST_PROXY: count(0, 10).default(0),
    APPLICATIONS_PER_HOUR: count(1, 1_000_000).default(200),
    KEY_REQUESTS_PER_MINUTE: count(0, 1_000_000).default(0),
    ADDRESS_REQUESTS_PER_MINUTE: count(0, 1_000_000).default(0),
    WRONG_KEYS_PER_MINUTE: count(1, 1_000_000).default(100),
    REQUESTS_AT_ONCE: count(1, 100_000).default(500),
    SPOOL_DIR: z.string().min(1).default(tmpdir()),
    SMTP_URL: SmtpUrl.optional(),
    MAIL_FROM: MailFrom.optional(),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    LOCAL_MONGO: z.string().optional(),
  })
  .superRefine(({ SMTP_URL, MAIL_FROM }, ctx) => {
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
    /** Folder of the list of running servers: see known-servers.ts. */
    serversDir: env.SERVERS_DIR,
    logLevel: env.LOG_LEVEL,
    localMongo: env.LOCAL_MONGO,
    /** If unset, the server sends no mail. */
    mail: env.SMTP_URL && env.MAIL_FROM && { server: env.SMTP_URL, from: env.MAIL_FROM },
    settings: {
      /** If unset, the address that the server listens on is used. */
      publicUrl: env.PUBLIC_URL,
      keyPrefix: env.KEY_PREFIX,
      jobBoardId: env.JOB_BOARD_ID,
      trustProxy: env.TRUST_PROXY,
      applicationsPerHour: env.APPLICATIONS_PER_HOUR,
      keyRequestsPerMinute: env.KEY_REQUESTS_PER_MINUTE,
      addressRequestsPerMinute: env.ADDRESS_REQUESTS_PER_MINUTE,
      wrongKeysPerMinute: env.WRONG_KEYS_PER_MINUTE,
      requestsAtOnce: env.REQUESTS_AT_ONCE,
      uploadLimits: UPLOAD_LIMITS,
      spoolFolder: env.SPOOL_DIR,
    },
  }))
export type Env = z.infer<typeof Env> & {
  /** The names of the settings that are not left to their defaults. */
  given: ReadonlySet<string>
}

/** The names of all settings. */
export const settingNames = Object.keys(Env.in.shape)

/** Reads the settings from the environment and from `.env` in the working directory. Throws one error with all problems. */
export function readEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // An empty variable counts as unset: `PORT= npm start`, or a name without a value in .env, means the default.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const env = Env.safeParse(given)
  if (env.success) return { ...env.data, given: new Set(settingNames.filter((name) => name in given)) }
  const problems = describeIssues(env.error).map((issue) => `  ${issue.message}`)
  throw new Error(`Settings are wrong (.env.example explains each):\n${problems.join('\n')}`)
}
