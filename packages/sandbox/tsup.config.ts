import { defineConfig } from 'tsup'
import { licences } from '../../tools/licences/plugin.mjs'

export default defineConfig({
  entry: ['src/sandbox.ts', 'src/clock.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  clean: true,
  // Leaves out packages that the bundle does not use.
  treeshake: 'smallest',
  esbuildPlugins: [licences],
  // Some of the bundled packages are CommonJS and require modules of Node.
  banner: ({ format }) =>
    format === 'esm'
      ? { js: "import { createRequire as toRequire } from 'node:module'\nconst require = toRequire(import.meta.url)" }
      : {},
  esbuildOptions(options) {
    options.conditions = ['@boardwalk/source']
  },
})
