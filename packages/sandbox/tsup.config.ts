import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/sandbox.ts', 'src/clock.ts', 'src/main.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  sourcemap: true,
  clean: true,
  // The code of the workspace goes into the build, and nothing else: a package that is no dependency fails in the smoke test.
  noExternal: [/^@boardwalk\//],
  skipNodeModulesBundle: true,
  esbuildOptions(options) {
    options.conditions = ['@boardwalk/source']
  },
})
