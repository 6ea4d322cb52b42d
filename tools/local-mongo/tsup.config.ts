import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    'src/child-server.ts',
    'src/command.ts',
    'src/free-port.ts',
    'src/local-mongo.ts',
    'src/main.ts',
    'src/private-file.ts',
    'src/python-environment.ts',
  ],
  format: 'esm',
  target: 'node20',
  outDir: 'dist',
  sourcemap: true,
  clean: true,
})
