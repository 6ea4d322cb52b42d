import { HTML_LEVELS_MAX, HTML_TAGS_MAX } from './field-limits.ts'

/** The HTML that a job may hold, as options of sanitize-html: text and simple structure; no script, style, image or form. */
export const sanitiserOptions = {
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
  nestingLimit: HTML_LEVELS_MAX,
  transformTags: {
    // The page has one first-level heading, the job's title.
    h1: 'h2',
    a: (tagName: string, attribs: Record<string, string>) => ({
      tagName,
      attribs: { ...attribs, rel: 'nofollow noopener noreferrer' },
    }),
  },
}

/** Whether HTML has at most as many tags as a field may have. */
export const hasFewTags = (html: string): boolean => html.split('<', HTML_TAGS_MAX + 2).length <= HTML_TAGS_MAX + 1
