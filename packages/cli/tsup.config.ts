import { defineConfig } from 'tsup'
import { licences } from '../../tools/licences/plugin.mjs'

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
  // The command has no dependencies: `npx boardwalk` installs one package. tsup bundles what is a devDependency.
  esbuildPlugins: [licences],
  // Some of the bundled packages are CommonJS and require modules of Node.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as toRequire } from 'node:module'\nconst require = toRequire(import.meta.url)",
  },
  esbuildOptions(options) {
    options.conditions = ['@boardwalk/source']
  },
})
