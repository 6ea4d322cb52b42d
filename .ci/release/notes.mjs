// Prints the notes of a release: what each package's changelog says about the version. node .ci/release/notes.mjs
import { readFile } from 'node:fs/promises'
import { readSection } from './faults.mjs'
import { listFiles, readPackages, rootFolder } from './read.mjs'

const { released } = await readPackages(await listFiles())
for (const { folder, manifest } of released) {
  const section = readSection(await readFile(`${rootFolder}/${folder}/CHANGELOG.md`, 'utf8'), manifest.version)
  process.stdout.write(`# ${manifest.name} ${manifest.version}\n\n${section}\n\n`)
}
