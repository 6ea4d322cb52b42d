import { z } from 'zod'
import { text } from './wording.ts'

const CHARACTERS_MAX = 254

/**
 * Marks that are invisible and come with a text that was copied: directions of text, blanks without width, the byte order
 * mark. The joiners U+200C and U+200D are not among them, because names of domains have them.
 */
const INVISIBLE_MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** A domain, or a part of one, with characters beyond ASCII. No port, path or user of an address of the web is in it. */
const INTERNATIONAL_DOMAIN = /^(?=.*\P{ASCII})(?:[a-z\d.-]|\P{ASCII})+$/iu

/**
 * Writes an international domain in ASCII (`xn--…`), as browsers send it. It is the form that every mail server and every
 * other program takes, so both ways to write an address are one address. `address` may also be a domain alone. A text that
 * is neither stays as it is.
 */
export function writeDomainInAscii(address: string): string {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  const url = `http://${domain}`
  if (!INTERNATIONAL_DOMAIN.test(domain) || !URL.canParse(url)) return address
  return address.slice(0, start) + new URL(url).hostname
}

/**
 * An e-mail address of an applicant or a user: what a browser accepts in a form, with a dot in the domain. Browsers
 * refuse letters with accents before the @, and so do most mail servers and the programs that read our candidates.
 */
export const EmailAddress = text(CHARACTERS_MAX)
  .transform((typed) => writeDomainInAscii(typed.replaceAll(INVISIBLE_MARKS, '').trim()))
  .refine(isEmailAddress, {
    error: 'must be an e-mail address, such as name@example.com, without accents before the @',
  })

function isEmailAddress(address: string): boolean {
  return z.regexes.html5Email.test(address) && /@.+\./.test(address) && address.length <= CHARACTERS_MAX
}

/** Domains of mail as people mistype them, by their right name: the first part of the domain. */
const MISTYPED_NAMES = {
  gmail: ['gmail', 'gmial', 'gmai', 'gmal', 'gamil', 'gnail', 'gmaill', 'gmil', 'gmali', 'gemail', 'gimail'],
  hotmail: ['hotmail', 'hotmial', 'hotmai', 'hotmal', 'hotmil', 'hotmaill', 'hotamil', 'hormail', 'htmail'],
  yahoo: ['yahoo', 'yaho', 'yahooo', 'yahou', 'yhaoo', 'yhoo', 'yaoo'],
  outlook: ['outlook', 'outlok', 'outloo', 'outllok', 'outlokk', 'outlock', 'oultook', 'otlook'],
  icloud: ['icloud', 'iclod', 'icoud', 'iclould', 'icluod'],
} as const
const MISTYPED_COM = ['con', 'cim', 'comm', 'vom', 'xom', 'cpm', 'cmo', 'ocm', 'cm', 'om', 'co', 'com.com']
/** The ends with which these names exist. Others, such as `yahoo.it`, are not doubted. */
const ENDS = ['com', 'fr']

/** The right domain of each mistyped one. No two names have a mistyped one in common. */
const rightDomains = new Map(
  Object.entries(MISTYPED_NAMES).flatMap(([name, mistyped]) =>
    mistyped.flatMap((typed): [string, string][] => [
      ...MISTYPED_COM.map((end): [string, string] => [`${typed}.${end}`, `${name}.com`]),
      ...(typed === name ? [] : ENDS.map((end): [string, string] => [`${typed}.${end}`, `${name}.${end}`])),
    ]),
  ),
)

/** Finds the address that was probably meant, if the domain is a common slip, such as `gmail.con`. Undefined for any other domain. */
export function findMeantAddress(address: string): string | undefined {
  const start = address.lastIndexOf('@') + 1
  const domain = rightDomains.get(address.slice(start).toLowerCase())
  return domain && address.slice(0, start) + domain
}
