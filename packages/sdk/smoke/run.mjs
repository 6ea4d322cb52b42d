// The packed SDK in an empty folder: its types under each module resolution, its work on each runtime.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startOwnServer } from '@boardwalk/test-server/own-server'
import { build } from 'esbuild'
import { nodePackages, nodes, withPacked } from '../../../.ci/packed.mjs'

const exec = promisify(execFile)
const { platform, arch } = process
const libc = platform === 'linux' ? '-glibc' : ''

// The packages that hold nothing but a binary: their parents would run a script to fetch the same.
const bunPackage = `@oven/bun-${platform}-${arch === 'x64' ? 'x64-baseline' : 'aarch64'}`
const denoPackage = `@deno/${platform}-${arch}${libc}`
const workerdPackage = `@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}`
const packages = [
  'typescript@5.9',
  '@types/node@20',
  ...nodePackages,
  `${bunPackage}@1.4.5`,
  `${denoPackage}@2.9.6`,
  `${workerdPackage}@1.20261117.1`,
]

/** Does one thing and says so; what a failed one printed is the error. */
async function step(what, work) {
  const startedMs = performance.now()
  try {
    await work()
  } catch (error) {
    throw new Error(`${what} failed\n${error.stdout ?? ''}${error.stderr ?? error.stack}`, { cause: error })
  }
  process.stdout.write(`  ${what} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)\n`)
}

/** The programs as ESM and as CommonJS. */
async function writePrograms(folder) {
  const sources = fileURLToPath(new URL('.', import.meta.url))
  for (const type of ['module', 'commonjs']) {
    await mkdir(join(folder, type))
    await writeFile(join(folder, type, 'package.json'), JSON.stringify({ type }))
    for (const name of ['use.ts', 'main.ts', 'worker.ts']) await cp(join(sources, name), join(folder, type, name))
  }
  await cp(join(sources, 'workerd.capnp'), join(folder, 'workerd.capnp'))
}

/** The programs compile under each way to find a module's types. */
async function checkTypes(folder) {
  const tsc = async (compilerOptions, files) => {
    const config = {
      compilerOptions: { strict: true, target: 'es2023', skipLibCheck: true, ...compilerOptions },
      files,
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await exec(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', folder])
  }
  const all = ['module/main.ts', 'module/worker.ts', 'commonjs/main.ts', 'commonjs/worker.ts']
  const withoutNode = { types: [], lib: ['es2023', 'dom'], skipLibCheck: false }
  await step('types: node16', () => tsc({ module: 'node16', noEmit: true }, all))
  await step('types: bundler, without those of Node', () =>
    tsc({ module: 'esnext', moduleResolution: 'bundler', noEmit: true, ...withoutNode }, ['module/worker.ts']),
  )
  await step('types: nodenext', () => tsc({ module: 'nodenext' }, all))
}

/** What was compiled does its work on each runtime, against the server. */
async function runPrograms(folder, apiKey, baseUrl) {
  const bin = (name) => join(folder, 'node_modules', name)
  const env = { ...process.env, API_KEY: apiKey, BASE_URL: baseUrl }
  const run = (command, args) => exec(command, args, { cwd: folder, timeout: 120_000, env })
  const main = (type) => [join(type, 'main.js'), apiKey, baseUrl, `state-${type}.json`]
  for (const [name, version] of Object.entries(nodes)) {
    await step(`Node ${version}, ESM`, () => run(bin(`${name}/bin/node`), main('module')))
    await step(`Node ${version}, CommonJS`, () => run(bin(`${name}/bin/node`), main('commonjs')))
  }
  await step('Bun', () => run(bin(`${bunPackage}/bin/bun`), main('module')))
  const deno = ['run', '--allow-all', '--node-modules-dir=manual', ...main('module')]
  await step('Deno', () => run(bin(`${denoPackage}/deno`), deno))
  await step('Workers', async () => {
    // As a deployment does; a module of Node would not be found.
    await build({
      entryPoints: [join(folder, 'module/worker.js')],
      outfile: join(folder, 'worker.js'),
      ...{ bundle: true, format: 'esm', platform: 'neutral', logLevel: 'silent' },
    })
    await run(bin(`${workerdPackage}/bin/workerd`), ['test', 'workerd.capnp'])
  })
}

async function smoke(folder) {
  const installed = await readdir(join(folder, 'node_modules/@boardwalk'))
  if (installed.join() !== 'sdk') throw new Error(`the SDK brought ${installed.join(', ')} with it`)
  await writePrograms(folder)
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
