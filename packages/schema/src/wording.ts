import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import type { Issue } from './error.ts'
import { isBlank, removeInvisible } from './invisible.ts'
import { isObject } from './json.ts'
import { findUnprintable, removeUnprintable } from './printable.ts'

/*
 * The messages of schemas. A message follows the path of its field ("job.title is required"), unless it begins with a
 * capital letter: then it is a sentence of its own ("Job ID is required").
 */

/** Converts a zod error to issues. The message of each is a full sentence. */
export function describeIssues(error: { issues: readonly z.core.$ZodIssue[] }): Issue[] {
  return error.issues.flatMap(narrowIssue).map(({ path, message }) => {
    const field = path.map(String).join('.')
    const isSentence = /^\p{Lu}/u.test(message) || field === ''
    if (!isSentence) return { path: field, message: `${field} ${message}` }
    // In a list, the sentence alone would not say which item is wrong.
    const isInList = path.some((part) => typeof part === 'number')
    return { path: field, message: isInList ? `${field}: ${message}` : message }
  })
}

/**
 * Narrows an issue of a union to the member that fits the value's type. For a list of texts with a wrong item, it names
 * the item instead of the whole list.
 */
function narrowIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const kind = issue.errors.find((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  )
  return kind?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

const shownMax = 5

/** Joins issues to one message for people: the first few in full, and the number of the others. */
export function summarizeIssues(issues: readonly Issue[]): string {
  const shown = issues.slice(0, shownMax).map((issue) => issue.message)
  const left = issues.length - shown.length
  return left > 0 ? `${shown.join('; ')}; and ${left} more` : shown.join('; ')
}

/** Formats a value for a message: short, and never a structure, because a deep one cannot be printed. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const isText = typeof value === 'string'
  const shown = isText ? JSON.stringify(value) : String(value)
  return shown.length > 60 ? `${shown.slice(0, 56)}…${isText ? '"' : ''}` : shown
}

/** Makes the error option of a schema: the message is "is required" for an absent value, and otherwise names what is accepted. */
export const mustBe = (accepted: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null
      ? `is required: it must be ${accepted}`
      : `must be ${accepted}, not ${formatValue(input)}`,
})

const foldCase = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Finds the name that was probably meant: it differs in case, blanks or punctuation, or by one or two typing errors. */
export function findNearest(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value.length > 100 || names.length === 0) return undefined
  const same = names.find((name) => foldCase(name) === foldCase(value))
  if (same !== undefined) return same
  const near = closest(
    value.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  )
  return distance(value.toLowerCase(), near) <= Math.min(2, near.length / 3)
    ? names.find((name) => name.toLowerCase() === near)
    : undefined
}

/**
 * One of a few fixed strings. The message for another one suggests the string that was probably meant: for a typing error, or as `find`
 * knows it.
 */
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  find: (value: unknown) => string | undefined = (value) => findNearest(value, values),
) =>
  z.enum(values, {
    error: ({ input }) => {
      const meant = find(input)
      return `must be one of ${values.join(', ')}, not ${formatValue(input)}${meant === undefined ? '' : ` (did you mean "${meant}"?)`}`
    },
  })

/** Tells whether a text has at most this number of characters. Like JSON Schema, it counts code points. */
export const hasAtMost = (charactersMax: number, text: string) =>
  text.length <= charactersMax || [...text].length <= charactersMax

/** A text of any length. */
export const wellFormedText = () =>
  z.string(mustBe('a text')).refine((value) => value.isWellFormed(), {
    error: 'must be well-formed Unicode (it holds half a character)',
    abort: true,
  })

/** A text with at most this number of characters. */
export const text = (charactersMax: number) =>
  wellFormedText()
    .refine((value) => hasAtMost(charactersMax, value), {
      error: `must be at most ${charactersMax} characters`,
    })
    .meta({ maxLength: charactersMax })

/** Adds `https://` to the address of a page without it: a name with a dot, and perhaps a port and a path. */
export const withScheme = (value: string) =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]+(:\d+)?([/?#]\S*)?$/u.test(value) ? `https://${value}` : value

/** A text that is not blank: it has a character that `trim` does not remove. */
export const nonBlankText = (charactersMax: number) =>
  text(charactersMax)
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    // U+FEFF is white space in JavaScript, but not in all other programs that read the pattern.
    .meta({ minLength: 1, maxLength: charactersMax, pattern: '[^\\s\\uFEFF]' })

/** A text that people read, without the characters that show nothing. */
export const shownText = (charactersMax: number) =>
  // A text that is too long is refused anyway.
  text(charactersMax).overwrite((value) => (hasAtMost(charactersMax, value) ? removeInvisible(value) : value))

/** A name that people choose for a key or a company. Other people read it in lists and terminals. */
export const visibleName = (charactersMax: number) =>
  text(charactersMax)
    .overwrite(removeInvisible)
    .superRefine((value, ctx) => {
      if (isBlank(value)) ctx.addIssue({ code: 'custom', message: 'must not be blank' })
      const character = findUnprintable(value)
      if (character === undefined) return
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      const message = `must not have control characters, nor characters that change the direction of text: remove U+${code}`
      ctx.addIssue({ code: 'custom', message })
    })

/**
 * Text of one line that is not blank. Control characters become a blank, and characters that show nothing or change the direction of the
 * text around them are removed. They are not refused, so that a feed does not lose a row because of a pasted line break.
 */
export const visibleLine = (charactersMax: number) =>
  shownText(charactersMax)
    .overwrite(removeUnprintable)
    .refine((value) => !isBlank(value), { error: 'must not be blank' })
    .meta({
      minLength: 1,
      maxLength: charactersMax,
      pattern:
        '[^\\s\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8]',
    })

/** A list with at most this number of items. */
export const list = <Item extends z.ZodType>(item: Item, accepted: string, itemsMax = 100) =>
  z.array(item, mustBe(accepted)).max(itemsMax, { error: `must have at most ${itemsMax} items` })
