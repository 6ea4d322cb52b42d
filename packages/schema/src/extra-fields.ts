import { z } from 'zod'
import { isObject, parseJson, RawNumber, toNumber } from './json.ts'
import { limits } from './limits.ts'

const depthMax = 32

/** The extra fields of a change, by name, exactly as sent. `null` removes a field. */
export type ExtraChanges = ReadonlyMap<string, unknown>

export const EXTRA_TOO_LARGE = `must have at most ${limits.extraBytes} bytes of extra fields`

const encoder = new TextEncoder()

/** Whether extra fields as JSON text have more bytes than a job may have. */
export const isExtraTooLarge = (text: string): boolean =>
  text.length > limits.extraBytes || encoder.encode(text).length > limits.extraBytes

/** Reads stored extra fields. Their numbers are exactly as they were sent. */
export const parseExtra = (extra: string) =>
  // The cast holds because extra fields are stored as an object.
  parseJson(extra) as Record<string, unknown>

// The extra fields of a job are under this name while zod parses it, so that it does not walk through them. zod would also
// drop a key called `__proto__`. No documented field has this name.
const EXTRA = '~'

/**
 * Makes a function that finds why a value cannot be stored as it was sent. It counts the bytes of all values, and stops at the limit.
 * The count may be too low, and is never too high.
 */
function createCheck() {
  // The brackets of the object around all extra fields, less one comma.
  let bytes = 1
  const isTooLarge = () => bytes > limits.extraBytes

  function findProblem(value: unknown, levels = depthMax): string | undefined {
    if (typeof value === 'string') bytes += value.length + 2
    else if (Array.isArray(value)) return findProblemWithin(value, levels)
    else if (isObject(value)) return findProblemWithin(Object.values(value), levels, Object.keys(value))
    else bytes += value instanceof RawNumber ? value.text.length : 1
    // JSON.parse reads 1e400 as Infinity, which would be stored as null. parseJson does not.
    const isTooBig = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
    return isTooBig ? 'must have no number over 1.8e308' : undefined
  }

  function findProblemWithin(values: unknown[], levels: number, names: string[] = []): string | undefined {
    if (levels === 0) return `must be nested at most ${depthMax} levels deep`
    bytes++
    for (const [index, value] of values.entries()) {
      if (isTooLarge()) return undefined
      countName(names[index])
      const problem = findProblem(value, levels - 1)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  /** Counts a comma and, in an object, the name before the value. */
  function countName(name: string | undefined): void {
    bytes += 1 + (name === undefined ? 0 : name.length + 3)
  }

  return {
    isTooLarge,
    /** Finds the problem of one extra field. */
    findProblem(name: string, value: unknown): string | undefined {
      // `null` removes a stored field, so it takes no room.
      if (value === null) return undefined
      countName(name)
      return findProblem(value)
    },
  }
}

interface Extra {
  changes: ExtraChanges
  problems: { path: string[]; message: string }[]
}

/** Collects the extra fields of a job as sent, up to the limit, and what is wrong with them. */
function readExtra(raw: Record<string, unknown>, documented: object): Extra {
  const changes = new Map<string, unknown>()
  const problems: Extra['problems'] = []
  const check = createCheck()
  for (const name of Object.keys(raw)) {
    if (Object.hasOwn(documented, name)) continue
    const value = raw[name]
    changes.set(name, value)
    const message = check.findProblem(name, value)
    if (message !== undefined) problems.push({ path: [name], message })
    if (!check.isTooLarge()) continue
    problems.push({ path: [], message: EXTRA_TOO_LARGE })
    break
  }
  return { changes, problems }
}

/**
 * Makes a schema that parses a job into its documented and its extra fields: `{ known, extra }`. It checks the values of the
 * extra fields. Their size is checked once more after they are merged with the stored ones (job-content.ts).
 */
export function withExtraFields<Schema extends z.ZodObject>(schema: Schema) {
  const names = Object.keys(schema.shape)
  const numberNames = names.filter((name) => schema.shape[name].safeParse(1).success)
  // The value may be anything. The type tells a caller in TypeScript what is accepted.
  function separate(raw: z.input<Schema>): unknown {
    if (!isObject(raw)) return raw
    const read = (name: string) => (numberNames.includes(name) ? toNumber(raw[name]) : raw[name])
    const known = names.filter((name) => Object.hasOwn(raw, name)).map((name) => [name, read(name)])
    return { ...Object.fromEntries(known), [EXTRA]: readExtra(raw, schema.shape) }
  }
  return z.preprocess(
    separate,
    schema.transform(({ [EXTRA]: extra, ...known }, ctx) => {
      // `separate` has put it there.
      const { changes, problems } = extra as Extra
      for (const problem of problems) ctx.addIssue({ code: 'custom', ...problem })
      // `known` has only the keys of the schema's shape, and the schema parsed each.
      return { known: known as z.output<z.ZodObject<Schema['shape'], z.core.$strip>>, extra: changes }
    }),
  )
}
