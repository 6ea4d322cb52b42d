// The part of `npm run release:version` that Changesets does not do: writes the new version into the texts that name it, and
// a sentence into the section of a package that got the version only because the others did.
import { readFile, writeFile } from 'node:fs/promises'
import { NAMED_VERSION, readSection } from './faults.mjs'
import { listFiles, readPackages, readTexts, rootFolder } from './read.mjs'

const files = await listFiles()
const { released } = await readPackages(files)
const { version } = released[0].manifest

for (const { folder } of released) {
  const path = `${rootFolder}/${folder}/CHANGELOG.md`
  const changelog = await readFile(path, 'utf8')
  if (readSection(changelog, version) === '')
    await writeFile(path, changelog.replace(`## ${version}`, `$&\n\nNo changes: all packages have one version.`))
}
for (const [path, text] of Object.entries(await readTexts(files)))
  await writeFile(`${rootFolder}/${path}`, text.replaceAll(NAMED_VERSION, version))
