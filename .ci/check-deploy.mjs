// Checks the files that no compiler reads: the image, Compose, the proxy, the workflows, shell scripts, and YAML. pip installs the
// linters once, as .ci/linters-requirements.txt names them, into the cache of the local database. They need no network afterwards.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pythonWith } from '../tools/local-mongo/dist/python-environment.js'

const REQUIREMENTS = '.ci/linters-requirements.txt'
const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const find = (pattern) => files.filter((path) => pattern.test(path))

const schema = (name) => ['--builtin-schema', `vendor.${name}`]
const workflows = find(/^\.github\/workflows\/.*\.yml$/)
const shellScripts = find(/(^|\/)[^.]+$|\.sh$/).filter((path) => /^#!.*\bb?a?sh\n/.test(readFileSync(path, 'utf8')))
const yamlRules =
  'line-length: disable, document-start: disable, truthy: { check-keys: false }, braces: { max-spaces-inside: 1 }, comments: { min-spaces-from-content: 1 }'

/** Each check has a program, its arguments, and the files that it reads. */
const createChecks = (programs) => [
  ['hadolint', ['--no-color'], find(/(^|\/)Dockerfile$/)],
  ['caddy', ['validate', '--adapter', 'caddyfile', '--config'], find(/(^|\/)Caddyfile$/)],
  ['check-jsonschema', schema('compose-spec'), find(/(^|\/)compose\.yaml$/)],
  ['check-jsonschema', schema('github-workflows'), workflows],
  ['check-jsonschema', schema('github-issue-forms'), find(/^\.github\/ISSUE_TEMPLATE\/(?!config).*\.yml$/)],
  ['check-jsonschema', schema('github-issue-config'), ['.github/ISSUE_TEMPLATE/config.yml']],
  ['check-jsonschema', schema('renovate'), ['renovate.json']],
  ['actionlint', ['-shellcheck', join(programs, 'shellcheck')], workflows],
  ['zizmor', ['--offline', '--quiet', '--no-progress'], workflows],
  ['shellcheck', [], shellScripts],
  ['yamllint', ['--strict', '-d', `{ extends: default, rules: { ${yamlRules} } }`], find(/\.ya?ml$/)],
]

async function findPrograms() {
  const wanted = { name: 'the set of linters', version, folder: `linters-${version}`, minors: { min: 10, max: 14 } }
  try {
    const log = (line) => process.stderr.write(`${line}\n`)
    return dirname(await pythonWith({ ...wanted, requirements: REQUIREMENTS }, { log }))
  } catch (error) {
    throw new Error(
      `The checks of deploy/ and .github/ need linters from PyPI, which cannot be installed: ${error.message}\n` +
        'Install Python 3.10 to 3.14 with its module venv (on Debian and Ubuntu: apt-get install python3-venv), and try again.',
    )
  }
}

/** Runs a check. Returns what the program said if it found something, or if it has nothing to read. */
function check(programs, [program, args, paths]) {
  if (paths.length === 0) return `${program} ${args.join(' ')}: there is no such file`
  // The Caddyfile needs a name of the board.
  const env = { ...process.env, DOMAIN: 'localhost' }
  return new Promise((done) => {
    execFile(join(programs, program), [...args, ...paths], { env }, (error, stdout, stderr) => {
      done(error === null ? undefined : `${program}:\n${stdout}${stderr}`)
    })
  })
}

try {
  const programs = await findPrograms()
  const problems = await Promise.all(createChecks(programs).map((each) => check(programs, each)))
  for (const problem of problems.filter((problem) => problem !== undefined)) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
