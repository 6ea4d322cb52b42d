// Checks that each folder of the core calls only its own stores. dependency-cruiser sees imports, and not calls through `deps`.
// node .ci/check-calls.mjs
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../packages/core/src/', import.meta.url))

/** Folders that make a board of all stores, and so may call each of them. */
const ASSEMBLING = ['memory']

/** Folders that are made of what another folder stores, and so read its store. */
const READING = { catalogue: ['job'] }

/** Queries of another folder's store that may be called: they have no rule, so a service around one would only repeat its name. */
const exceptions = {
  'catalogue/feed.ts companies.findPartStarts':
    'The parts of a sitemap are of companies and of jobs, and are found at the same time.',
  'catalogue/directory.ts companies.findBySlug':
    'A page may begin at a company without jobs, or at none: neither is an error.',
  'catalogue/owners.ts companies.findIdsByNames': 'The words of a search are those of the names.',
  'job/url.ts companies.recallSlug':
    'It asks what this process remembers, and saves each answer about a job the read of its company.',
}

const read = (file) => readFileSync(`${ROOT}${file}`, 'utf8')

/** Finds the folder of each store: that of the file from which deps.ts imports the function that makes it. */
function findOwners() {
  const text = read('deps.ts')
  const imports = [...text.matchAll(/^import \{ (.*) \} from '\.\/(\w+)\/.*store\.ts'$/gm)]
  const folders = new Map(imports.flatMap(([, names, folder]) => names.split(', ').map((name) => [name, folder])))
  const makers = new Map(
    [...text.matchAll(/const (\w+) = (create\w+Store)\(/g)].map(([, name, maker]) => [name, maker]),
  )
  const stores = [...text.matchAll(/(\w+): withRetry\(\s*(\w+)/g)].map(([, name, made]) => {
    const folder = folders.get(makers.get(made) ?? made)
    if (folder === undefined) throw new Error(`deps.ts: no folder makes the store ${name}`)
    return [name, folder]
  })
  return new Map([...stores, ['journal', 'journal'], ['mailbox', 'intake'], ['jobNames', 'intake']])
}

/** Whether an expression is the deps of a function: `deps`, or a member of that name such as `ctx.deps`. */
const isDeps = (node) => /(^|\.)deps$/.test(node.getText())

/** Names the member of `deps` that an expression takes: `companies.find`, or `companies` if it takes the store as a value. */
function readAccess(node) {
  if (!ts.isPropertyAccessExpression(node) || !isDeps(node.expression)) return []
  const { parent } = node
  const isCall = ts.isPropertyAccessExpression(parent) && parent.expression === node
  return [isCall ? `${node.name.text}.${parent.name.text}` : node.name.text]
}

/** Names the members of `const { jobs } = deps`, and those of a parameter `{ jobs }: Deps`. */
function readPattern(node) {
  if (!ts.isObjectBindingPattern(node)) return []
  const { initializer, type } = node.parent
  const isOfDeps = (initializer && isDeps(initializer)) || /^(Pick<)?Deps\b/.test(type?.getText() ?? '')
  return isOfDeps ? node.elements.map(({ name, propertyName }) => (propertyName ?? name).getText()) : []
}

const listUses = (node) => [
  ...readAccess(node),
  ...readPattern(node),
  ...node.getChildren().flatMap((child) => listUses(child)),
]

const owners = findOwners()
const files = readdirSync(ROOT, { recursive: true }).filter(
  (file) =>
    /\/.*\.ts$/.test(file) && !/\.(test|suite)\.ts$|\/fixture\//.test(file) && !ASSEMBLING.includes(file.split('/')[0]),
)
/** The uses of stores of other folders, each with its file. */
const foreign = files.flatMap((file) => {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, /* setParentNodes */ true)
  return listUses(source).flatMap((use) => {
    const [folder] = file.split('/')
    const owner = owners.get(use.split('.')[0])
    const isItsOwn = owner === undefined || owner === folder || READING[folder]?.includes(owner)
    return isItsOwn ? [] : [{ name: `${file} ${use}`, owner }]
  })
})
const names = new Set(foreign.map(({ name }) => name))
const faults = [
  ...foreign
    .filter(({ name }) => !(name in exceptions))
    .map(
      ({ name, owner }) =>
        `${name}: a store of ${owner}/. Call a function of ${owner}/ in its place, or add one there.`,
    ),
  ...Object.keys(exceptions)
    .filter((name) => !names.has(name))
    .map((name) => `${name}: .ci/check-calls.mjs has this exception, and nothing uses it.`),
]
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`✔ ${owners.size} stores are called by their own folders, but for ${names.size} named queries\n`)
