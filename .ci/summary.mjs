// Prints "N passed, N failed" from vitest's JSON report; a failed step outside the tests counts as one failure.
import { readFileSync } from 'node:fs'

const [reportFile, stepFailed] = process.argv.slice(2)

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  }
}

const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = readReport()
const failed = numFailedTests === 0 && stepFailed === '1' ? 1 : numFailedTests
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
