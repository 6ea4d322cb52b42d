import type { Locale } from '../company.ts'

/** A text in every language of the pages. One that lacks a language does not compile. */
export type Translations = Record<Locale, string>

interface PageLanguage {
  /** The language's name in the language itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The locale for `Intl`: it chooses the digits and separators that readers in Morocco expect. */
  intlLocale: string
}

/** The languages of the public site and of the back office. */
export const pageLanguages: Record<Locale, PageLanguage> = {
  fr: { name: 'Français', dir: 'ltr', intlLocale: 'fr' },
  en: { name: 'English', dir: 'ltr', intlLocale: 'en' },
  ar: { name: 'العربية', dir: 'rtl', intlLocale: 'ar-MA' },
}
