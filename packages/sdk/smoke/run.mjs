// Installs the packed SDK in an empty folder. Checks its types with each module resolution, and runs it on each runtime.
import { execFile } from 'node:child_process'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startOwnServer } from '@boardwalk/test-server/server-process'
import { build } from 'esbuild'
import {
  compile,
  compilers,
  copyPrograms,
  runOnEachRuntime,
  runtimePackages,
  step,
  withPacked,
} from '../../../.ci/packed.mjs'

const { platform, arch } = process
const workerdPackage = `@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}`
const packages = [...runtimePackages, `${workerdPackage}@1.20261117.1`]
const sources = fileURLToPath(new URL('.', import.meta.url))

/** Compiles the programs with each version and each module resolution of TypeScript. */
async function checkTypes(folder) {
  const all = ['module/main.ts', 'module/use.ts', 'commonjs/main.ts', 'commonjs/use.ts']
  const withoutNode = { types: [], lib: ['es2023', 'dom'], skipLibCheck: false }
  const bundler = { module: 'esnext', moduleResolution: 'bundler', noEmit: true }
  for (const compiler of compilers) {
    await compile(folder, compiler, { module: 'node16', noEmit: true }, all)
    await compile(folder, compiler, { ...bundler, ...withoutNode }, ['module/use.ts'])
  }
  // TypeScript 6 has deprecated this resolution, and 7 has removed it.
  const node10 = { module: 'commonjs', moduleResolution: 'node10', noEmit: true }
  await compile(folder, 'typescript-5', node10, ['commonjs/main.ts', 'commonjs/use.ts'])
  const deprecated = { ...node10, ignoreDeprecations: '6.0' }
  await compile(folder, 'typescript-6', deprecated, ['commonjs/main.ts', 'commonjs/use.ts'])
  await compile(folder, 'typescript-7', { module: 'nodenext' }, all)
}

/** Runs the compiled programs on each runtime, against a server. */
async function runPrograms(folder, apiKey, baseUrl) {
  await runOnEachRuntime(folder, [apiKey, baseUrl, 'state.json'])
  await step('Workers', async () => {
    // Bundled as for a deployment. The bundle fails if the SDK imports a module of Node.
    await build({
      entryPoints: [join(folder, 'module/use.js')],
      outfile: join(folder, 'worker.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      logLevel: 'silent',
    })
    const env = { ...process.env, API_KEY: apiKey, BASE_URL: baseUrl }
    const workerd = join(folder, 'node_modules', workerdPackage, 'bin/workerd')
    await promisify(execFile)(workerd, ['test', 'workerd.capnp'], { cwd: folder, timeout: 120_000, env })
  })
}

async function smoke(folder) {
  const installed = await readdir(join(folder, 'node_modules/@boardwalk'))
  if (installed.join() !== 'sdk') throw new Error(`the SDK brought ${installed.join(', ')} with it`)
  await copyPrograms(folder, sources, ['use.ts', 'main.ts'])
  await cp(join(sources, 'workerd.capnp'), join(folder, 'workerd.capnp'))
  await checkTypes(folder)
  const server = await startOwnServer()
  try {
    await server.admin('company', 'create', '--name', 'Atlas Talents', '--slug', 'atlas')
    const { key } = await server.admin('key', 'create', '--company', 'atlas', '--name', 'smoke')
    await runPrograms(folder, key, `${server.url}/api`)
  } finally {
    await server.stop()
  }
}

process.stdout.write('The packed SDK\n')
await withPacked(['@boardwalk/sdk'], packages, smoke).catch((error) => {
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
})
