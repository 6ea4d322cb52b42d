import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/mongo-proxy.ts'],
  format: 'esm',
  target: 'node20',
  outDir: 'dist',
  sourcemap: true,
  clean: true,
})
