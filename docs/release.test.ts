import { expect, it } from 'vitest'
import { sourceFile } from '../tools/test-server/src/server-process.ts'

/* `npm run release:check` names each fault of a release, and what to do about it. CI runs it on the repository itself. */

const { findFaults, readSection } = await import(sourceFile('.ci/release/faults.mjs'))

const root = {
  homepage: 'https://board.example/',
  bugs: 'https://git.example/board/board/issues',
  license: 'MIT',
  repository: { type: 'git', url: 'git+https://git.example/board/board.git' },
}
const client = {
  folder: 'packages/client',
  manifest: {
    name: 'client',
    version: '1.2.0',
    keywords: ['board'],
    dependencies: { zod: '4' } as Record<string, string>,
    ...root,
    repository: {
      ...root.repository,
      directory: 'packages/client',
    },
  },
  packed: ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/main.js', 'package.json'],
  changelog: '# client\n\n## 1.2.0\n\n### Minor Changes\n\n- A wider list.\n\n## 1.1.0\n\n- An option.\n' as
    | string
    | undefined,
  readme: 'See [installing](../../docs/installing.md#npm), [jobs](#jobs) and [the board](https://board.example/).',
}
const server = {
  folder: 'apps/api',
  packed: [],
  readme: '',
  manifest: {
    name: '@board/api',
    version: '1.2.0',
    private: true,
  },
  changelog: '# server\n\n## 1.2.0\n\nNo changes: all packages have one version.\n',
}
const schema = { folder: 'packages/schema', manifest: { name: '@board/schema', version: '0.0.0', private: true } }
const release = {
  tag: 'v1.2.0' as string | undefined,
  version: '1.2.0',
  root,
  packages: [client, server] as const,
  workspaces: [client, server, schema],
  lock: {
    packages: {
      'packages/client': { version: '1.2.0' },
      'apps/api': { version: '1.2.0' },
    },
  },
  document: { info: { version: '1.2.0' } },
  releasedDocument: { info: { version: '1.2.0' } },
  changesets: [] as string[],
  texts: {
    'README.md':
      'https://git.example/board/board/blob/main/docs/installing.md#npm https://git.example/board/board/issues https://board.example/ https://board.example/docs/installing.html#npm https://board.example/reference.html.',
    'deploy/compose.yaml': `image: ghcr.io/board/boardwalk:\${BOARDWALK_VERSION:-1.2.0}`,
    'docs/installing.md': 'npm install ./boardwalk-1.2.0.tgz ./boardwalk-sdk-1.2.0.tgz',
  },
  paths: new Set(['README.md', 'docs', 'docs/installing.md']),
}
type Release = typeof release

it('a release without a fault is ready', () => {
  expect(findFaults(release)).toEqual([])
})

