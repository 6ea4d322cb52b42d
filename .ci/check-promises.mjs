// Checks that each promise of docs/promises.md names a test that exists. A row is `| promise | source | file | test name |`.
// The file and the name of the test are in backticks. The name is written as in the source of the test.
import { existsSync, readFileSync } from 'node:fs'

const PROMISES = 'docs/promises.md'

/** Finds what is wrong with a row: a file that is gone, or that does not contain the name of the test. */
function findProblems(row) {
  const [, promise, , file, name] = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  if (!/^`[^`]+`$/.test(file) || !/^(`+) ?.+ ?\1$/.test(name ?? ''))
    return [`"${promise}" has no test file, or no name of a test, in backticks`]
  const [path, test] = [file.slice(1, -1), name.replace(/^`+ ?| ?`+$/g, '')]
  if (!existsSync(path)) return [`"${promise}" names ${path}, which is not there`]
  return readFileSync(path, 'utf8').includes(test) ? [] : [`"${promise}" names a test that is not in ${path}: ${test}`]
}

const lines = existsSync(PROMISES) ? readFileSync(PROMISES, 'utf8').split('\n') : []
// The heads of the tables, and the lines under them, are no promises.
const rows = lines.filter(
  (line, at) => line.startsWith('|') && !/^\|[\s|:-]+$/.test(line) && !/^\|[\s|:-]+$/.test(lines[at + 1] ?? ''),
)
const problems = rows.length === 0 ? ['there are no promises'] : rows.flatMap(findProblems)
for (const problem of problems) process.stderr.write(`${PROMISES}: ${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
