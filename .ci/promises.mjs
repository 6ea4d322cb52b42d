// Writes docs/promises.md: the names of all tests by area, and the tests that prove the security map. vitest reads the names from the
// files, without running a test. The contract's checks have their names in contract/src.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { checks } from '../contract/src/checks.ts'
import { proofs } from '../tools/test-server/src/vitest/proofs.ts'

const PAGE = 'docs/promises.md'

const core = (...names) => names.map((name) => `packages/core/src/${name}`)
const features = (...names) => names.map((name) => `apps/api/src/feature/${name}`)

/** The sections, each with its folders. A test file belongs to the longest folder that has it. */
const SECTIONS = {
  'The contract of the integration API': ['contract'],
  Jobs: core('job', 'catalogue', 'text'),
  'Applications and CVs': [...core('intake', 'cv', 'retention'), ...features('desk')],
  'Companies, their users and keys': [...core('key', 'company'), ...features('user')],
  Mails: features('mail'),
  'Journal, audit trail and requests': core('activity'),
  Pictures: features('picture'),
  'Optional features': ['apps/api/src/part'],
  'Several processes, and a database that fails': [...core('db'), 'apps/api/src/test'],
  'The server': ['apps/api/src', 'packages/core/src'],
  'The operator’s commands': ['apps/api/src/admin'],
  'The public site': ['apps/api/src/site'],
  'The back office': ['apps/web'],
  'The command': ['packages/cli', 'packages/certify'],
  'The SDK': ['packages/sdk'],
  'The sandbox': ['packages/sandbox'],
  'Values, texts and their messages': ['packages/schema'],
  'Deployment, releases and documents': ['.github', 'apps/reference', 'deploy', 'docs'],
  'Programs to copy': ['examples'],
}
/** Folders of programs that only test the board. */
const UNLISTED = ['bench', 'proof', 'tools']
/** Lists the files of tests that several kinds of one thing run. */
const listSuites = () =>
  readdirSync('packages', { recursive: true })
    .filter((path) => /^\w+\/src\/.*\.suite\.ts$/.test(path))
    .map((path) => resolve('packages', path))

const folders = [...Object.values(SECTIONS).flat(), ...UNLISTED]

/**
 * Formats the name of a test for the page. vitest returns the name as the file has it: with escapes, and with a placeholder such as
 * `%s` for each value of a table. The page shows a placeholder as "…", and leaves it out at the beginning and the end of a name.
 */
const formatName = (name) =>
  name
    .replace(/\\(.)/g, '$1')
    .replace(/%[a-z]|\$\{[^}]*\}|\$[A-Za-z]\w*/g, '…')
    .replace(/^…: |:( …)+$| \(…\)$/g, '')

const saysSomething = (name) => /\p{L}{2}/u.test(name)

const toItem = ({ name, children = [], options }) => ({
  name: formatName(name),
  tags: options.tags ?? [],
  // Where a name is a value of a table alone, the suite around it says the promise.
  items: [...children].map(toItem).filter(({ name, items }) => saysSomething(name) || items.length > 0),
})

async function readFiles() {
  const vitest = await createVitest('test', { watch: false })
  try {
    const specifications = await vitest.globTestSpecifications()
    // The tests of a suite have their names in its file, and not in the files that run it.
    const runsSuite = ({ moduleId }) => /from '.*\.suite\.ts'/.test(readFileSync(moduleId, 'utf8'))
    const suites = listSuites().map((path) => vitest.projects[0].createSpecification(path))
    const modules = await vitest.experimental_parseSpecifications([...specifications, ...suites])
    return modules
      .filter((module) => module.children.size > 0 || !runsSuite(module))
      .map((module) => ({
        path: module.relativeModuleId,
        errors: module.errors(),
        items: [...module.children].map(toItem),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  } finally {
    await vitest.close()
  }
}

const findFolder = (path) =>
  folders.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0]

/** Lists the tests of some items, each with the names of the suites around it. */
const listTests = (items, suites = []) =>
  items.flatMap(({ name, tags, items: inner }) =>
    inner.length === 0 ? [{ names: [...suites, name], tags }] : listTests(inner, [...suites, name]),
  )

const toMarkdown = (name) => name.replace(/[\\`*_[\]<>#~|]/g, '\\$&')
const toList = (items, indent = '') =>
  items.flatMap(({ name, items: inner }) => [`${indent}- ${toMarkdown(name)}`, ...toList(inner, `${indent}  `)])
const toLink = (path) => `[\`${path}\`](../${path})`

const files = await readFiles()
const tests = files.flatMap(({ path, items }) => listTests(items).map((test) => ({ ...test, path })))
const problems = [
  ...files.flatMap(({ path, errors }) => errors.map(({ message }) => `${path}: ${message}`)),
  ...files.filter(({ path }) => !findFolder(path)).map(({ path }) => `${path} is in no folder of SECTIONS or UNLISTED`),
  ...folders
    .filter((folder) => !files.some(({ path }) => findFolder(path) === folder))
    .map((folder) => `${folder} has a section and no tests`),
  ...tests
    .filter(({ names }) => !names.every(saysSomething))
    .map(({ path, names }) => `${path} has a test or a suite without a name of words: ${names.join(' › ')}`),
  ...proofs
    .filter((proof) => !tests.some(({ tags }) => tags.includes(proof)))
    .map((proof) => `docs/security.md names the proof ${proof}, and no test has this tag`),
]

const toSection = ([title, folders]) => [
  `## ${title}`,
  '',
  ...(folders.includes('contract') ? toContract() : []),
  ...files
    .filter(({ path }) => folders.includes(findFolder(path)))
    .flatMap(({ path, items }) => [toLink(path), '', ...toList(items), '']),
]

/** Lists the contract's checks by their rules. */
function toContract() {
  const rules = [...new Set(checks.map(({ rule }) => rule))]
  const items = rules.map((name) => ({
    name,
    items: checks.filter(({ rule }) => rule === name).map(({ does }) => ({ name: does, items: [] })),
  }))
  return [...toList(items), '']
}

const page = [
  '<!-- Generated by .ci/promises.mjs from the names of the tests. Do not edit it. -->',
  '',
  '# Promises',
  '',
  'What people can rely on, as the names of the tests say it. "…" stands for the values of a table.',
  '',
  ...Object.entries(SECTIONS).flatMap(toSection),
  '## Proofs of the security map',
  '',
  'The tests behind each word in the last column of the [security map](security.md). `npx vitest run --tags-filter=keys` runs those of',
  '`keys`.',
  '',
  ...proofs.flatMap((proof) => [
    `- \`${proof}\``,
    ...tests
      .filter(({ tags }) => tags.includes(proof))
      .map(({ path, names }) => `  - ${names.map(toMarkdown).join(' › ')} (\`${path}\`)`),
  ]),
  '',
]

for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
else writeFileSync(PAGE, page.join('\n'))
