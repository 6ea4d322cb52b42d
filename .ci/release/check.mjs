// Everything of a release but publishing: node .ci/release/check.mjs [tag]. Prints each fault, and ends with 1 if there is one.
import { findFaults } from './faults.mjs'
import { readRelease } from './read.mjs'

const [tag] = process.argv.slice(2)
const release = await readRelease(tag)
const faults = findFaults(release)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length === 0) process.stdout.write(`${release.version} can be released${tag ? ` as ${tag}` : ''}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
