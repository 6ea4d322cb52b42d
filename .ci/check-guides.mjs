// Every path that a guide names in backticks must exist: a guide that names a file that is gone is worse than none.
import { existsSync, readFileSync } from 'node:fs'

const guides = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']
const gone = guides.flatMap((guide) => {
  const named = [...readFileSync(guide, 'utf8').matchAll(/`((?:apps|packages|tools|examples|docs|\.ci)\/[\w./-]*)`/g)]
  return named
    .map(([, path]) => path)
    .filter((path) => !existsSync(path))
    .map((path) => `${guide} names ${path}, which is not there`)
})
for (const line of gone) process.stderr.write(`${line}\n`)
process.exitCode = gone.length === 0 ? 0 : 1
