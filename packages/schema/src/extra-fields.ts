import { z } from 'zod'

const depthMax = 32

/** What a job carries beyond its documented fields, by name, exactly as sent. */
export type ExtraFields = ReadonlyMap<string, unknown>

/** Writes extra fields as the JSON text that is stored. */
export const stringifyExtra = (extra: ExtraFields): string => JSON.stringify(Object.fromEntries(extra))

const encoder = new TextEncoder()

/** Counts the bytes that `limits.extraBytes` limits. */
export const countExtraBytes = (extra: ExtraFields): number => encoder.encode(stringifyExtra(extra)).length

// zod never passes on a key called `__proto__`, and an extra field may have any name: each travels behind this mark,
// which no documented field begins with.
const MARK = '~'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Why a value could not be kept as it came, if it could not. */
function problemOf(value: unknown, levels = depthMax): string | undefined {
  // JSON.parse reads 1e400 as Infinity, which would be stored as null.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'must have no number over 1.8e308'
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return `must be nested at most ${depthMax} levels deep`
  for (const inner of Object.values(value)) {
    const problem = problemOf(inner, levels - 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * A job of documented fields and, apart from them, the extra ones: `{ known, extra }`. Their values are checked here;
 * their size, which counts what is stored already, where they are merged.
 */
export function withExtraFields<Schema extends z.ZodObject>(schema: Schema) {
  // What arrives may be anything; the type tells a caller in TypeScript what is accepted.
  const mark = (raw: z.input<Schema>): unknown =>
    isObject(raw)
      ? Object.fromEntries(
          Object.entries(raw).map(([name, value]) => [Object.hasOwn(schema.shape, name) ? name : MARK + name, value]),
        )
      : raw
  return z.preprocess(
    mark,
    schema.transform((job, ctx) => {
      const known: Record<string, unknown> = {}
      const extra = new Map<string, unknown>()
      for (const [name, value] of Object.entries(job)) {
        if (!name.startsWith(MARK)) {
          known[name] = value
          continue
        }
        const ownName = name.slice(MARK.length)
        const problem = problemOf(value)
        if (problem === undefined) extra.set(ownName, value)
        else ctx.addIssue({ code: 'custom', path: [ownName], message: problem })
      }
      // `known` holds just the keys of the schema's shape, each parsed by it.
      return { known: known as z.output<z.ZodObject<Schema['shape'], z.core.$strip>>, extra: extra as ExtraFields }
    }),
  )
}
