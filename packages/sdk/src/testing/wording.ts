import type { Issue } from '../error.ts'
import { type Schema, typesOf } from './schema.ts'

/* How the board words what is wrong. That these are its words is tested against it. */

/** What the document does not tell: the words of the board's own schemas. */
const ownWords: Record<string, string> = {
  platformJobId: 'a whole number (the board’s job id)',
  minExperience: 'a number of years',
  maxExperience: 'a number of years',
}

/** What a schema accepts, as it follows after "must be". */
export function acceptedOf(schema: Schema, path: string): string {
  const { enum: values, anyOf } = schema
  if (values !== undefined) return `one of ${values.filter((value) => value !== null).join(', ')}`
  if (anyOf !== undefined)
    return anyOf
      .filter((one) => typesOf(one).length > 0)
      .map((one) => acceptedOf(one, path))
      .join(' or ')
  const name = path.split('.').at(-1) ?? ''
  const [type] = typesOf(schema)
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return ownWords[name] ?? `a whole number${rangeOf(schema)}`
  if (type === 'number') return `${ownWords[name] ?? 'a number'}${rangeOf(schema)}`
  if (type === 'array') return listOf(schema)
  return type === 'object' ? objectOf(schema, name) : 'a text'
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return ''
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`
}

function listOf({ items = {}, minItems, maxItems }: Schema): string {
  if (minItems !== undefined) return `a list of ${minItems} to ${maxItems} jobs`
  if (items.enum !== undefined) return `a list of ${items.enum.join(', ')}`
  return items.required === undefined ? 'a list of texts' : `a list of {${items.required.join(', ')}}`
}

function objectOf({ required = ['title'] }: Schema, name: string): string {
  if (name !== 'job') return 'an object'
  return `an object, as in {"job": {${required.map((member) => `"${member}": "…"`).join(', ')}}}`
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 56)}…"` : text
}

const shownMax = 5

/** One message out of many issues. */
export function messageOf(issues: readonly Issue[]): string {
  const messages = issues.slice(0, shownMax).map(({ message }) => message)
  const left = issues.length - messages.length
  return left > 0 ? `${messages.join('; ')}; and ${left} more` : messages.join('; ')
}
