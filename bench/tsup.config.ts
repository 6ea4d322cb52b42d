import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    conformance: 'src/conformance.ts',
  },
  format: 'esm',
  // A file finds what stands beside it by its own address.
  splitting: false,
  target: 'node20',
  sourcemap: true,
  clean: true,
})
