import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { renderMarkdown } from './markdown.ts'
import { fillTemplate, guides, renderHeadings, renderLink, renderLinks, writeAssets } from './page.ts'

/* Builds dist, which a board serves: the page of the reference, a page for each guide, and in dist/assets what they load. */

const dist = new URL('../dist/', import.meta.url)
const HOME = '/api/docs'
const DOCUMENT = '/api/openapi.json'

/** Makes the address of a guide on the board. */
const toAddress = (name: string) => `${HOME}/guides/${name}`

/** Finds the address for a link of a guide. A link to a file that the board does not serve means nothing to its readers. */
function resolve(href: string): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href
  const [, name = '', hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return guides.some((guide) => guide.name === name) ? `${toAddress(name)}${hash}` : undefined
}

const pages = [
  { label: 'Reference', address: HOME },
  ...guides.map(({ name, label }) => ({ label, address: toAddress(name) })),
]

await rm(dist, { recursive: true, force: true })
await mkdir(new URL('assets/', dist), { recursive: true })
await mkdir(new URL('guides/', dist))
const assets = await writeAssets(new URL('assets/', dist), `${HOME}/assets/`)

/** Gives the values that every page has. `current` is its address. */
const describeFrame = async (current: string) => ({
  ...assets,
  icon: 'BOARD_MARK',
  meta: '',
  bar: await fillTemplate('bar.html', {
    home: HOME,
    product: 'API',
    label: 'Guides',
    links: renderLinks(pages.map((page) => ({ ...page, current: page.address === current && 'page' }))),
    end: renderLink({ label: 'openapi.json', address: DOCUMENT }),
  }),
})

const frame = await describeFrame(HOME)
const reference = { ...frame, document: DOCUMENT, nonce: 'CSP_NONCE', board: 'yes' }
await writeFile(new URL('index.html', dist), await fillTemplate('reference.html', reference))
for (const { name, label } of guides) {
  const markdown = await readFile(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8')
  const { title, headings, html } = renderMarkdown(markdown, resolve)
  const content = await fillTemplate('guide.html', {
    ...(await describeFrame(toAddress(name))),
    title: `${title} – Boardwalk`,
    side: `<aside>\n<nav aria-label="${label}">\n<p>${label}</p>\n<ul>\n${renderHeadings(headings)}\n</ul>\n</nav>\n</aside>`,
    html,
  })
  await writeFile(new URL(`guides/${name}.html`, dist), content)
}
