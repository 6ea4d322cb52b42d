import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/* What the reference that a board serves and the static pages share. */

/** The guides for users of the API, in the order of the menu. `name` is a file of docs/guides. */
export const guides = [
  { name: 'first-integration', label: 'First integration' },
  { name: 'feeds-and-mapping', label: 'Feeds' },
  { name: 'questions-on-the-form', label: 'Questions' },
  { name: 'migrating-with-link', label: 'Link jobs' },
  { name: 'following-candidates', label: 'Follow candidates' },
  { name: 'statuses-and-erasures', label: 'Statuses' },
  { name: 'changes-on-the-board', label: 'Changes' },
  { name: 'certifying', label: 'Certify' },
  { name: 'assistant', label: 'Assistants' },
  { name: 'values-and-limits', label: 'Values and limits' },
]

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

/** Reads a template and fills its places, such as `{{title}}`. */
export async function fillTemplate(name: string, values: Record<string, string>): Promise<string> {
  return (await read(name)).replaceAll(/\{\{(\w+)\}\}/g, (place, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} has ${place}, which has no value`)
    return value
  })
}

export interface Link {
  label: string
  address: string
  /** Whether it leads to this page, or to the part that has this page. */
  current?: 'page' | 'true' | false
}

export const renderLink = ({ label, address, current }: Link) =>
  `<a href="${address}"${current ? ` aria-current="${current}"` : ''}>${label}</a>`

/** Renders the items of a list. */
export const renderLinks = (links: Link[]) => links.map((link) => `<li>${renderLink(link)}</li>`).join('\n')

export const renderHeadings = (headings: { id: string; text: string }[]) =>
  renderLinks(headings.map(({ id, text }) => ({ label: text, address: `#${id}` })))

/** Writes what the pages load into a folder, under names that change with the content. Returns each address after a prefix. */
export async function writeAssets(folder: URL, prefix: string) {
  const write = async (name: string, content: string) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
    const file = name.replace(/(?=\.\w+$)/, `-${hash}`)
    await writeFile(new URL(file, folder), content)
    return `${prefix}${file}`
  }
  // The package offers its bundle for browsers as a file, and not for an import.
  const scalar = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
  return {
    scalar: await write('scalar.js', await readFile(scalar, 'utf8')),
    start: await write('start.js', await read('start.js')),
    scheme: await write('scheme.js', await read('scheme.js')),
    look: await write('look.css', await read('look.css')),
  }
}
