// Finds what is wrong with a release, as one sentence for each fault that says what to do. Pure: `read.mjs` reads the repository.
import { posix } from 'node:path'

/** Where a text names the version that a reader installs: a packed file, an image, a package. */
export const NAMED_VERSION =
  /(?<=boardwalk(?:-sdk|-sandbox)?-|boardwalk[:@]|@boardwalk\/(?:sdk|sandbox)@|BOARDWALK_VERSION(?::-|=))\d+\.\d+\.\d+(?![\w-])/g

/** Reads what a changelog says about a version. Returns undefined if it has no section for the version. */
export function readSection(changelog, version) {
  const section = changelog.split(/^## /m).find((each) => each.split('\n')[0].trim() === version)
  return section?.slice(version.length).trim()
}

/**
 * @param {object} release see `readRelease`
 * @returns {string[]} a sentence for each fault
 */
export const findFaults = (release) => [
  ...findVersionFaults(release),
  ...release.packages.flatMap((each) => findChangelogFaults(release, each)),
  ...findWorkspaceFaults(release),
  ...release.packages.filter(isPublished).flatMap((each) => findPackageFaults(release, each)),
  ...findLinkFaults(release),
  ...findTagFaults(release),
]

const isPublished = ({ manifest }) => manifest.private !== true

function findVersionFaults({ version, packages, lock, document, texts }) {
  const faults = []
  if (!/^\d+\.\d+\.\d+$/.test(version))
    faults.push(`The version ${version} is not MAJOR.MINOR.PATCH: set the version of the four packages again.`)
  for (const { folder, manifest } of packages) {
    if (manifest.version !== version)
      faults.push(
        `${folder}/package.json has the version ${manifest.version}, and apps/api/package.json has ${version}: give all four packages one version, as \`npm run release:version\` does.`,
      )
    if (lock.packages[folder]?.version !== version)
      faults.push(
        `package-lock.json does not have the version ${version} for ${folder}: run \`npm install --package-lock-only\`.`,
      )
  }
  if (document.info.version !== version)
    faults.push(
      `apps/api/openapi.json has the version ${document.info.version}, and the packages have ${version}: run \`npm run codegen\`.`,
    )
  for (const [path, text] of Object.entries(texts))
    for (const named of new Set(text.match(NAMED_VERSION)))
      if (named !== version) faults.push(`${path} names the version ${named}: write ${version} there.`)
  return faults
}

function findChangelogFaults({ version }, { folder, changelog }) {
  const path = `${folder}/CHANGELOG.md`
  const what = 'write there what changed for its users'
  if (changelog === undefined) return [`${path} is missing: create it with a section "## ${version}".`]
  const section = readSection(changelog, version)
  if (section === undefined) return [`${path} has no section "## ${version}": add it, and ${what}.`]
  const newest = /^## (.+)$/m.exec(changelog)?.[1]
  if (newest !== version)
    return [`The newest section of ${path} is "## ${newest}": move the section "## ${version}" to the top.`]
  return section.replaceAll(/^#.*$/gm, '').trim() === ''
    ? [`The section "## ${version}" of ${path} is empty: ${what}.`]
    : []
}

/** Finds workspaces that would be published or raised by mistake, or that a published package needs and npm does not have. */
function findWorkspaceFaults({ packages, workspaces }) {
  const released = packages.map(({ manifest }) => manifest.name)
  const published = packages.filter(isPublished).map(({ manifest }) => manifest.name)
  const strays = workspaces
    .filter((each) => isPublished(each) && !released.includes(each.manifest.name))
    .map(
      ({ folder }) =>
        `${folder} would be published: add "private": true to its package.json, or name it under "fixed" in .changeset/config.json.`,
    )
  const raised = workspaces
    .filter(({ manifest }) => !released.includes(manifest.name) && manifest.version !== '0.0.0')
    .map(
      ({ folder, manifest }) =>
        `${folder} has the version ${manifest.version}, but is not released: give it the version 0.0.0, and leave it out of changesets.`,
    )
  const names = new Set(workspaces.map(({ manifest }) => manifest.name))
  const missing = packages.filter(isPublished).flatMap(({ folder, manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies })
      .filter((name) => names.has(name) && !published.includes(name))
      .map(
        (name) =>
          `${folder} depends on ${name}, which is not published: move it to "devDependencies" and bundle what the package uses of it.`,
      ),
  )
  return [...strays, ...raised, ...missing]
}

/** Finds what a published package lacks: a file in the tarball, a member of its package.json, a target of a link in its README. */
function findPackageFaults({ root, paths }, { folder, manifest, packed, readme }) {
  const files = ['LICENSE', 'README.md', 'CHANGELOG.md']
    .filter((file) => !packed.includes(file))
    .map((file) => `The tarball of ${folder} has no ${file}: add the file, and name it under "files" in package.json.`)
  const repository = { ...root.repository, directory: folder }
  const members = Object.entries({ homepage: root.homepage, bugs: root.bugs, license: root.license, repository })
    .filter(([name, expected]) => JSON.stringify(manifest[name]) !== JSON.stringify(expected))
    .map(
      ([name, expected]) =>
        `"${name}" of ${folder}/package.json does not follow that of the root: write ${JSON.stringify(expected)}.`,
    )
  if (!manifest.keywords?.length) members.push(`${folder}/package.json has no "keywords": add some, for npm's search.`)
  // npm resolves a relative link of a README from the folder that `repository.directory` names.
  const base = manifest.repository?.directory ?? ''
  const links = [...readme.matchAll(/\]\((?!\w+:|#|\/\/)([^)\s#]+)/g)]
    .map(([, link]) => link)
    .filter((link) => !paths.has(posix.normalize(posix.join(base, link)).replace(/\/$/, '')))
    .map((link) => `${folder}/README.md links to ${link}, which npm would not find: name a file of the repository.`)
  return [...files, ...members, ...links]
}

/** Finds absolute links to the repository or its pages that lead nowhere. remark checks relative links. */
function findLinkFaults({ root, paths, texts }) {
  return Object.entries(texts).flatMap(([path, text]) =>
    [...text.matchAll(/https:\/\/[^\s)\]"'`<>]*[^\s)\]"'`<>.,:;]/g)]
      .map(([link]) => ({ link, target: findTarget(root, link) }))
      .filter(({ target }) => target !== undefined && !paths.has(target))
      .map(
        ({ link, target }) => `${path} links to ${link}, but the repository has no ${target}: name a file that it has.`,
      ),
  )
}

/** Finds the file or folder of the repository that an address shows. Undefined for other addresses, such as the list of issues. */
function findTarget({ repository, homepage }, link) {
  const address = `${repository.url.replaceAll(/^git\+|\.git$/g, '')}/`
  const path = (start) => decodeURI(link.slice(start.length).replace(/[?#].*$/, ''))
  if (link.startsWith(address)) return /^(?:blob|tree|raw)\/[^/]+\/(.+?)\/?$/.exec(path(address))?.[1]
  if (!link.startsWith(homepage)) return undefined
  // apps/reference makes a page of each Markdown file, and these two.
  const page = path(homepage).replace(/(?<=^|\/)$/, 'index.html')
  return ['reference.html', 'openapi.json'].includes(page)
    ? undefined
    : page.replace(/(?<=^|\/)index\.html$/, 'README.md').replace(/\.html$/, '.md')
}

/** Finds what only a tag needs. Between two releases the document may be ahead of the released one. */
function findTagFaults({ tag, version, document, releasedDocument, changesets, texts }) {
  if (tag === undefined) return []
  const faults = changesets.map(
    (path) => `${path} describes a change that is not released: run \`npm run release:version\`, and tag its commit.`,
  )
  if (tag !== `v${version}`)
    faults.push(
      `The tag ${tag} is not v${version}, the version of the packages: tag the commit whose version it names.`,
    )
  if (JSON.stringify(document) !== JSON.stringify(releasedDocument))
    faults.push(
      'apps/api/openapi.released.json is not equal to apps/api/openapi.json: run `npm run release:version`, or copy the second over the first.',
    )
  for (const [path, text] of Object.entries(texts))
    if (/not\s+published\s+yet/i.test(text))
      faults.push(`${path} says that something is not published yet: write what holds once ${tag} is published.`)
  return faults
}
