import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { guides, listHeadings, renderGuide, toAddress } from './guide.ts'

/* Builds dist: the page of the reference, a page for each guide, and in dist/assets what they load. */

const dist = new URL('../dist/', import.meta.url)
const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

/** Writes a file under a name that changes with its content. Returns its address. */
async function writeAsset(name: string, content: string): Promise<string> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  const file = name.replace(/(?=\.\w+$)/, `-${hash}`)
  await writeFile(new URL(`assets/${file}`, dist), content)
  return `/api/docs/assets/${file}`
}

/** Fills the places of a template, such as `{{title}}`. */
const fill = (template: string, values: Record<string, string>) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template has ${place}, which has no value`)
    return value
  })

/** Makes the bar at the top of every page. `current` is the address of the page. */
const renderBar = (bar: string, current: string) => {
  const pages = [['Reference', '/api/docs'], ...guides.map(({ name, label }) => [label, toAddress(name)])]
  const links = pages.map(
    ([label, address]) =>
      `<li><a href="${address}"${address === current ? ' aria-current="page"' : ''}>${label}</a></li>`,
  )
  return fill(bar, { links: links.join('\n') })
}

await rm(dist, { recursive: true, force: true })
await mkdir(new URL('assets/', dist), { recursive: true })
await mkdir(new URL('guides/', dist))

// The package offers its bundle for browsers as a file, and not for an import.
const scalar = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
const assets = {
  scalar: await writeAsset('scalar.js', await readFile(scalar, 'utf8')),
  start: await writeAsset('start.js', await read('start.js')),
  scheme: await writeAsset('scheme.js', await read('scheme.js')),
  look: await writeAsset('look.css', await read('look.css')),
}
const [page, guidePage, bar] = await Promise.all([read('page.html'), read('guide.html'), read('bar.html')])

await writeFile(new URL('index.html', dist), fill(page, { ...assets, bar: renderBar(bar, '/api/docs') }))
for (const { name, label } of guides) {
  const markdown = await read(`../../../docs/guides/${name}.md`)
  const { title, html } = renderGuide(markdown)
  const content = fill(guidePage, {
    ...assets,
    title,
    label,
    html,
    headings: listHeadings(markdown)
      .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
      .join('\n'),
    bar: renderBar(bar, toAddress(name)),
  })
  await writeFile(new URL(`guides/${name}.html`, dist), content)
}
