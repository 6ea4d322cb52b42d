import { JobUpdate } from '@boardwalk/schema/job'
import { isObject } from '@boardwalk/schema/json'
import { z } from 'zod'
import { parseAmount } from './amount.ts'

/** The kind of value that a field of a job holds. */
type Kind = 'number' | 'boolean' | 'list' | 'text or list' | 'text'

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

/** Finds the texts that a JSON Schema accepts for a value or an item; empty if it accepts any. */
function findChoices(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const own: unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  const inner: unknown[] = [schema.items, ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])]
  return [...own.filter((choice) => typeof choice === 'string'), ...inner.flatMap(findChoices)]
}

/** The documented fields of a job, from the schema with which the server checks jobs. */
const fieldByName: ReadonlyMap<string, { kind: Kind; choices: string[] }> = (() => {
  const { $defs } = z.toJSONSchema(JobUpdate, { io: 'input', unrepresentable: 'any' })
  const properties = isObject($defs?.JobUpdate) ? $defs.JobUpdate.properties : undefined
  return new Map(
    Object.entries(properties ?? {}).map(([name, schema]) => [
      name,
      { kind: findKind(schema), choices: findChoices(schema) },
    ]),
  )
})()

/** Finds the texts that a field accepts; empty if it accepts any. */
export const getChoices = (name: string): readonly string[] => fieldByName.get(name)?.choices ?? []

/** Tells whether a field holds a number. */
export const isNumber = (name: string): boolean => fieldByName.get(name)?.kind === 'number'

/** Tells whether a field holds a list and nothing else. */
export const mustBeList = (name: string): boolean => fieldByName.get(name)?.kind === 'list'

const trueWords = ['true', '1', 'yes', 'oui', 'vrai', 'ja', 'wahr']
const falseWords = ['false', '0', 'no', 'non', 'faux', 'nein', 'falsch']

/** Converts a text of CSV or XML to the kind of value that the field holds. A text that does not fit stays unchanged. */
export function convertText(name: string, text: string): unknown {
  const kind = fieldByName.get(name)?.kind ?? 'text'
  const trimmed = text.trim()
  if (kind === 'number') return parseAmount(text) ?? text
  if (kind === 'boolean') {
    const word = trimmed.toLowerCase()
    if (trueWords.includes(word)) return true
    return falseWords.includes(word) ? false : text
  }
  if (kind === 'list' || (kind === 'text or list' && text.includes('|'))) return splitList(text)
  return text
}

/** Tells whether a field can hold a list of texts. */
export const canBeList = (name: string): boolean => fieldByName.get(name)?.kind.includes('list') ?? false

const splitList = (text: string) =>
  text
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '')
