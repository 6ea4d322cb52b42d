// Measures how much the SDK adds to a user's bundle: the main entry with its imports, minified.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const bytesMax = 20_400

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('src/index.ts', import.meta.url))],
  bundle: true,
  minify: true,
  format: 'esm',
  write: false,
})
const bytes = outputFiles[0].contents.length
process.stdout.write(`@boardwalk/sdk is ${bytes} bytes minified, of ${bytesMax}\n`)
process.exitCode = bytes < bytesMax ? 0 : 1
