import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/demo/demo.ts'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
})
