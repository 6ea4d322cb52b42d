// Prints "N passed, N failed" from vitest's JSON report, after the names of the tests that failed, which would else be far above.
// Each other step that failed counts as one failure.
import { readFileSync } from 'node:fs'

const [reportFile, failedSteps] = process.argv.slice(2)

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    // The tests were not run, or did not come to their end: that step has failed.
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  }
}

const { numPassedTests: passed, numFailedTests, numPendingTests: skipped, testResults } = readReport()
for (const { name, assertionResults } of testResults)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed')
      process.stdout.write(`── failed: ${name}: ${fullName}\n${failureMessages.join('\n').slice(0, 1_000)}\n`)
// The step of the tests is among the failed ones if a test failed.
const failed = numFailedTests + Math.max(0, Number(failedSteps) - (numFailedTests > 0 ? 1 : 0))
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
