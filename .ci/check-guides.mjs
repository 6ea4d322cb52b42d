// Every path that a guide names in backticks or links to must exist: a guide that names a file that is gone is worse than none.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const folders = ['.', 'docs/adr', 'docs/guides', ...readdirSync('packages').map((name) => join('packages', name))]
const guides = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** Paths from the root, and links from the guide itself. */
function named(guide) {
  const text = readFileSync(guide, 'utf8')
  const paths = [...text.matchAll(/`((?:apps|packages|tools|examples|docs|\.ci)\/[\w./-]*)`/g)].map(([, path]) => path)
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, link]) => join(dirname(guide), link))
  return [...paths, ...links]
}

const gone = guides.flatMap((guide) =>
  named(guide)
    .filter((path) => !existsSync(path))
    .map((path) => `${guide} names ${path}, which is not there`),
)
for (const line of gone) process.stderr.write(`${line}\n`)
process.exitCode = gone.length === 0 ? 0 : 1
