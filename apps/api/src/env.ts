import { existsSync } from 'node:fs'
import { issuesOf, mustBe, oneOf } from '@boardwalk/schema/wording'
import { z } from 'zod'

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

const Env = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    METRICS_PORT: port.optional(),
    STOP_DELAY_SECONDS: count(0, 300).default(0),
    PUBLIC_URL: httpUrl.optional(),
    MONGODB_URI: z
      .string()
      .regex(/^mongodb(\+srv)?:\/\//, { error: 'must begin with mongodb:// or mongodb+srv://' })
      .optional(),
    MONGODB_DATABASE: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,63}$/, { error: 'must be 1 to 63 letters, digits, _ or -' })
      .default('boardwalk'),
    DATA_DIR: z.string().min(1).default('.data'),
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
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    LOCAL_MONGO: z.string().optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** Unset: no metrics are served. */
    metricsPort: env.METRICS_PORT,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1000,
    mongodbUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    localMongo: env.LOCAL_MONGO,
    settings: {
      /** Unset: the address that the server listens on. */
      publicUrl: env.PUBLIC_URL,
      keyPrefix: env.KEY_PREFIX,
      jobBoardId: env.JOB_BOARD_ID,
      trustProxy: env.TRUST_PROXY,
      applicationsPerHour: env.APPLICATIONS_PER_HOUR,
      keyRequestsPerMinute: env.KEY_REQUESTS_PER_MINUTE,
      addressRequestsPerMinute: env.ADDRESS_REQUESTS_PER_MINUTE,
      wrongKeysPerMinute: env.WRONG_KEYS_PER_MINUTE,
      requestsAtOnce: env.REQUESTS_AT_ONCE,
    },
  }))
export type Env = z.infer<typeof Env>

/** What a setting may be called. */
export const settingNames = Object.keys(Env.in.shape)

/** The settings, from the environment and an `.env` file beside it; throws one error that lists every problem. */
export function readEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // An empty variable is one that is not set: `PORT= npm start` and a blank line of .env mean the default.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const env = Env.safeParse(given)
  if (env.success) return env.data
  const problems = issuesOf(env.error).map((issue) => `  ${issue.message}`)
  throw new Error(`Settings are wrong (.env.example explains each):\n${problems.join('\n')}`)
}
