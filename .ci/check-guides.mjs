// Checks that every path and setting that the guides name exists, and that lists which must be complete are complete.
// remark-validate-links checks their links (`npm run check:guides`).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = ['packages', 'tools'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
const folders = ['.', 'bench', 'deploy', 'docs', 'docs/adr', 'docs/guides', ...packages]
const guides = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

const PATH = /^(?:apps|packages|tools|examples|docs|deploy|bench|proof|contract|\.ci)\/[\w./-]*$/

/** Finds paths from the root, as a word, that lead nowhere. What a build or a reader makes may be absent. */
function findGonePaths(guide) {
  return readFileSync(guide, 'utf8')
    .split(/[\s`|]+/)
    .filter((word) => PATH.test(word) && !/\/dist\/|\/\.env$/.test(word) && !existsSync(word))
    .map((path) => `${guide} names ${path}, which is not there`)
}

const LOCAL_DATABASE = 'docs/adr/0003-local-database.md'

/** Finds files that work around SecantusDB and are not in the list of such files. */
function findHiddenWorkarounds() {
  const list = readFileSync(LOCAL_DATABASE, 'utf8')
  return ['apps/api/src', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .filter((path) => readFileSync(path, 'utf8').includes('// secantus:') && !list.includes(`\`${path}\``))
    .map((path) => `${path} has "// secantus:" and is not in ${LOCAL_DATABASE}`)
}

/** Finds names that a document must list and does not. */
function findUnnamed(document, names) {
  const text = readFileSync(document, 'utf8')
  return names.filter((name) => !text.includes(`\`${name}\``)).map((name) => `${document} does not name ${name}`)
}

const SETTINGS = 'docs/guides/running.md'

/** Finds rows in the table of settings that name no setting. A row begins with the names in backticks. */
function findGoneSettings(settings) {
  const rows = readFileSync(SETTINGS, 'utf8').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)
  return [...rows]
    .flatMap(([, names]) => names.match(/\w+/g))
    .filter((name) => !settings.includes(name))
    .map((name) => `${SETTINGS} names ${name}, which is no setting`)
}

const PARTS = 'apps/api/src/part'
const filesOfSettings = [
  'apps/api/src/process/env.ts',
  ...readdirSync(PARTS)
    .map((name) => `${PARTS}/${name}/settings.ts`)
    .filter(existsSync),
]
const settings = filesOfSettings
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2,4}([A-Z_]+):/gm)])
  .map(([, name]) => name)
const { paths, components } = JSON.parse(readFileSync('apps/api/openapi.json', 'utf8'))
const operations = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId }) => operationId ?? [])
const { JobCreate, ContractType, EducationLevel, WorkMode, Language, JobStatus } = components.schemas
// Both are in French, so the README has them in English.
const frenchValues = [...ContractType.enum, ...EducationLevel.enum]
const jobWords = [
  ...Object.keys(JobCreate.properties),
  ...frenchValues,
  ...WorkMode.enum,
  ...Language.enum,
  ...JobStatus.enum,
]

const problems = [
  ...guides.flatMap(findGonePaths),
  ...findHiddenWorkarounds(),
  ...findUnnamed(SETTINGS, settings),
  ...findGoneSettings(settings),
  ...findUnnamed('ARCHITECTURE.md', operations),
  ...findUnnamed('docs/contract.md', jobWords),
  ...findUnnamed('README.md', frenchValues),
]
for (const line of problems) process.stderr.write(`${line}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
