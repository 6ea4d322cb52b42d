import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    'peer/express': 'src/peer/express/main.ts',
    'peer/trpc': 'src/peer/trpc/main.ts',
  },
  format: 'esm',
  // A file finds what stands beside it by its own address.
  splitting: false,
  target: 'node20',
  sourcemap: true,
  clean: true,
})
