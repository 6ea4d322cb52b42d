// Compares the API's document with that of the last release, and names each change that breaks a caller. docs/versioning.md says which do.
// node .ci/check-api.mjs [released] [now]
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The documents that are compared. */
let oldDocument
let newDocument

function resolve(document, node) {
  if (node?.$ref === undefined) return node
  const names = node.$ref.slice(2).split('/')
  return names.reduce((parent, name) => parent[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']
/** Limits of a value in a request. Each says whether the new limit refuses what the old one let pass. */
const limits = {
  ...Object.fromEntries(['maxLength', 'maxItems', 'maximum'].map((name) => [name, (from = Infinity, to) => to < from])),
  ...Object.fromEntries(
    ['minLength', 'minItems', 'minimum'].map((name) => [name, (from = -Infinity, to) => to > from]),
  ),
  pattern: (from, to) => to !== from,
  format: (from, to) => to !== from,
}

/** The values that a schema names. The list of an answer is open. */
const readValues = (schema) => ('const' in schema ? [schema.const] : (schema.enum ?? schema['x-extensible-enum']))

/** Lists the alternatives of a schema (`anyOf`, `oneOf`, types). Each has the members of the schema that hold for all of them too. */
function readChoices(document, node) {
  const { anyOf, oneOf, ...schema } = resolve(document, node)
  const choices = anyOf ?? oneOf
  if (choices === undefined) return [schema.type].flat().map((type) => readType(schema, type))
  return choices
    .flatMap((each) => readChoices(document, each))
    .map((each) => readType({ ...schema, ...each }, each.type))
}

/** Reads what a schema says of its values of one type. */
function readType(schema, type) {
  if (type === undefined) return schema
  if (type === 'null') return { type }
  return { ...schema, type, ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }) }
}

/** Compares two schemas. `isRequest`: the caller sends the value, else it gets it. `seen` ends the walk of a recursive schema. */
function compareSchemas(where, oldNode, newNode, isRequest, seen = []) {
  const pair = `${oldNode?.$ref} ${newNode?.$ref}`
  if (oldNode === undefined || (oldNode.$ref !== undefined && seen.includes(pair))) return []
  if (newNode === undefined) return [`${where} was removed`]
  const [oldChoices, newChoices] = [readChoices(oldDocument, oldNode), readChoices(newDocument, newNode)]
  const compare = (from, to) => compareChoices(where, from, to, isRequest, [...seen, pair])
  // Each value that was accepted must still be, and each value that comes must be one that came before.
  const found = isRequest
    ? oldChoices.map((from) => newChoices.map((to) => compare(from, to)))
    : newChoices.map((to) => oldChoices.map((from) => compare(from, to)))
  return found.flatMap((candidates) => candidates.reduce((best, each) => (each.length < best.length ? each : best)))
}

function compareChoices(where, from, to, isRequest, seen) {
  const problems = [
    ...compareTypes(where, from, to, isRequest),
    ...compareValues(where, from, to, isRequest),
    ...Object.entries(from.properties ?? {}).flatMap(([name, schema]) =>
      compareSchemas(`${where}.${name}`, schema, to.properties?.[name], isRequest, seen),
    ),
    ...(isRequest ? findTighter(where, from, to) : findMissing(where, from, to)),
  ]
  if (from.items !== undefined && to.items !== undefined)
    problems.push(...compareSchemas(`${where}[]`, from.items, to.items, isRequest, seen))
  return problems
}

function compareTypes(where, { type: before }, { type: after }, isRequest) {
  const [accepted, given] = isRequest ? [after, before] : [before, after]
  if (accepted === undefined || accepted === given || (accepted === 'number' && given === 'integer')) return []
  return [`${where} was ${before ?? 'of any type'} and is ${after ?? 'of any type'}`]
}

/** An answer may get more values, which a caller must pass over. A value that is gone breaks callers in both directions. */
function compareValues(where, from, to, isRequest) {
  const [before, after] = [readValues(from), readValues(to)]
  if (after === undefined) return []
  if (before === undefined) return isRequest ? [`${where} takes only certain values now`] : []
  const gone = before.filter((value) => !after.includes(value))
  return gone.map((value) => `${where} no longer has the value ${JSON.stringify(value)}`)
}

/** Finds what a request is refused for that was accepted before. */
function findTighter(where, from, to) {
  const problems = (to.required ?? [])
    .filter((name) => !from.required?.includes(name))
    .map((name) => `${where}.${name} is required now`)
  for (const [name, isTighter] of Object.entries(limits))
    if (to[name] !== undefined && isTighter(from[name], to[name]))
      problems.push(`${where} has a tighter ${name}: ${to[name]}, not ${from[name] ?? 'none'}`)
  if (to.additionalProperties === false && from.additionalProperties !== false && from.properties !== undefined)
    problems.push(`${where} refuses unknown members now`)
  return problems
}

/** Finds members that every answer had and that may be absent now. */
const findMissing = (where, from, to) =>
  (from.required ?? [])
    .filter((name) => to.properties?.[name] !== undefined && !to.required?.includes(name))
    .map((name) => `${where}.${name} may be missing now`)

function compareParameters(where, from, to) {
  const read = (document, { parameters = [] }) =>
    new Map(parameters.map((each) => resolve(document, each)).map((each) => [`${each.in} ${each.name}`, each]))
  const [oldOnes, newOnes] = [read(oldDocument, from), read(newDocument, to)]
  return [
    ...[...oldOnes].flatMap(([name, { schema }]) =>
      compareSchemas(`${where}, parameter ${name}`, schema, newOnes.get(name)?.schema, true),
    ),
    ...[...newOnes]
      .filter(([name, { required }]) => required && !oldOnes.get(name)?.required)
      .map(([name]) => `${where}, parameter ${name} is required now`),
  ]
}

const compareContents = (where, from, to, isRequest) =>
  Object.entries(from?.content ?? {}).flatMap(([type, { schema }]) =>
    compareSchemas(`${where} (${type})`, schema, to?.content?.[type]?.schema, isRequest),
  )

function compareResponses(where, from, to) {
  return Object.entries(from.responses).flatMap(([status, response]) => {
    const [before, after] = [resolve(oldDocument, response), resolve(newDocument, to.responses[status])]
    // An error that no longer happens breaks no client.
    if (after === undefined) return status.startsWith('2') ? [`${where}, answer ${status} was removed`] : []
    const gone = Object.keys(before.headers ?? {}).filter((name) => after.headers?.[name] === undefined)
    return [
      ...gone.map((name) => `${where}, answer ${status}, header ${name} was removed`),
      ...compareContents(`${where}, answer ${status}`, before, after, false),
    ]
  })
}

function compareOperations(where, from, to) {
  if (to === undefined) return [`${where} was removed`]
  const [before, after] = [resolve(oldDocument, from.requestBody), resolve(newDocument, to.requestBody)]
  const problems = [
    ...compareParameters(where, from, to),
    ...compareContents(`${where}, request`, before, after, true),
    ...compareResponses(where, from, to),
  ]
  if (from.operationId !== to.operationId)
    problems.push(`${where} was called ${from.operationId} and is called ${to.operationId}`)
  if (after?.required && !before?.required) problems.push(`${where} needs a request body now`)
  if (JSON.stringify(from.security) !== JSON.stringify(to.security))
    problems.push(`${where} needs another key or another scope`)
  return problems
}

/** Finds each change from one document to another that breaks a caller. */
export function findBreakingChanges(from, to) {
  oldDocument = from
  newDocument = to
  const problems = Object.entries(oldDocument.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).flatMap((method) =>
      compareOperations(`${method.toUpperCase()} ${path}`, item[method], newDocument.paths[path]?.[method]),
    ),
  )
  return [...new Set(problems)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [released = 'apps/api/openapi.released.json', now = 'apps/api/openapi.json'] = process.argv.slice(2)
  const [from, to] = [released, now].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const problems = findBreakingChanges(from, to)
  for (const line of problems) process.stderr.write(`${line}\n`)
  if (problems.length > 0) {
    process.stderr.write('These changes break callers of the last release: docs/versioning.md says what to do.\n')
    process.exitCode = 1
  }
}
