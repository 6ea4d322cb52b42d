import type { Locale } from '@boardwalk/schema/company'
import type { Words } from './words/en.ts'

interface Tongue {
  /** Its name in itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** For Intl: the digits and separators of its readers here. */
  intl: string
  words: () => Promise<Words>
}

export const tongues: Record<Locale, Tongue> = {
  fr: { name: 'Français', dir: 'ltr', intl: 'fr', words: async () => (await import('./words/fr.ts')).fr },
  en: { name: 'English', dir: 'ltr', intl: 'en', words: async () => (await import('./words/en.ts')).en },
  ar: { name: 'العربية', dir: 'rtl', intl: 'ar-MA', words: async () => (await import('./words/ar.ts')).ar },
}

export const isLocale = (value: string | null): value is Locale => value !== null && Object.hasOwn(tongues, value)

const STORED_AS = 'boardwalk-locale'

/** The language that this browser chose before, or the first of its own that we speak. */
export function rememberedLocale(): Locale {
  const stored = localStorage.getItem(STORED_AS)
  if (isLocale(stored)) return stored
  return navigator.languages.map((language) => language.slice(0, 2)).find(isLocale) ?? 'en'
}

export function rememberLocale(locale: Locale) {
  localStorage.setItem(STORED_AS, locale)
}

/** Tells the document, and with it screen readers, which language it is in. */
export function markDocument(locale: Locale) {
  document.documentElement.lang = locale
  document.documentElement.dir = tongues[locale].dir
}
