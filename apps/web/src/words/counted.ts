type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Picks the plural form of a count in one language, and puts the count where `#` stands. */
export function countedIn(intlLocale: string) {
  const rules = new Intl.PluralRules(intlLocale)
  const numbers = new Intl.NumberFormat(intlLocale)
  return (count: number, forms: Forms): string =>
    (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
