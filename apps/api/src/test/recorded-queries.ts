import type { Connection } from '@boardwalk/core/db/connection'
import type * as mongo from 'mongodb'

/* Records which rows the commands of a connection ask for, so that tests can compare them with indexes and shard keys. */

/** A condition about one member of a row, as far as an index cares: which values are asked for, and how. */
export interface Condition {
  path: string
  /** `=`: one value or some. `>`: a range from a value on. `<`: a range up to a value. `+`, `-`: there, or not. `!`: all values but some. `~`: a pattern. `?`: anything else. */
  kind: '=' | '>' | '<' | '+' | '-' | '!' | '~' | '?'
  /** The values of `=`; the bounds of a range. */
  values: unknown[]
}

/** The rows that a command asks for. */
export interface Query {
  collection: string
  /** The name of the command. */
  command: string
  /** All must hold. */
  conditions: Condition[]
  /** If there are any, one of these must hold, too. */
  branches: Condition[][]
  filter: mongo.Document
  sort: Record<string, 1 | -1>
  limit: number
  /** Whether a write changes all rows that match, not only the first. */
  isOfMany: boolean
  isUpsert: boolean
  /** The members that an answer without rows is made of, for a count, a group or `distinct`. Undefined if the rows are read. */
  grouped: string[] | undefined
}

/** Begins to record the queries of a connection that is monitored. Each is recorded once for each shape. */
export function recordQueries({ client, db }: Connection): Map<string, Query> {
  const recorded = new Map<string, Query>()
  client.on('commandStarted', ({ databaseName, commandName, command }) => {
    if (databaseName !== db.databaseName) return
    for (const query of readQueries(commandName, command)) {
      const shape = describeShape(query)
      const known = recorded.get(shape)
      // Of several, the one with the most values: one company alone would hide that others are asked for at once.
      if (known === undefined || countValues(query) > countValues(known)) recorded.set(shape, query)
    }
  })
  return recorded
}

const countValues = ({ conditions }: Query) => conditions.reduce((sum, { values }) => sum + values.length, 0)

/** Describes a query in one line, such as `jobs find companyId= changedAt< sort changedAt limit`. */
export function describeShape(query: Query): string {
  const { collection, command, conditions, branches, sort, limit, isOfMany, grouped = [] } = query
  const toText = (some: Condition[]) =>
    some
      .map(({ path, kind }) => path + kind)
      .sort()
      .join(' ')
  const ways = [...new Set(branches.map(toText))].sort()
  return [
    `${collection} ${command}${isOfMany ? ' of many' : ''}`,
    toText(conditions) || 'all',
    ...(ways.length > 0 ? [`(${ways.join(' or ')})`] : []),
    ...(Object.keys(sort).length > 0 ? [`sort ${Object.keys(sort).join(' ')}`] : []),
    ...(limit > 0 ? ['limit'] : []),
    ...(grouped.length > 0 ? [`group ${grouped.join(' ')}`] : []),
  ].join(' ')
}

/** Reads what a command asks for: a query for each of its statements. */
export function readQueries(command: string, body: mongo.Document): Query[] {
  const collection = String(body[command])
  const read = (filter: mongo.Document, rest: Partial<Query> = {}): Query => ({
    collection,
    command,
    ...readFilter(filter),
    filter,
    sort: {},
    limit: 0,
    isOfMany: false,
    isUpsert: false,
    grouped: undefined,
    ...rest,
  })
  switch (command) {
    case 'find':
      return [read(body.filter ?? {}, { sort: toPlain(body.sort), limit: body.limit ?? 0 })]
    case 'findAndModify':
      return [read(body.query ?? {}, { sort: toPlain(body.sort), limit: 1, isUpsert: body.upsert === true })]
    case 'count':
      return [read(body.query ?? {}, { grouped: [] })]
    case 'distinct':
      return [read(body.query ?? {}, { grouped: [body.key] })]
    case 'update':
      return body.updates.map(({ q, multi, upsert }: mongo.Document) =>
        read(q, { limit: multi === true ? 0 : 1, isOfMany: multi === true, isUpsert: upsert === true }),
      )
    case 'delete':
      return body.deletes.map(({ q, limit }: mongo.Document) => read(q, { limit, isOfMany: limit === 0 }))
    case 'aggregate':
      return typeof body.aggregate === 'string' ? [read(...readPipeline(body.pipeline))] : []
    default:
      return []
  }
}

