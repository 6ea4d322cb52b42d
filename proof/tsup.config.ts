import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    'chaos/main': 'src/chaos/main.ts',
    'chaos/steppable-clock': 'src/chaos/steppable-clock.ts',
    fuzz: 'src/fuzz.ts',
    hostile: 'src/hostile.ts',
    'memory-probe': 'src/bad-input/memory-probe.ts',
    schemathesis: 'src/schemathesis.ts',
  },
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
})
