import { sanitiserOptions } from '@boardwalk/schema/html'
import sanitizeHtml from 'sanitize-html'

/** Keeps what a page may show of some HTML. Boardwalk keeps the same, so all services do the same work. */
export const sanitise = (html: string): string => sanitizeHtml(html, sanitiserOptions)
