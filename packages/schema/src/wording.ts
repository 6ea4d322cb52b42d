import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import type { Issue } from './error.ts'

/*
 * How a schema says what is wrong: every message is written to be read after the path of its field ("job.title is
 * required"), and one that begins with a capital stands alone ("Job ID is required").
 */

/** Sets a zod error out as issues, each a full sentence. */
export function issuesOf(error: { issues: readonly z.core.$ZodIssue[] }): Issue[] {
  return error.issues.flatMap(narrowed).map(({ path, message }) => {
    const field = path.map(String).join('.')
    const standsAlone = /^\p{Lu}/u.test(message) || field === ''
    if (!standsAlone) return { path: field, message: `${field} ${message}` }
    // Alone, it would not say which of many.
    const isInList = path.some((part) => typeof part === 'number')
    return { path: field, message: isInList ? `${field}: ${message}` : message }
  })
}

/** Of a value that may be of several kinds and is of one, only what is wrong for that kind: the item that is no text. */
function narrowed(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const kind = issue.errors.find((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  )
  return kind?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

const shownMax = 5

/** One message for people out of many issues; the first few in full, the rest as a number. */
export function messageOf(issues: readonly Issue[]): string {
  const shown = issues.slice(0, shownMax).map((issue) => issue.message)
  const left = issues.length - shown.length
  return left > 0 ? `${shown.join('; ')}; and ${left} more` : shown.join('; ')
}

/** A value as a message shows it: short, and never a structure (a deep one cannot even be printed). */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 56)}…"` : text
}

/** The error of a value that is not of its kind: "is required" when it is absent, else what is accepted. */
export const mustBe = (accepted: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null
      ? `is required: it must be ${accepted}`
      : `must be ${accepted}, not ${shown(input)}`,
})

const folded = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The name that was probably meant, if one is near: differing in case, blanks or punctuation, or by a slip or two. */
export function nearest(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value.length > 100 || names.length === 0) return undefined
  const same = names.find((name) => folded(name) === folded(value))
  if (same !== undefined) return same
  const near = closest(
    value.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  )
  return distance(value.toLowerCase(), near) <= Math.min(2, near.length / 3)
    ? names.find((name) => name.toLowerCase() === near)
    : undefined
}

/** One of a few fixed strings; a near miss is told which was probably meant. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) => {
      const meant = nearest(input, values)
      return `must be one of ${values.join(', ')}, not ${shown(input)}${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`
    },
  })

/** Whether a text has at most so many characters (code points), as JSON Schema counts them. */
export const hasAtMost = (charactersMax: number, text: string) =>
  text.length <= charactersMax || [...text].length <= charactersMax

/** Text of at most so many characters. */
export const text = (charactersMax: number) =>
  z
    .string(mustBe('a text'))
    .refine((value) => value.isWellFormed(), {
      error: 'must be well-formed Unicode (it holds half a character)',
      abort: true,
    })
    .refine((value) => hasAtMost(charactersMax, value), {
      error: `must be at most ${charactersMax} characters`,
    })
    .meta({ maxLength: charactersMax })

/** Text that is not blank: it holds a character that `trim` would leave. */
export const nonBlankText = (charactersMax: number) =>
  text(charactersMax)
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    // U+FEFF is white space in JavaScript, and not in every other reader of the pattern.
    .meta({ minLength: 1, maxLength: charactersMax, pattern: '[^\\s\\uFEFF]' })

/** At most so many of something. */
export const list = <Item extends z.ZodType>(item: Item, accepted: string, itemsMax = 100) =>
  z.array(item, mustBe(accepted)).max(itemsMax, { error: `must have at most ${itemsMax} items` })
