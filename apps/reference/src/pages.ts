import { existsSync, statSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { escapeHtml, renderMarkdown } from './markdown.ts'
import { fillTemplate, guides, type Link, renderHeadings, renderLink, renderLinks, writeAssets } from './page.ts'

/*
 * Builds the pages that need no board, for GitHub Pages: `tsx src/pages.ts FOLDER`. README.md is the front page. Each Markdown
 * file that the menu names, or that a page links to, becomes the page with its path, so links between them stay as they are.
 */

const REFERENCE = 'reference.html'
const DOCUMENT = 'openapi.json'

const page = (file: string, label: string) => ({ file, label })
const menu = [
  {
    title: 'Start',
    pages: [
      page('README.md', 'Boardwalk'),
      page('docs/installing.md', 'Install'),
      page('docs/contract.md', 'The contract'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page(REFERENCE, 'API'),
      page('packages/sdk/README.md', 'SDK'),
      page('packages/cli/README.md', 'Command line'),
      page('packages/sandbox/README.md', 'Sandbox'),
      page(DOCUMENT, 'openapi.json'),
    ],
  },
  { title: 'Guides', pages: guides.map(({ name, label }) => page(`docs/guides/${name}.md`, label)) },
  {
    title: 'Operators',
    pages: [
      page('docs/guides/running.md', 'Run a board'),
      page('deploy/README.md', 'Deploy'),
      page('docs/guides/helping-people.md', 'Help people'),
      page('docs/guides/observing.md', 'Observe'),
      page('docs/guides/backing-up.md', 'Back up'),
      page('docs/scale.md', 'Scale'),
      page('docs/security.md', 'Security'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('CHANGELOG.md', 'Changelog'),
      page('docs/versioning.md', 'Versions'),
      page('docs/promises.md', 'Promises'),
      page('ARCHITECTURE.md', 'Architecture'),
      page('CONTRIBUTING.md', 'Contribute'),
    ],
  },
]

/** With this policy the browser itself refuses to fetch anything from another server. Scalar adds styles to its page. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder of the pages')
const target = pathToFileURL(`${folder}/`)
const { description: product, homepage, repository } = JSON.parse(await read('package.json'))
const source = repository.url.replace(/^git\+|\.git$/g, '')

const documents = new Set(
  menu.flatMap(({ pages }) => pages.map(({ file }) => file)).filter((file) => file.endsWith('.md')),
)
const images = new Set<string>()

/** Makes the path of the page of a file. */
const toPage = (file: string) => file.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')

/** Makes the prefix that leads from a page to the folder of all pages. */
const toRoot = (file: string) => '../'.repeat(file.split('/').length - 1)

/** Finds the address for a link of a file: a page or an image, which comes into the folder too, or a file of the repository. */
function resolve(file: string, href: string): string {
  if (/^(?:\w+:|#)/.test(href)) return href
  const [path = ''] = href.split('#')
  const found = join(dirname(file), decodeURI(path))
  if (found.startsWith('..') || !existsSync(new URL(found, root)))
    throw new Error(`${file} links to ${href}, which is not there`)
  const isDocument = found.endsWith('.md')
  if (!isDocument && !/\.(?:webp|png|svg)$/.test(found))
    return `${source}/${statSync(new URL(found, root)).isDirectory() ? 'tree' : 'blob'}/main/${found}`
  ;(isDocument ? documents : images).add(found)
  return href.replace(path, toPage(path))
}

async function write(path: string, content: string): Promise<void> {
  const address = new URL(path, target)
  await mkdir(new URL('.', address), { recursive: true })
  await writeFile(address, content)
}

/** Gives the values that every page has. */
async function describeFrame(file: string, description: string) {
  const up = toRoot(file)
  const parts: Link[] = menu.map(({ title, pages: [first, ...others] }) => ({
    label: title,
    address: `${up}${toPage(first?.file ?? '')}`,
    current: [first, ...others].some((page) => page?.file === file) && 'true',
  }))
  return {
    ...Object.fromEntries(Object.entries(assets).map(([name, path]) => [name, `${up}${path}`])),
    icon: `${up}assets/mark.svg`,
    meta: [
      `<meta http-equiv="content-security-policy" content="${POLICY}">`,
      `<meta name="description" content="${description}">`,
      `<link rel="canonical" href="${homepage}${toPage(file).replace(/index\.html$/, '')}">`,
    ].join('\n'),
    bar: await fillTemplate('bar.html', {
      home: `${up}index.html`,
      product: '',
      label: 'Parts',
      links: renderLinks(parts),
      end: renderLink({ label: 'GitHub', address: source }),
    }),
  }
}

/** Renders the menu of all pages. The headings of the page are under its own item. */
function renderMenu(file: string, headings: string): string {
  const renderItem = (page: { file: string; label: string }) => {
    const isCurrent = page.file === file
    const address = `${toRoot(file)}${toPage(page.file)}`
    const link = renderLink({ label: page.label, address, current: isCurrent && 'page' })
    return `<li>${link}${isCurrent && headings !== '' ? `\n<ul>\n${headings}\n</ul>\n` : ''}</li>`
  }
  const parts = menu.map(
    ({ title, pages }) =>
      `<nav aria-label="${title}">\n<p>${title}</p>\n<ul>\n${pages.map(renderItem).join('\n')}\n</ul>\n</nav>`,
  )
  return `<aside class="menu">\n${parts.join('\n')}\n</aside>`
}

/** Makes the title of a page for browsers and search engines. A package has one name in its README and its changelog. */
function makeTitle(file: string, heading: string): string {
  if (file === 'README.md') return `Boardwalk – ${escapeHtml(product)}`
  return `${heading}${file.endsWith('/CHANGELOG.md') ? ': changelog' : ''} – Boardwalk`
}

async function renderDocument(file: string): Promise<string> {
  const { title, description, headings, html } = renderMarkdown(await read(file), (href) => resolve(file, href))
  return fillTemplate('guide.html', {
    ...(await describeFrame(file, description)),
    title: makeTitle(file, title),
    side: renderMenu(file, renderHeadings(headings)),
    html: `${html}<p class="source"><a href="${source}/blob/main/${file}">Source of this page</a></p>`,
  })
}

async function renderReference(): Promise<string> {
  const description = 'Every operation of the integration API, with its fields, answers, errors and samples.'
  const frame = await describeFrame(REFERENCE, description)
  return fillTemplate('reference.html', { ...frame, document: DOCUMENT, nonce: '', board: 'no' })
}

await rm(target, { recursive: true, force: true })
await mkdir(new URL('assets/', target), { recursive: true })
const assets = await writeAssets(new URL('assets/', target), 'assets/')
await cp(new URL('mark.svg', import.meta.url), new URL('assets/mark.svg', target))

await write(REFERENCE, await renderReference())
// The document links to the guides by their addresses on a board.
const document = await read('apps/api/openapi.json')
await write(DOCUMENT, document.replaceAll(/\(\/api\/(docs\/guides\/[\w-]+)/g, '($1.html'))

// A document adds those that it links to, so the loop comes to them, too.
for (const file of documents) await write(toPage(file), await renderDocument(file))
for (const image of images) await cp(new URL(image, root), new URL(image, target))
