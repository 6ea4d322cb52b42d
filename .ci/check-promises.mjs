// Checks that each test of docs/promises.md exists, and that each proof of docs/security.md is the name of a promise. A list of
// promises follows the path of its test file. An item ends with the name of its test in backticks, as the test writes it, and
// perhaps with names for the security map in brackets. A sentence or the title of a describe may stand before it.
import { existsSync, readFileSync } from 'node:fs'

const PROMISES = 'docs/promises.md'
const SECURITY = 'docs/security.md'

const readLines = (path) => readFileSync(path, 'utf8').split('\n')

const ITEM = /^ *- (?:.*: )?(?<names>`.+?)(?<proofs> \((?:`[^`]+`(?:, )?)+\))?$/

/** Reads the items of the page, each with its file, the names of its test and describe, and its names for the security map. */
function readPromises() {
  let file
  return readLines(PROMISES).flatMap((line, at) => {
    const path = /^`([^`]+)`$/.exec(line)?.[1]
    if (path) file = path
    if (line.startsWith('#')) file = undefined
    if (!/^ *- /.test(line) || !file) return []
    const { names = '', proofs = '' } = ITEM.exec(line)?.groups ?? {}
    const titles = names.split(' › ').map((name) => name.replace(/^`+ ?| ?`+$/g, ''))
    return [
      { at: `${PROMISES}:${at + 1}`, file, titles, proofs: [...proofs.matchAll(/`([^`]+)`/g)].map(([, name]) => name) },
    ]
  })
}

/** Finds what is wrong with a promise: no name, a file that is gone, or a file without the test. */
function findProblems({ at, file, titles }) {
  if (titles.includes('')) return [`${at} has no name of a test in backticks at its end`]
  if (!existsSync(file)) return [`${at} is under ${file}, which is not there`]
  const text = readFileSync(file, 'utf8')
  return titles.filter((title) => !text.includes(title)).map((title) => `${at}: this test is not in ${file}: ${title}`)
}

/** Finds the proofs of the security map, which are words in backticks in its last column, that are the name of no promise. */
function findMissingProofs(promises) {
  const named = new Set(promises.flatMap(({ proofs }) => proofs))
  const proofs = readLines(SECURITY)
    .filter((line) => line.startsWith('|'))
    .map((row) => row.split('|').at(-2).trim())
    .filter((cell) => cell.startsWith('`'))
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  return [...new Set(proofs)]
    .filter((name) => !named.has(name))
    .map((name) => `no promise has the name \`${name}\` of ${SECURITY}`)
}

const promises = readPromises()
const problems = [...promises.flatMap(findProblems), ...findMissingProofs(promises)]
if (promises.length === 0) problems.push(`${PROMISES} has no promises`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
