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

const STORED_AS = 'boardwalk-locale'

/** Reads the language that was chosen in this browser before, or the browser's first language that we offer. */
export function readLocale(): Locale {
  const stored = localStorage.getItem(STORED_AS)
  if (isLocale(stored)) return stored
  return navigator.languages.map((language) => language.slice(0, 2)).find(isLocale) ?? 'en'
}

export function storeLocale(locale: Locale) {
  localStorage.setItem(STORED_AS, locale)
}

/** Sets the language and the direction of the document; screen readers depend on them. */
export function markDocument(locale: Locale) {
  document.documentElement.lang = locale
  document.documentElement.dir = pageLanguages[locale].dir
}