const faults: [what: string, change: (copy: Release) => unknown, words: string][] = [
  [
    'a package has another version',
    ({ packages: [{ manifest }] }) => (manifest.version = '1.1.0'),
    'packages/client/package.json has the version 1.1.0, and apps/api/package.json has 1.2.0',
  ],
  [
    'the lock file has another version',
    ({ lock }) => (lock.packages['apps/api'].version = '1.1.0'),
    'package-lock.json',
  ],
  [
    'the document has another version',
    ({ document, releasedDocument }) => (document.info.version = releasedDocument.info.version = '1.1.0'),
    'apps/api/openapi.json has the version 1.1.0',
  ],
  [
    'the image of compose.yaml has another version',
    ({ texts }) => (texts['deploy/compose.yaml'] = `\${BOARDWALK_VERSION:-1.1.0}`),
    'deploy/compose.yaml names the version 1.1.0: write 1.2.0',
  ],
  [
    'a guide installs another version',
    ({ texts }) => (texts['docs/installing.md'] = 'boardwalk-sdk-1.1.0.tgz'),
    'docs/installing.md names the version 1.1.0',
  ],
  [
    'a changelog is missing',
    ({ packages: [each] }) => (each.changelog = undefined),
    'packages/client/CHANGELOG.md is missing',
  ],
  [
    'a changelog has no section',
    ({ packages: [each] }) => (each.changelog = '# client\n\n## 1.1.0\n\n- An option.\n'),
    'packages/client/CHANGELOG.md has no section "## 1.2.0"',
  ],
  [
    'a section of a changelog is empty',
    ({ packages: [each] }) =>
      (each.changelog = '# client\n\n## 1.2.0\n\n### Minor Changes\n\n## 1.1.0\n\n- An option.\n'),
    'The section "## 1.2.0" of packages/client/CHANGELOG.md is empty',
  ],
  [
    'a changelog has a newer section',
    ({ packages: [each] }) => (each.changelog = `# client\n\n## 1.3.0\n\n- More.\n\n${each.changelog}`),
    'is "## 1.3.0"',
  ],
  [
    'the tarball has no licence',
    ({ packages: [each] }) => (each.packed = each.packed.filter((path) => path !== 'LICENSE')),
    'The tarball of packages/client has no LICENSE',
  ],
  [
    'the tarball has no changelog',
    ({ packages: [each] }) => (each.packed = each.packed.filter((path) => path !== 'CHANGELOG.md')),
    'has no CHANGELOG.md',
  ],
  [
    'a package names another repository',
    ({ packages: [{ manifest }] }) => (manifest.repository.url = 'git+https://git.example/fork/board.git'),
    '"repository" of packages/client/package.json does not follow that of the root',
  ],
  [
    'a package has no keywords',
    ({ packages: [{ manifest }] }) => (manifest.keywords = []),
    'packages/client/package.json has no "keywords"',
  ],
  [
    'a workspace would be published by mistake',
    ({ workspaces }) =>
      workspaces.push({ folder: 'tools/proxy', manifest: { name: 'proxy', version: '0.0.0' } } as never),
    'tools/proxy would be published: add "private": true',
  ],
  [
    'a workspace that is not released has a version',
    ({ workspaces }) => Object.assign(workspaces[2]?.manifest ?? {}, { version: '0.0.1' }),
    'packages/schema has the version 0.0.1, but is not released',
  ],
  [
    'a package needs a workspace that is not published',
    ({ packages: [{ manifest }] }) => (manifest.dependencies = { '@board/schema': '*' }),
    'packages/client depends on @board/schema, which is not published',
  ],
  [
    'npm would not find the target of a link',
    ({ packages: [each] }) => (each.readme = '[gone](../../docs/gone.md)'),
    'packages/client/README.md links to ../../docs/gone.md',
  ],
  [
    'a link to the repository leads nowhere',
    ({ texts }) => (texts['README.md'] = 'https://git.example/board/board/tree/main/gone'),
    'README.md links to https://git.example/board/board/tree/main/gone, but the repository has no gone',
  ],
  [
    'a link to the pages leads nowhere',
    ({ texts }) => (texts['README.md'] = 'https://board.example/docs/gone.html'),
    'README.md links to https://board.example/docs/gone.html, but the repository has no docs/gone.md',
  ],
  ['the tag is another version', (copy) => (copy.tag = 'v1.2.1'), 'The tag v1.2.1 is not v1.2.0'],
  [
    'the document of the tag is not kept as the released one',
    (copy) => (copy.releasedDocument = { info: { version: '1.1.0' } }),
    'apps/api/openapi.released.json is not equal',
  ],
  [
    'a text says that nothing is published',
    ({ texts }) => (texts['docs/installing.md'] = 'Version 1.2.0 is not\npublished yet.'),
    'docs/installing.md says that something is not published yet',
  ],
  [
    'a change has no version yet',
    ({ changesets }) => changesets.push('.changeset/wide-list.md'),
    '.changeset/wide-list.md describes a change that is not released',
  ],
]

it.each(faults)('a release is not ready, and the check says what to do, if %s', (_, change, words) => {
  const copy = structuredClone(release)
  change(copy)
  expect(findFaults(copy)).toEqual([expect.stringContaining(words)])
})

it('between two releases the document may be ahead, and changes may wait', () => {
  const between = { ...release, tag: undefined, changesets: ['.changeset/wide-list.md'], releasedDocument: {} }
  expect(findFaults(between)).toEqual([])
})

it('the notes of a release are the section of its version', () => {
  expect(readSection(client.changelog, '1.2.0')).toBe('### Minor Changes\n\n- A wider list.')
  expect(readSection(client.changelog, '1.2')).toBeUndefined()
})
