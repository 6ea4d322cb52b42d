import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    'peer/bare': 'src/peer/bare/main.ts',
    'peer/fastify': 'src/peer/fastify/main.ts',
  },
  format: 'esm',
  // A file finds what stands beside it by its own address.
  splitting: false,
  target: 'node20',
  sourcemap: true,
  clean: true,
})
