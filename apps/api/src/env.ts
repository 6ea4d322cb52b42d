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
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    LOCAL_MONGO: z.string().optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** Where people reach the server, without a slash at the end; unset: the address it listens on. */
    publicUrl: env.PUBLIC_URL,
    mongodbUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE,
    dataDir: env.DATA_DIR,
    keyPrefix: env.KEY_PREFIX,
    jobBoardId: env.JOB_BOARD_ID,
    /** How many proxies stand in front of the server, each adding the address that it saw. */
    trustProxy: env.TRUST_PROXY,
    applicationsPerHour: env.APPLICATIONS_PER_HOUR,
    logLevel: env.LOG_LEVEL,
    localMongo: env.LOCAL_MONGO,
  }))
export type Env = z.infer<typeof Env>

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
