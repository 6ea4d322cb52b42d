import { Marked, type Tokens } from 'marked'

/** The guides for users of the API, in the order of the menu. `name` is a file of docs/guides. */
export const guides = [
  { name: 'first-integration', label: 'First integration' },
  { name: 'feeds-and-mapping', label: 'Feeds' },
  { name: 'migrating-with-link', label: 'Link existing jobs' },
  { name: 'following-candidates', label: 'Follow candidates' },
  { name: 'statuses-and-erasures', label: 'Statuses and erasures' },
  { name: 'changes-on-the-board', label: 'Changes' },
  { name: 'certifying', label: 'Certify' },
  { name: 'values-and-limits', label: 'Values and limits' },
]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Makes the id of a heading as GitHub does, so that a link to it works in both places. */
const toId = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Makes the address of a guide on the board. */
export const toAddress = (name: string) => `/api/docs/guides/${name}`

/** Finds the address for a link of a guide; undefined if it leads to a file that the board does not serve. */
function resolveLink(href: string): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href
  const [, name = '', hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return guides.some((guide) => guide.name === name) ? `${toAddress(name)}${hash}` : undefined
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens)
      const id = toId(text)
      return depth === 1 ? `<h1>${html}</h1>\n` : `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens)
      const address = resolveLink(href)
      // A link to another file of the repository means nothing to a reader of the board.
      return address === undefined ? html : `<a href="${escapeHtml(address)}">${html}</a>`
    },
    code({ text, lang = '' }) {
      // After the language a guide may name the file that the text belongs into.
      const file = lang.split(' ').find((word) => word.includes('.'))
      const caption = file === undefined ? '' : `<figcaption>${escapeHtml(file)}</figcaption>`
      return `<figure>${caption}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`
    },
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n')
      return `<div class="table" tabindex="0"><table>\n<thead>${row(token.header, 'th')}</thead>\n<tbody>${rows}</tbody>\n</table></div>\n`
    },
  },
})

const isHeading = (token: { type: string }): token is Tokens.Heading => token.type === 'heading'

/** Renders a guide, which begins with its title. */
export function renderGuide(markdown: string): { title: string; html: string } {
  const [first] = marked.lexer(markdown).filter(isHeading)
  if (first?.depth !== 1) throw new Error('a guide begins with a heading of level 1')
  return { title: escapeHtml(first.text), html: marked.parse(markdown, { async: false }) }
}

/** Lists the sections of a guide. */
export const listHeadings = (markdown: string) =>
  marked
    .lexer(markdown)
    .filter(isHeading)
    .filter(({ depth }) => depth === 2)
    .map(({ text }) => ({ id: toId(text), text: escapeHtml(text) }))
