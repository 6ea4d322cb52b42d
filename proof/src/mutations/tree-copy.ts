import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The scope of this repository's packages. */
const OWN_SCOPE = '@boardwalk'

/** Copies the files that git knows or would add, with links to the installed packages. It only reads the original. */
export async function copyTree(root: string, copy: string): Promise<void> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of stdout.split('\0').filter((path) => path !== '' && !path.startsWith('docs/screenshots/'))) {
    // git also lists a file whose removal is not committed yet.
    if ((await stat(join(root, path)).catch(() => undefined)) === undefined) continue
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(root, path), join(copy, path))
  }
  // Tests of pages and of packages use what was built last.
  for (const folder of ['apps', 'packages', 'tools'])
    for (const name of await readdir(join(root, folder))) {
      const dist = join(folder, name, 'dist')
      if (existsSync(join(root, dist))) await cp(join(root, dist), join(copy, dist), { recursive: true })
    }
  await linkPackages(root, copy)
}

/** Links each installed package. Links to our own packages lead into the copy, and caches are not shared. */
async function linkPackages(root: string, copy: string): Promise<void> {
  const installed = join(root, 'node_modules')
  const linked = join(copy, 'node_modules')
  await mkdir(join(linked, OWN_SCOPE), { recursive: true })
  for (const name of await readdir(installed)) {
    const isCache = name.startsWith('.') && name !== '.bin'
    if (!isCache && name !== OWN_SCOPE) await symlink(join(installed, name), join(linked, name))
  }
  // Their links are relative, such as `../../packages/sdk`, so copies of them lead into the copy.
  await cp(join(installed, OWN_SCOPE), join(linked, OWN_SCOPE), { recursive: true, verbatimSymlinks: true })
}

/** Changes one place of a file during some work, and restores the file. */
export async function whileChanged<Result>(
  file: string,
  { find, replace }: { find: string; replace: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const original = await readFile(file, 'utf8')
  // A function, because `$&` in a replacement text has a meaning.
  await writeFile(
    file,
    original.replace(find, () => replace),
  )
  try {
    return await work()
  } finally {
    await writeFile(file, original)
  }
}
