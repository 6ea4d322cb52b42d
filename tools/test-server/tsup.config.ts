import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/database.ts', 'src/server-process.ts'],
  format: 'esm',
  target: 'node20',
  outDir: 'dist',
  sourcemap: true,
  clean: true,
})
