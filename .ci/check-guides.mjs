// Checks that every file, test and setting that the documents name exists, and that lists which must be complete are complete.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const packages = ['packages', 'tools'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
const folders = ['.', 'bench', 'deploy', 'docs', 'docs/adr', 'docs/guides', ...packages]
const guides = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

const PATH = /^(?:apps|packages|tools|examples|docs|deploy|bench|proof|\.ci)\/[\w./-]*$/

/** Finds paths (from the root, as a word) and links (from the guide) that lead nowhere. What a build or a reader makes may be absent. */
function gonePaths(guide) {
  const text = readFileSync(guide, 'utf8')
  const paths = text.split(/[\s`|]+/).filter((word) => PATH.test(word) && !/\/dist\/|\/\.env$/.test(word))
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, link]) => join(dirname(guide), link))
  return [...paths, ...links]
    .filter((path) => !existsSync(path))
    .map((path) => `${guide} names ${path}, which is not there`)
}

const SECURITY = 'docs/security.md'

/** Finds proofs of the security map that are not in its list of tests, and tests of the list that do not exist or prove nothing. */
function goneProofs() {
  const [map, list] = readFileSync(SECURITY, 'utf8').split('\n## The tests\n')
  const readRows = (text) => text.split('\n').filter((line) => line.startsWith('|'))
  const readCells = (row) => row.split('|').map((cell) => cell.trim())
  const proofs = readRows(map)
    .map((row) => readCells(row).at(-2))
    .filter((proof) => proof.startsWith('`'))
    .flatMap((proof) => [...proof.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  const tests = readRows(list)
    .slice(2)
    .map((row) => {
      const [, name, file, names] = readCells(row)
      return {
        name: name.slice(1, -1),
        file: file.slice(1, -1),
        names: names.split('<br>').map((one) => one.slice(1, -1)),
      }
    })
  const listed = new Set(tests.map(({ name }) => name))
  return [
    ...proofs
      .filter((name) => !listed.has(name))
      .map((name) => `${SECURITY} has a proof "${name}" that is not in its list`),
    ...tests
      .filter(({ name }) => !proofs.includes(name))
      .map(({ name }) => `${SECURITY} lists "${name}", which proves nothing`),
    ...tests.flatMap(({ file, names }) => {
      const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return names
        .filter((name) => !source.includes(name))
        .map((name) => `${SECURITY} names the test "${name}", which is not in ${file}`)
    }),
  ]
}

const LOCAL_DATABASE = 'docs/adr/0003-local-database.md'

/** Finds files that work around SecantusDB and are not in the list of such files. */
function hiddenWorkarounds() {
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

const settings = [...readFileSync('apps/api/src/env.ts', 'utf8').matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name)
const { paths } = JSON.parse(readFileSync('apps/api/openapi.json', 'utf8'))
const operations = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId }) => operationId ?? [])

const gone = [
  ...guides.flatMap(gonePaths),
  ...goneProofs(),
  ...hiddenWorkarounds(),
  ...findUnnamed('README.md', settings),
  ...findUnnamed('ARCHITECTURE.md', operations),
]
for (const line of gone) process.stderr.write(`${line}\n`)
process.exitCode = gone.length === 0 ? 0 : 1
