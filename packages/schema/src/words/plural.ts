import type { Locale } from '../company.ts'
import { pageLanguages } from './page-language.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Makes a function that picks the plural form of a count in one language and replaces `#` with the count. */
export function createPlural(locale: Locale) {
  const { intlLocale } = pageLanguages[locale]
  const rules = new Intl.PluralRules(intlLocale)
  const numbers = new Intl.NumberFormat(intlLocale)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
