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

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Makes a function that picks the plural form of a count in one language and replaces `#` with the count. */
export function createPlural(locale: Locale) {
  const { intlLocale } = pageLanguages[locale]
  const rules = new Intl.PluralRules(intlLocale)
  const numbers = new Intl.NumberFormat(intlLocale)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
