import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Writes the licences of the packages whose code is in the bundle, as they ask for. */
const licences: Plugin = {
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

const findPackage = (path: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]

function readLicence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
  return `${name} ${version}, ${license}${text}`
}

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
  // The build bundles the code of the workspace, so that the package installs alone, and the packages that only the sandbox
  // needs (docs/adr/0009-sandbox.md). The dependencies of the command stay outside.
  noExternal: [/^@boardwalk\//],
  esbuildPlugins: [licences],
  // Some of those packages are CommonJS and require modules of Node.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as toRequire } from 'node:module'\nconst require = toRequire(import.meta.url)",
  },
  esbuildOptions(options) {
    options.conditions = ['@boardwalk/source']
  },
})
