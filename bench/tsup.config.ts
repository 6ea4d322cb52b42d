import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    guard: 'src/guard/main.ts',
    'peer/express': 'src/peer/express/main.ts',
    'peer/fastify': 'src/peer/fastify/main.ts',
  },
  format: 'esm',
  // A program finds the files beside it by its own address.
  splitting: false,
  target: 'node20',
  sourcemap: true,
  clean: true,
})
