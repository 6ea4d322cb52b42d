// Installs workspaces as a user does: packs them as npm would publish them, and installs them into an empty folder outside.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/** Makes a new folder outside, which is handed to `use` and removed after it. */
export async function withFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-packed-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Installs packages into a new folder.
 * @param {string[]} packages as npm takes them, such as `typescript@5.9`
 * @param {(folder: string) => Promise<void>} use
 */
const withInstalled = (packages, use) =>
  withFolder(async (folder) => {
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    await run('npm', ['install', ...quietly, ...packages], { cwd: folder })
    await use(folder)
  })

/**
 * Builds and packs the workspaces of these names. `use` gets the tarballs in the order of the names.
 * @param {string[]} workspaces such as `['@boardwalk/sdk']`
 * @param {(tarballs: string[]) => Promise<void>} use
 */
export const withTarballs = (workspaces, use) =>
  withFolder(async (packed) => {
    await run('npm', ['run', '--silent', 'build'], { cwd: root })
    const tarballs = []
    for (const name of workspaces) {
      const pack = ['pack', '--silent', '--pack-destination', packed, '--workspace', name]
      const { stdout } = await run('npm', pack, { cwd: root })
      const tarball = join(packed, stdout.trim())
      const { stdout: manifest } = await run('tar', ['-xOf', tarball, 'package/package.json'])
      if (manifest.includes('"@boardwalk/source":'))
        throw new Error(`${name} is packed with the condition of its sources`)
      tarballs.push(tarball)
    }
    await use(tarballs)
  })

/**
 * Packs the workspaces of these names and installs the tarballs, with other packages beside them, into a new folder. A package
 * that needs another package of the workspace fails here, because the registry has none of them.
 * @param {string[]} workspaces such as `['@boardwalk/sdk']`
 * @param {string[]} others as `withInstalled` takes them
 * @param {(folder: string) => Promise<void>} use
 */
export const withPacked = (workspaces, others, use) =>
  withTarballs(workspaces, (tarballs) => withInstalled([...tarballs, ...others], use))

const { platform, arch } = process
const libc = platform === 'linux' ? '-glibc' : ''
const bunPackage = `@oven/bun-${platform}-${arch === 'x64' ? 'x64-baseline' : 'aarch64'}`
const denoPackage = `@deno/${platform}-${arch}${libc}`
/** The versions of TypeScript that compile a user's program. */
export const compilers = ['typescript-7', 'typescript-6', 'typescript-5']
/** The packages that compile and run a user's program, besides Node. */
export const runtimePackages = [
  'typescript-5@npm:typescript@5.9',
  'typescript-6@npm:typescript@6',
  'typescript-7@npm:typescript@7',
  '@types/node@20',
  `${bunPackage}@1.4.5`,
  `${denoPackage}@2.9.6`,
]

/** Runs one step, and prints its name and time. If it fails, the error has what it printed. */
export async function step(what, work) {
  const startedMs = performance.now()
  try {
    await work()
  } catch (error) {
    throw new Error(`${what} failed\n${error.stdout ?? ''}${error.stderr ?? error.stack}`, { cause: error })
  }
  process.stdout.write(`  ${what} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)\n`)
}

/** Copies programs into two folders: `module`, where they are ES modules, and `commonjs`. */
export async function copyPrograms(folder, sources, names) {
  for (const type of ['module', 'commonjs']) {
    await mkdir(join(folder, type))
    await writeFile(join(folder, type, 'package.json'), JSON.stringify({ type }))
    for (const name of names) await cp(join(sources, name), join(folder, type, name))
  }
}

/** Compiles programs of a folder with one of the compilers that are installed there. */
export async function compile(folder, compiler, compilerOptions, files) {
  const own = { strict: true, target: 'es2023', types: ['node'], skipLibCheck: true }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...own, ...compilerOptions }, files }),
  )
  await step(`${compiler}, ${compilerOptions.moduleResolution ?? compilerOptions.module}`, () =>
    run(process.execPath, [join(folder, 'node_modules', compiler, 'bin/tsc'), '-p', folder]),
  )
}

/** Runs `main.js` of both folders on this Node, and that of `module` on Bun and Deno. `args` are its arguments. */
export async function runOnEachRuntime(folder, args) {
  const bin = (name) => join(folder, 'node_modules', name)
  const start = (command, ...given) => run(command, given, { cwd: folder, timeout: 120_000 })
  for (const type of ['module', 'commonjs'])
    await step(`Node ${process.version}, ${type}`, () => start(process.execPath, `${type}/main.js`, ...args))
  await step('Bun', () => start(bin(`${bunPackage}/bin/bun`), 'module/main.js', ...args))
  const deno = ['run', '--allow-all', '--node-modules-dir=manual', 'module/main.js', ...args]
  await step('Deno', () => start(bin(`${denoPackage}/deno`), ...deno))
}
