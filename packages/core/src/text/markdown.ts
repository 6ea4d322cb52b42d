import { textToHtml } from './plain-text.ts'

/*
 * Markdown in a field of HTML, as programs that write texts of jobs write it: headings, emphasis, links and lists. Written here, because
 * libraries for the whole of Markdown take minutes for some texts of 50 kB, and because lists and line ends are read as in plain text.
 */

const HEADING = /^\s*(#{1,6}) +(\S.*?)[ #]*$/
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/

/** Makes HTML of Markdown, in which "&" and "<" are escaped. It is not sanitised. */
export function markdownToHtml(text: string): string {
  const parts: string[] = []
  let lines: string[] = []
  const endText = () => {
    const html = textToHtml(lines.map(readInline).join('\n'))
    if (html.trim() !== '') parts.push(/^<(?:p|[uo]l)\b/.test(html) ? html : `<p>${html}</p>`)
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    const [, signs = '', title = ''] = HEADING.exec(line) ?? []
    if (signs === '' && !RULE.test(line)) lines.push(line)
    else {
      endText()
      parts.push(signs === '' ? '<hr>' : `<h${signs.length}>${readInline(title)}</h${signs.length}>`)
    }
  }
  endText()
  return parts.join('')
}

const NOT_AFTER_LETTER = '(?<![\\p{L}\\p{N}*_~\\\\])'
const NOT_BEFORE_LETTER = '(?![\\p{L}\\p{N}*_~])'
/** A text between two marks, with no blank at its ends. */
const createMark = (mark: string, content: string) =>
  new RegExp(
    `${NOT_AFTER_LETTER}${mark}(?=[^\\s*_~])(${content}{1,300}?)(?<=[^\\s*_~])${mark}${NOT_BEFORE_LETTER}`,
    'gu',
  )

const LINK = /(!?)\[([^[\]\n]{1,300})\]\(([^\s()<>"]{1,2000})(?: "[^"\n]{0,200}")?\)/g
const marks = [
  [createMark('`', '[^`\\n]'), 'code'],
  [createMark('\\*\\*', '[^*\\n]'), 'strong'],
  [createMark('__', '[^_\\n]'), 'strong'],
  [createMark('~~', '[^~\\n]'), 's'],
  [createMark('\\*', '[^*\\n]'), 'em'],
  [createMark('_', '[^_\\n]'), 'em'],
] as const
/** A sign of Markdown that means itself. */
const ESCAPED = /\\([-\\`*_{}[\]()#+.!~|])/g

function readInline(line: string): string {
  const linked = line.replaceAll(LINK, (_, image: string, shown: string, address: string) =>
    image === '' ? `<a href="${address}">${shown}</a>` : shown,
  )
  // An underscore or a star in the address of a link is no mark.
  return linked
    .split(/(<a [^>]*>)/)
    .map((part, place) => (place % 2 === 1 ? part : readMarks(part)))
    .join('')
}

const readMarks = (text: string): string =>
  marks
    .reduce((read, [pattern, tag]) => read.replaceAll(pattern, `<${tag}>$1</${tag}>`), text)
    .replaceAll(ESCAPED, '$1')
