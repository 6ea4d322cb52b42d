import { HTML_CHARACTERS_MAX } from '@boardwalk/schema/limits'
import { findMarkdown } from '@boardwalk/schema/markdown'
import { Marked } from 'marked'

/* Markdown in a field of HTML. Many programs that write job texts write Markdown. */

const markdown = new Marked({ breaks: true })
const none = () => undefined
// "<Entreprise>" is text, an indented line is no code, and the address of a page is text, as in other plain text.
markdown.use({ tokenizer: { html: none, tag: none, code: none, url: none } })

/** Makes HTML of plain text that has a sign of Markdown. It is not sanitised. Returns undefined for other text. */
export function markdownToHtml(text: string): string | undefined {
  if (text.length > HTML_CHARACTERS_MAX || findMarkdown(text) === undefined) return undefined
  return markdown.parse(text, { async: false }).trim()
}
