import { mustBe, oneOf } from '@boardwalk/schema/wording'
import { z } from 'zod'
import { members } from './operation.ts'

/* A failure of failNext as JSON. Each value here is one that the sandbox can carry out. */

const text = z.string(mustBe('a text')).optional()

/** The longest time before an answer: an hour. */
const DELAY_MS_MAX = 60 * 60 * 1000
const delay = { error: 'must be from 0 to 3600000' }

const canBeSent = (headers: Record<string, string>) => {
  try {
    return new Headers(headers) !== undefined
  } catch {
    return false
  }
}

export const FailureInput = z
  .union(
    [
      members({
        status: z
          .int({ error: 'must be a status from 200 to 599, unless the failure has delayMs' })
          .min(200, { error: 'must be from 200 to 599' })
          .max(599, { error: 'must be from 200 to 599' }),
        message: text,
        code: text,
        html: text.describe('A page of HTML, as from a proxy, in place of the JSON of an error.'),
        headers: z
          .record(z.string(), z.string(), mustBe('an object of texts'))
          .refine(canBeSent, { error: 'must be headers that HTTP can carry' })
          .optional(),
      }),
      members({ delayMs: z.int(mustBe('a number of milliseconds')).min(0, delay).max(DELAY_MS_MAX, delay) }),
      // Last, because a message tells of the first form that fits the type of the value.
      oneOf(['request lost', 'answer lost', 'truncated', 'unknown values', 'no answer']),
    ],
    mustBe('a text such as "answer lost", or an object such as {"status": 503} or {"delayMs": 2000}'),
  )
  .describe('How the requests fail: a text such as answer lost, or an object such as {"status": 503}.')
  .meta({
    examples: ['answer lost', { status: 503 }, { status: 502, html: '<h1>Bad gateway</h1>' }, { delayMs: 2000 }],
  })
