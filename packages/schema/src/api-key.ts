import { z } from 'zod'
import { NoError } from './error.ts'
import { limits } from './limits.ts'
import { list, oneOf, visibleName } from './wording.ts'

/** What a key may do: `read` fetches candidates and jobs; `write` creates, updates, unpublishes and links jobs. */
export const Scope = oneOf(['read', 'write'])
export type Scope = z.infer<typeof Scope>

export const Scopes = list(Scope, 'a list of scopes')
  .min(1, { error: 'must name at least one of read, write' })
  .transform((scopes) => [...new Set(scopes)].sort())

/** The name that a company gives a key, to say what the key is for. */
export const KeyName = visibleName(100)

/** A key and its company, as an answer shows them to the caller with this key. */
export const CallerKey = z
  .object({
    name: z
      .string()
      .describe('The name that the company gave the key.')
      .meta({ examples: ['Nightly feed'] }),
    ending: z
      .string()
      .describe('The last four characters of the key.')
      .meta({ examples: ['68ba'] }),
    scopes: z.array(Scope).describe('What the key may do.'),
    endsAt: z
      .string()
      .nullable()
      .describe(
        'When the key stops working, because a new key replaces it. Null if no end is set. Every answer to such a key has the header `x-key-ends-at`.',
      )
      .meta({ format: 'date-time' }),
    company: z
      .object({
        id: z.string().meta({ examples: ['cmp_8k2m4p6q8s0t2v4x6z8b'] }),
        name: z.string().meta({ examples: ['Atlas Talents'] }),
        slug: z
          .string()
          .describe('The company’s part of the addresses of its pages.')
          .meta({ examples: ['atlas-talents'] }),
        suspended: z
          .boolean()
          .describe(
            'Whether the operator of the board has suspended the company. Then people see none of its jobs, and no job can be created or changed: the board answers 403 `company_suspended`.',
          ),
      })
      .describe(
        'The company that the key belongs to. Its `id` and `slug` never change: compare one of them with what you expect before the first push.',
      ),
  })
  .meta({ id: 'CallerKey' })

const limit = (about: string, example: number) =>
  z
    .int()
    .describe(about)
    .meta({ examples: [example] })
const rate = (about: string, example: number) =>
  z
    .int()
    .nullable()
    .describe(`${about} Null if the board sets no limit. More get 429 with \`Retry-After\`.`)
    .meta({ examples: [example] })

/** The limits that the board enforces, so that a caller can plan its requests. */
export const CallerLimits = z
  .object({
    requestsPerMinute: rate('Requests with this key in a minute.', 600),
    requestsPerMinuteOfAddress: rate('Requests from one address in a minute, with all keys together.', 6000),
    jobsPerRequest: limit('Jobs of one `PUT /jobs`.', limits.jobs),
    candidatesPerRequest: limit('Candidates of one `PUT /candidates`.', limits.candidates),
    linksPerRequest: limit('Links of one `POST /job/link`.', limits.links),
    pageSizeMax: limit('Results of one page of a list.', limits.pageSize),
    waitSecondsMax: limit('Seconds that a list of candidates can wait for the first one (`wait`).', limits.waitSeconds),
    bodyBytesMax: limit('Bytes of the body of a request.', limits.bodyBytes),
  })
  .meta({ id: 'CallerLimits' })

export const Caller = z.object({ key: CallerKey, limits: CallerLimits, error: NoError }).meta({ id: 'Caller' })
export type Caller = z.infer<typeof Caller>
