import { withScheme } from '../wording.ts'

/* The addresses of links in the texts of a job. */

export const linkSchemes = ['http', 'https', 'mailto', 'tel'] as const

const SCHEME = new RegExp(`^(?:${linkSchemes.join('|')}):`, 'i')
const EMAIL = /^[\w.+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:\?\S*)?$/u
/** An address of mail to which an editor has put the scheme of a page. */
const PAGE_OF_EMAIL = /^https?:\/\/([^\s/:@?#]+@[^\s/:@?#]+)\/?$/i
/** The name of a file. It looks like the name of a host. */
const FILE_NAME =
  /^[^./]+\.(?:aspx?|cfm|cgi|css|csv|docx?|gif|html?|jpe?g|jsf|json|jspx?|js|odt|pdf|php\d?|png|pptx?|rtf|svg|txt|webp|xhtml|xlsx?|xml|zip)(?:[/?#]|$)/i

/**
 * Reads the address of a link as its writer meant it: a host without its scheme is a page, and an address of mail is one. Returns
 * undefined for an address that leads nowhere from the board: a relative one, or one of another scheme.
 */
export function readAddress(sent: string): string | undefined {
  // A browser ignores control characters and the blanks around an address.
  const address = sent.replaceAll(/\p{Cc}+/gu, '').trim()
  const email = PAGE_OF_EMAIL.exec(address)?.[1] ?? address
  if (EMAIL.test(email)) return `mailto:${email}`
  // In `//host/path` only the scheme is left out: a browser takes that of the page.
  const place = address.replace(/^\/\//, '')
  const whole = SCHEME.test(address) || FILE_NAME.test(place) ? address : withScheme(place)
  return SCHEME.test(whole) && URL.canParse(whole) ? whole : undefined
}
