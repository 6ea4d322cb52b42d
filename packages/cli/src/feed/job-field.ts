import { JobUpdate } from '@boardwalk/schema/job'
import { z } from 'zod'

/** What a field of a job holds. */
type Kind = 'number' | 'boolean' | 'list' | 'text or list' | 'text'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Types that a JSON Schema accepts, through its alternatives. */
function typesOf(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const inner = Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(typesOf) : []
  const own: unknown[] = [schema.type].flat()
  return [...own.filter((type) => typeof type === 'string'), ...inner]
}

function kindOf(schema: unknown): Kind {
  const types = typesOf(schema)
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('boolean')) return 'boolean'
  if (!types.includes('array')) return 'text'
  return types.includes('string') ? 'text or list' : 'list'
}

/** Every documented field of a job by name, read off the schema that the server checks with. */
const kinds: ReadonlyMap<string, Kind> = (() => {
  const { $defs } = z.toJSONSchema(JobUpdate, { io: 'input', unrepresentable: 'any' })
  const properties = isObject($defs?.JobUpdate) ? $defs.JobUpdate.properties : undefined
  return new Map(Object.entries(properties ?? {}).map(([name, schema]) => [name, kindOf(schema)]))
})()

/** Names of the documented fields of a job. */
export const jobFieldNames: readonly string[] = [...kinds.keys()]

const trueWords = ['true', '1', 'yes', 'oui', 'vrai']
const falseWords = ['false', '0', 'no', 'non', 'faux']

/** A field out of a format that has texts only, as what the field holds; a text that is no such value stays as it is. */
export function valueFromText(name: string, text: string): unknown {
  const kind = kinds.get(name) ?? 'text'
  const trimmed = text.trim()
  if (kind === 'number') return /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text
  if (kind === 'boolean') {
    const word = trimmed.toLowerCase()
    if (trueWords.includes(word)) return true
    return falseWords.includes(word) ? false : text
  }
  if (kind === 'list' || (kind === 'text or list' && text.includes('|'))) return listOf(text)
  return text
}

/** Whether a field may hold several texts. */
export const mayBeList = (name: string): boolean => kinds.get(name)?.includes('list') ?? false

const listOf = (text: string) =>
  text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
