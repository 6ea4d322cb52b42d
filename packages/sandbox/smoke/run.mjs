// The packed sandbox in an empty folder: its types under each module resolution, its work on each runtime.
import { fileURLToPath } from 'node:url'
import {
  compile,
  compilers,
  copyPrograms,
  runOnEachRuntime,
  runtimePackages,
  withPacked,
} from '../../../.ci/packed.mjs'

const sources = fileURLToPath(new URL('.', import.meta.url))

async function smoke(folder) {
  await copyPrograms(folder, sources, ['main.ts'])
  const all = ['module/main.ts', 'commonjs/main.ts']
  for (const compiler of compilers) await compile(folder, compiler, { module: 'node16', noEmit: true }, all)
  const bundler = { module: 'esnext', moduleResolution: 'bundler', noEmit: true }
  await compile(folder, 'typescript-7', bundler, ['module/main.ts'])
  await compile(folder, 'typescript-7', { module: 'nodenext' }, all)
  await runOnEachRuntime(folder, [])
}

process.stdout.write('The packed sandbox\n')
const workspaces = ['@boardwalk/sdk', '@boardwalk/sandbox']
await withPacked(workspaces, runtimePackages, smoke).catch((error) => {
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
})
