import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The scope of this repository's own packages. */
const OWN_SCOPE = '@boardwalk'

/** Copies the files that git knows, or would add, with links to the installed packages. The original is only read. */
export async function copyTree(root: string, copy: string): Promise<void> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of stdout.split('\0').filter((path) => path !== '' && !path.startsWith('docs/screenshots/'))) {
    // A file that was removed and not committed yet is listed too.
    if ((await stat(join(root, path)).catch(() => undefined)) === undefined) continue
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(root, path), join(copy, path))
  }
  await linkPackages(root, copy)
}

/** Links each installed package by itself: our own must lead into the copy, and caches must not be shared. */
async function linkPackages(root: string, copy: string): Promise<void> {
  const installed = join(root, 'node_modules')
  const linked = join(copy, 'node_modules')
  await mkdir(join(linked, OWN_SCOPE), { recursive: true })
  for (const name of await readdir(installed)) {
    const isCache = name.startsWith('.') && name !== '.bin'
    if (!isCache && name !== OWN_SCOPE) await symlink(join(installed, name), join(linked, name))
  }
  // Relative links, such as `../../packages/sdk`: they lead into the copy as they are.
  await cp(join(installed, OWN_SCOPE), join(linked, OWN_SCOPE), { recursive: true, verbatimSymlinks: true })
}

/** How often a text occurs in a file. */
export async function countIn(file: string, text: string): Promise<number> {
  return (await readFile(file, 'utf8')).split(text).length - 1
}

/** Changes one place of a file while work goes on, and puts the file back as it was. */
export async function whileChanged<Result>(
  file: string,
  { find, replace }: { find: string; replace: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const original = await readFile(file, 'utf8')
  // A function, for `$&` in a replacement would mean something.
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
