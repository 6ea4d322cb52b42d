import type { Issue } from '../error.ts'
import { type Schema, typesOf } from './schema.ts'
import { acceptedOf, shown } from './wording.ts'

/** What is wrong with a value, as the board words it. `isRequired`: that it is absent is wrong too. */
export function issuesOf(schema: Schema, value: unknown, path: string, isRequired: boolean): Issue[] {
  if (value === undefined && !isRequired) return []
  if (value === null && isNullable(schema)) return []
  if (/(^|\.)(id|externalJobId)$/.test(path)) return externalIdIssues(value, path)
  const kind = (schema.anyOf ?? [schema]).find((one) => isOfKind(one, value))
  if (kind !== undefined) return innerIssues(kind, value, path)
  const accepted = acceptedOf(schema, path)
  return [
    value === undefined || value === null
      ? issue(path, `is required: it must be ${accepted}`)
      : issue(path, `must be ${accepted}, not ${shown(value)}`),
  ]
}

const issue = (path: string, message: string): Issue => ({ path, message: `${path} ${message}` })

function isNullable({ type, anyOf = [] }: Schema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(isNullable)
}

function isOfKind(schema: Schema, value: unknown): boolean {
  const { enum: values, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  if (values !== undefined) return values.some((one) => one === value)
  if (schema.type === undefined) return true
  const [type] = typesOf(schema)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (typeof value !== 'number') return typeof value === type
  const isKind = type === 'integer' ? Number.isSafeInteger(value) : type === 'number' && Number.isFinite(value)
  return isKind && value >= minimum && value <= maximum
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function innerIssues(schema: Schema, value: unknown, path: string): Issue[] {
  if (typeof value === 'string') return textIssues(schema, value, path)
  if (Array.isArray(value)) return listIssues(schema, value, path)
  if (!isObject(value)) return []
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, property]) =>
    issuesOf(property, value[name], `${path}.${name}`, required.includes(name)),
  )
}

function textIssues({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string, path: string) {
  if (!text.isWellFormed()) return [issue(path, 'must be well-formed Unicode (it holds half a character)')]
  const issues: Issue[] = []
  if ([...text].length > maxLength) issues.push(issue(path, `must be at most ${maxLength} characters`))
  if (minLength > 0 && text.trim() === '') issues.push(issue(path, 'must not be blank'))
  return issues
}

function listIssues(schema: Schema, list: unknown[], path: string): Issue[] {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const issues = list.flatMap((item, index) => issuesOf(items, item, `${path}.${index}`, true))
  if (list.length > maxItems) issues.push(issue(path, `must have at most ${maxItems} items`))
  if (list.length < minItems) issues.push(issue(path, `must be ${acceptedOf(schema, path)}`))
  return issues
}

function externalIdIssues(value: unknown, path: string): Issue[] {
  const problem = externalIdProblem(value)
  if (problem === undefined) return []
  if (problem !== 'Job ID is required') return [issue(path, problem)]
  // Alone, it would not say which of many.
  return [{ path, message: /\.\d+\./.test(path) ? `${path}: ${problem}` : problem }]
}

function externalIdProblem(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return 'Job ID is required'
  if (typeof value !== 'string') return `must be a text, not ${shown(value)}`
  if (value.trim() === '') return 'must not be blank'
  if (value === '.' || value === '..') return 'must not be "." or ".."'
  if (!value.isWellFormed()) return 'must be well-formed Unicode (it holds half a character)'
  if (/\p{Cc}/u.test(value)) return 'must not have control characters'
  return [...value].length > 255 ? 'must be at most 255 characters' : undefined
}
