import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { 'chaos/main': 'src/chaos/main.ts', 'chaos/steppable-clock': 'src/chaos/steppable-clock.ts' },
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
})
