import { Marked, type Token, type Tokens } from 'marked'

/* Renders a guide or another document of the repository, which begins with its title. */

/** Finds the address that a link or an image of the document gets; undefined if readers of the page cannot reach its target. */
export type Resolve = (href: string) => string | undefined

export interface Rendered {
  /** Escaped, as the next two are. */
  title: string
  /** The beginning of the text. */
  description: string
  /** The sections: the headings of level 2. */
  headings: { id: string; text: string }[]
  html: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Gives the text of inline tokens, without their markup. */
const toText = (tokens: Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'html') return ''
      if ('tokens' in token && token.tokens !== undefined) return toText(token.tokens)
      return 'text' in token ? token.text : ''
    })
    .join('')

/** Makes the ids of a document's headings as GitHub does, so that a link to one works in both places. */
function createIds(): (heading: string) => string {
  const uses = new Map<string, number>()
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = uses.get(id) ?? 0
    uses.set(id, before + 1)
    return before === 0 ? id : `${id}-${before}`
  }
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph'

export function renderMarkdown(markdown: string, resolve: Resolve): Rendered {
  const headings: Rendered['headings'] = []
  const toId = createIds()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = toText(tokens)
        const id = toId(text)
        if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`
        if (depth === 2) headings.push({ id, text: escapeHtml(text) })
        return `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const address = resolve(href)
        return address === undefined ? html : `<a href="${escapeHtml(address)}">${html}</a>`
      },
      image({ href, text }) {
        const address = resolve(href)
        if (address === undefined) return escapeHtml(text)
        return `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      html({ text }) {
        return text.replaceAll(/\b(href|src)="([^"]*)"/g, (_, name: string, href: string) => {
          return `${name}="${escapeHtml(resolve(href) ?? href)}"`
        })
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
  const tokens = marked.lexer(markdown)
  const [first] = tokens.filter(isHeading)
  if (first?.depth !== 1) throw new Error('a document begins with a heading of level 1')
  return {
    title: escapeHtml(toText(first.tokens)),
    description: escapeHtml(describe(tokens)),
    headings,
    html: marked.parser(tokens),
  }
}

/** A result of a search engine shows about this many characters of a description. */
const DESCRIPTION_MAX = 160

function describe(tokens: Token[]): string {
  const paragraphs = tokens.filter(isParagraph).map(({ tokens }) => toText(tokens).replaceAll(/\s+/g, ' '))
  // A decision begins with its status.
  const text = paragraphs.filter((paragraph) => !paragraph.startsWith('Status: ')).join(' ')
  return text.length <= DESCRIPTION_MAX ? text : text.slice(0, DESCRIPTION_MAX).replace(/\W+\w*$/, '…')
}
