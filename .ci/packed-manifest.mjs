// Takes the condition of this repository's own builds, which points to sources, out of the package.json of the current folder while npm
// packs it: `prepack` runs this with "remove", `postpack` with "restore". npm packs the file that is on the disk, and replaces no
// `exports` by those of `publishConfig`. After a pack that was broken off, the next one restores the file.
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

const CONDITION = '@boardwalk/source'
/** The scripts name the condition too. */
const isWhole = (text) => text.includes(`"${CONDITION}":`)
/** Where the whole file is meanwhile. */
const KEPT = 'package.kept.json'
const PACKED = 'package.packed.json'

/** Removes the condition, and each entry that has no other. */
function clean(text) {
  const { exports, ...manifest } = JSON.parse(text)
  const entries = Object.entries(exports).flatMap(([name, entry]) => {
    if (typeof entry === 'string') return [[name, entry]]
    const { [CONDITION]: _, ...conditions } = entry
    return Object.keys(conditions).length > 0 ? [[name, conditions]] : []
  })
  return `${JSON.stringify({ ...manifest, exports: Object.fromEntries(entries) }, null, 2)}\n`
}

const [step] = process.argv.slice(2)
const text = await readFile('package.json', 'utf8')
if (step === 'remove' && (isWhole(text) || !existsSync(KEPT))) {
  if (!isWhole(text)) throw new Error(`package.json has no ${CONDITION}: restore it from the repository`)
  await writeFile(KEPT, text)
  // A process that reads the file meanwhile finds either of the two, and never a part of one.
  await writeFile(PACKED, clean(text))
  await rename(PACKED, 'package.json')
}
if (step === 'restore' && existsSync(KEPT)) {
  if (isWhole(text)) await rm(KEPT)
  else if (text === clean(await readFile(KEPT, 'utf8'))) await rename(KEPT, 'package.json')
  else throw new Error(`package.json was changed while it was packed: ${KEPT} has what it was before`)
}
