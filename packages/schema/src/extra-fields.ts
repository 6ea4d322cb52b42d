import { z } from 'zod'

const depthMax = 32

/** The fields of a job beyond the documented ones, by name, exactly as sent. */
export type ExtraFields = ReadonlyMap<string, unknown>

/** Writes extra fields as the JSON text that is stored. */
export const stringifyExtra = (extra: ExtraFields): string => JSON.stringify(Object.fromEntries(extra))

const encoder = new TextEncoder()

/** Counts the bytes that `limits.extraBytes` limits. */
export const countExtraBytes = (extra: ExtraFields): number => encoder.encode(stringifyExtra(extra)).length

// Each extra field has this mark before its name while zod parses the job, because zod drops a key called `__proto__`.
// No documented field begins with the mark.
const MARK = '~'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds why a value cannot be stored as it was sent. */
function findProblem(value: unknown, levels = depthMax): string | undefined {
  // JSON.parse reads 1e400 as Infinity, which would be stored as null.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'must have no number over 1.8e308'
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return `must be nested at most ${depthMax} levels deep`
  for (const inner of Object.values(value)) {
    const problem = findProblem(inner, levels - 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * Makes a schema that parses a job into its documented and its extra fields: `{ known, extra }`. It checks the values of the
 * extra fields. Their size is checked after they are merged with the stored ones (job-content.ts).
 */
export function withExtraFields<Schema extends z.ZodObject>(schema: Schema) {
  // The value may be anything. The type tells a caller in TypeScript what is accepted.
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
        const problem = findProblem(value)
        if (problem === undefined) extra.set(ownName, value)
        else ctx.addIssue({ code: 'custom', path: [ownName], message: problem })
      }
      // `known` has only the keys of the schema's shape, and the schema parsed each.
      return { known: known as z.output<z.ZodObject<Schema['shape'], z.core.$strip>>, extra: extra as ExtraFields }
    }),
  )
}