/** A sort is a map or an object. */
const toPlain = (sort: unknown): Query['sort'] =>
  Object.fromEntries(sort instanceof Map ? sort : Object.entries(sort ?? {}))

/** Reads the stages up to the first that makes other rows. */
function readPipeline(pipeline: readonly mongo.Document[]): [filter: mongo.Document, rest: Partial<Query>] {
  const rest: Partial<Query> = {}
  let filter: mongo.Document = {}
  for (const stage of pipeline) {
    const [[name, value] = ['', undefined]] = Object.entries(stage)
    if (name === '$match') filter = value
    else if (name === '$sort') rest.sort = toPlain(value)
    else if (name === '$limit') rest.limit = value
    else if (name === '$group') {
      const paths = JSON.stringify(value).match(/(?<="\$)[a-z][\w.]*(?="(?!:))/gi) ?? []
      return [filter, { ...rest, grouped: [...new Set(paths)] }]
    } else return [filter, rest]
  }
  return [filter, rest]
}

function readFilter(filter: mongo.Document): Pick<Query, 'conditions' | 'branches'> {
  const conditions: Condition[] = []
  const branches: Condition[][] = []
  for (const [path, wanted] of Object.entries(filter)) {
    if (path === '$and')
      for (const part of wanted) {
        const inside = readFilter(part)
        conditions.push(...inside.conditions)
        branches.push(...inside.branches)
      }
    else if (path === '$or') branches.push(...wanted.map(readWay))
    else conditions.push(...readConditions(path, wanted))
  }
  // A single way is no choice.
  const [only, other] = branches
  if (only !== undefined && other === undefined) return { conditions: [...conditions, ...only], branches: [] }
  return { conditions, branches }
}

function readWay(way: mongo.Document): Condition[] {
  const { conditions, branches } = readFilter(way)
  // A choice inside a choice is a condition that no index helps with.
  return branches.length === 0 ? conditions : [...conditions, { path: '$or', kind: '?', values: [] }]
}

const RANGE = ['$gt', '$gte', '$lt', '$lte']

function readConditions(path: string, wanted: unknown): Condition[] {
  const isOperators =
    typeof wanted === 'object' && wanted !== null && Object.keys(wanted).some((name) => name.startsWith('$'))
  if (!isOperators) return [{ path, kind: '=', values: [wanted] }]
  const operators = new Map<string, unknown>(Object.entries(wanted))
  const bounds = RANGE.filter((name) => operators.has(name))
  const range: Condition = {
    path,
    kind: bounds[0]?.startsWith('$g') ? '>' : '<',
    values: bounds.map((name) => operators.get(name)),
  }
  const others = [...operators].filter(([name]) => !RANGE.includes(name) && name !== '$options')
  return [...(bounds.length > 0 ? [range] : []), ...others.map(([name, value]) => readOperator(path, name, value))]
}

function readOperator(path: string, name: string, value: unknown): Condition {
  if (name === '$eq') return { path, kind: '=', values: [value] }
  if (name === '$in' && Array.isArray(value)) return { path, kind: '=', values: value }
  if (name === '$exists') return { path, kind: value === true ? '+' : '-', values: [] }
  if (name === '$nin' || name === '$ne' || name === '$not') return { path, kind: '!', values: [] }
  if (name === '$regex') return { path, kind: '~', values: [] }
  return { path, kind: '?', values: [] }
}
