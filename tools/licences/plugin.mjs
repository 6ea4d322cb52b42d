import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A plugin of esbuild for packages that bundle the code of others: it writes their licences into `dist/licences.txt`, as they
 * ask for.
 * @type {NonNullable<import('tsup').Options['esbuildPlugins']>[number]}
 */
export const licences = {
  name: 'licences',
  setup(build) {
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) throw new Error('the licences need a metafile')
      const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
      const folders = new Set(
        inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 && findPackage(path)) || []),
      )
      // The first build makes the folder only after this.
      mkdirSync('dist', { recursive: true })
      writeFileSync('dist/licences.txt', [...folders].sort().map(readLicence).join('\n\n'))
    })
  },
}

/** @param {string} path */
const findPackage = (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]

/** @param {string} folder */
function readLicence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
  return `${name} ${version}, ${license}${text}`
}
