import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Words } from './words/en.ts'

/** Loads the texts of a language; the browser downloads only the languages that somebody chooses. */
export const loadWords: Record<Locale, () => Promise<Words>> = {
  fr: async () => (await import('./words/fr.ts')).fr,
  en: async () => (await import('./words/en.ts')).en,
  ar: async () => (await import('./words/ar.ts')).ar,
}

export const isLocale = (value: string | null): value is Locale => value !== null && Object.hasOwn(pageLanguages, value)

/** Reads the language of the page, which the server chose: the one of the cookie, or else the browser's first that we offer. */
export function readLocale(): Locale {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : 'en'
}

/** Stores the language for a year in a cookie, so that the server sends the next page in it. */
export function storeLocale(locale: Locale) {
  // As for the session's cookie: over https the prefix binds it to this host.
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no cookieStore in the versions that people use.
  document.cookie = `${prefix}boardwalk-locale=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

/** Sets the language and the direction of the document; screen readers depend on them. */
export function markDocument(locale: Locale) {
  document.documentElement.lang = locale
  document.documentElement.dir = pageLanguages[locale].dir
}
