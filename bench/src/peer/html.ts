import sanitizeHtml from 'sanitize-html'

/** What Boardwalk lets through, so that every peer does the same work. */
const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark'],
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'code', 'pre', 'a', 'dl', 'dt', 'dd'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    '*': ['dir', 'lang'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // The page has one first-level heading, the job's title.
    h1: 'h2',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener noreferrer' } }),
  },
}

/** HTML that any page may show as it is: text and simple structure; no script, style, image or form. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, options)
}
