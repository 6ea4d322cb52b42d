import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/file-state.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  sourcemap: true,
  clean: true,
})
