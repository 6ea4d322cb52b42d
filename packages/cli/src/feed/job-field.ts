import { JobUpdate } from '@boardwalk/schema/job'
import { z } from 'zod'

/** The kind of value that a field of a job holds. */
type Kind = 'number' | 'boolean' | 'list' | 'text or list' | 'text'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Finds the types that a JSON Schema accepts, with those of its alternatives (`anyOf`). */
function findTypes(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const inner = Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(findTypes) : []
  const own: unknown[] = [schema.type].flat()
  return [...own.filter((type) => typeof type === 'string'), ...inner]
}

function findKind(schema: unknown): Kind {
  const types = findTypes(schema)
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('boolean')) return 'boolean'
  if (!types.includes('array')) return 'text'
  return types.includes('string') ? 'text or list' : 'list'
}

/** The kind of each documented field of a job, derived from the schema with which the server checks jobs. */
const kindByField: ReadonlyMap<string, Kind> = (() => {
  const { $defs } = z.toJSONSchema(JobUpdate, { io: 'input', unrepresentable: 'any' })
  const properties = isObject($defs?.JobUpdate) ? $defs.JobUpdate.properties : undefined
  return new Map(Object.entries(properties ?? {}).map(([name, schema]) => [name, findKind(schema)]))
})()

const trueWords = ['true', '1', 'yes', 'oui', 'vrai']
const falseWords = ['false', '0', 'no', 'non', 'faux']

/** Converts a text of CSV or XML to the kind of value that the field holds. A text that does not fit stays unchanged. */
export function convertText(name: string, text: string): unknown {
  const kind = kindByField.get(name) ?? 'text'
  const trimmed = text.trim()
  if (kind === 'number') return /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text
  if (kind === 'boolean') {
    const word = trimmed.toLowerCase()
    if (trueWords.includes(word)) return true
    return falseWords.includes(word) ? false : text
  }
  if (kind === 'list' || (kind === 'text or list' && text.includes('|'))) return splitList(text)
  return text
}

/** Tells whether a field can hold a list of texts. */
export const canBeList = (name: string): boolean => kindByField.get(name)?.includes('list') ?? false

const splitList = (text: string) =>
  text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
