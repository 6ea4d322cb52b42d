import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts', 'src/admin.ts', 'src/pictures.ts', 'src/tracing.ts'],
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
  // Some versions of Node 20 and 22 warn when a program imports JSON from a package.
  noExternal: [/\.json$/],
  // The server reads it when it starts.
  onSuccess: () => copyFile('src/site/site.css', 'dist/site.css'),
})
