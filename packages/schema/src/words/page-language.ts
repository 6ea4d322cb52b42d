import type { Locale } from '../company.ts'

/* The languages of the pages: names, directions and plurals. */

/** A text in every language of the pages. One that lacks a language does not compile. */
export type Translations = Record<Locale, string>

export type Direction = 'ltr' | 'rtl'

interface PageLanguage {
  /** The language's name in the language itself. */
  name: string
  dir: Direction
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

/** A letter, or a mark that acts as a letter of one direction. */
const LETTER = /[\p{L}\u200e\u200f\u061c]/u
/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/
/** An Arabic text may begin with a Latin word. It runs from right to left if it has this share of Arabic words. */
const SHARE_MIN = 0.4

/**
 * Finds the direction of a text: that of its first letter, as browsers do with `dir="auto"`, or from right to left if many of its
 * words run so. Undefined if it has no letters.
 */
export function findDirection(text: string): Direction | undefined {
  const letters = text.split(/\s+/).flatMap((word) => LETTER.exec(word)?.[0] ?? [])
  const [first] = letters
  if (first === undefined) return undefined
  const share = letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length / letters.length
  return RIGHT_TO_LEFT.test(first) || share >= SHARE_MIN ? 'rtl' : 'ltr'
}

/** Wraps a text so that it and the sentence around it do not change each other's direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** Writes "of" before a name in French: `d’Atlas`, `de Rif`. */
export const ofInFrench = (name: string): string => `${/^[aeiouàâéèêëîïôû]/i.test(name) ? 'd’' : 'de '}${name}`
