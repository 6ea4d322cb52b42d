import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    'chaos/main': 'src/chaos/main.ts',
    'chaos/steppable-clock': 'src/chaos/steppable-clock.ts',
    clients: 'src/clients.ts',
    flaky: 'src/flaky/main.ts',
    hostile: 'src/hostile.ts',
    'mutations/main': 'src/mutations/main.ts',
    restore: 'src/restore.ts',
    'process-probe': 'src/process-probe.ts',
    schemathesis: 'src/schemathesis.ts',
  },
  format: 'esm',
  // A program finds the files beside it by its own address.
  splitting: false,
  target: 'node20',
  sourcemap: true,
  clean: true,
})
