import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    fuzz: 'src/fuzz.ts',
    hostile: 'src/hostile.ts',
    schemathesis: 'src/schemathesis.ts',
    'memory-probe': 'src/bad-input/memory-probe.ts',
  },
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
})
