import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts', admin: 'src/admin.ts', tracing: 'src/process/tracing.ts' },
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
})
