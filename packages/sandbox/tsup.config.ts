import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/sandbox.ts', 'src/clock.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  sourcemap: true,
  clean: true,
  // Leaves out packages that the bundle does not use.
  treeshake: 'smallest',
  // The build bundles only code of the workspace. If it used a package that is not a dependency, the smoke test would fail.
  noExternal: [/^@boardwalk\//],
  skipNodeModulesBundle: true,
  esbuildOptions(options) {
    options.conditions = ['@boardwalk/source']
  },
})
