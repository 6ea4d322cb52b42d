import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', 'file-state': 'src/file-state.ts', enums: 'src/generated/enums.ts' },
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  sourcemap: true,
  clean: true,
})
