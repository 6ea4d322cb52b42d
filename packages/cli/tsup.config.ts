import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
  // The build bundles only code of the workspace, so that the package installs alone. If it used a package that is not a
  // dependency, the smoke test would fail.
  noExternal: [/^@boardwalk\//],
  skipNodeModulesBundle: true,
  banner: { js: '#!/usr/bin/env node' },
  esbuildOptions(options) {
    options.conditions = ['@boardwalk/source']
  },
})
