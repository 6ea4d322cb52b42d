// Reads from the repository what a release consists of.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const rootFolder = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

const read = (path) => readFile(`${rootFolder}/${path}`, 'utf8')
const readJson = async (path) => JSON.parse(await read(path))
const readIfThere = (path) => (existsSync(`${rootFolder}/${path}`) ? read(path) : undefined)

/** Lists the files that git tracks, but for those that were removed. */
export async function listFiles() {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: rootFolder, maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\0').filter((path) => path !== '' && existsSync(`${rootFolder}/${path}`))
}

/**
 * Reads the files that name a version for readers to install, or tell them that nothing is published. A changelog and a decision name versions
 * of their time.
 */
export async function readTexts(files) {
  const paths = files.filter(
    (path) =>
      /\.md$|^deploy\/.*\.ya?ml$|^deploy\/\.env|openapi\.json$|^packages\/cli\/src\/documents\.ts$/.test(path) &&
      !/CHANGELOG\.md$|^docs\/adr\//.test(path),
  )
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await read(path)])))
}

/** Asks npm which files it would publish of each package, without building it. */
async function listPacked(names) {
  const named = names.flatMap((name) => ['--workspace', name])
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', ...named], {
    cwd: rootFolder,
    maxBuffer: 64 * 1024 * 1024,
  })
  return new Map(JSON.parse(stdout).map(({ name, files }) => [name, files.map(({ path }) => path)]))
}

/** Reads the packages that have one version: those under `fixed` of .changeset/config.json. `workspaces` are all of the repository. */
export async function readPackages(files) {
  const folders = files.filter((path) => path.endsWith('/package.json')).map(dirname)
  const workspaces = await Promise.all(
    folders.map(async (folder) => ({ folder, manifest: await readJson(`${folder}/package.json`) })),
  )
  const [names] = (await readJson('.changeset/config.json')).fixed
  const released = names.map((name) => {
    const found = workspaces.find(({ manifest }) => manifest.name === name)
    if (found === undefined) throw new Error(`.changeset/config.json names ${name}, which is no workspace`)
    return found
  })
  return { workspaces, released }
}

/** @param {string | undefined} tag such as `v1.0.0`, if a tag is released */
export async function readRelease(tag) {
  const files = await listFiles()
  const { workspaces, released } = await readPackages(files)
  const packed = await listPacked(
    released.filter(({ manifest }) => !manifest.private).map(({ manifest }) => manifest.name),
  )
  const packages = await Promise.all(
    released.map(async ({ folder, manifest }) => ({
      folder,
      manifest,
      packed: packed.get(manifest.name) ?? [],
      changelog: await readIfThere(`${folder}/CHANGELOG.md`),
      readme: (await readIfThere(`${folder}/README.md`)) ?? '',
    })),
  )
  const { version } = await readJson('apps/api/package.json')
  return {
    tag,
    version,
    packages,
    workspaces,
    root: await readJson('package.json'),
    lock: await readJson('package-lock.json'),
    document: await readJson('apps/api/openapi.json'),
    releasedDocument: await readJson('apps/api/openapi.released.json'),
    changesets: files.filter((path) => /^\.changeset\/(?!README).*\.md$/.test(path)),
    texts: await readTexts(files),
    paths: new Set(files.flatMap((path) => [path, ...listParents(path)])),
  }
}

function listParents(path) {
  const parent = dirname(path)
  return parent === '.' ? [] : [parent, ...listParents(parent)]
}
