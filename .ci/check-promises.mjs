// Checks that each promise of docs/promises.md names a test that exists, and that each proof of docs/security.md is the source of a
// promise. A row of promises is `| promise | source | file | test name |`. The file and the name of the test are in backticks. The name
// is written as in the source of the test.
import { existsSync, readFileSync } from 'node:fs'

const PROMISES = 'docs/promises.md'
const SECURITY = 'docs/security.md'

/** Finds what is wrong with a row: a file that is gone, or that does not contain the name of the test. */
function findProblems(row) {
  const [, promise, , file, name] = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  if (!/^`[^`]+`$/.test(file) || !/^(`+) ?.+ ?\1$/.test(name ?? ''))
    return [`"${promise}" has no test file, or no name of a test, in backticks`]
  const [path, test] = [file.slice(1, -1), name.replace(/^`+ ?| ?`+$/g, '')]
  if (!existsSync(path)) return [`"${promise}" names ${path}, which is not there`]
  return readFileSync(path, 'utf8').includes(test) ? [] : [`"${promise}" names a test that is not in ${path}: ${test}`]
}

const readLines = (path) => readFileSync(path, 'utf8').split('\n')

/** The rows of all tables of a page, without the heads of the tables and the lines under them. */
const readRows = (path) =>
  readLines(path).filter(
    (line, at, lines) =>
      line.startsWith('|') && !/^\|[\s|:-]+$/.test(line) && !/^\|[\s|:-]+$/.test(lines[at + 1] ?? ''),
  )

/** Finds the proofs of the security map, which are words in backticks in its last column, that no promise has as its source. */
function goneProofs(promises) {
  const proofs = readRows(SECURITY)
    .map((row) => row.split('|').at(-2).trim())
    .filter((proof) => proof.startsWith('`'))
    .flatMap((proof) => [...proof.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  const named = new Set(promises.flatMap((row) => [...row.matchAll(/security `([^`]+)`/g)].map(([, name]) => name)))
  return [...new Set(proofs)]
    .filter((name) => !named.has(name))
    .map((name) => `no promise has the source security \`${name}\``)
}

const rows = readRows(PROMISES)
const problems = [...rows.flatMap(findProblems), ...goneProofs(rows)]
for (const problem of problems) process.stderr.write(`${PROMISES}: ${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
