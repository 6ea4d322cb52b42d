import type { Locale } from '@boardwalk/schema/company'
import { createPlural } from '@boardwalk/schema/words/page-language'

/** Picks the form of a text for a count in one language, and replaces `#` with the count. */
export const plural: Record<Locale, ReturnType<typeof createPlural>> = {
  fr: createPlural('fr'),
  en: createPlural('en'),
  ar: createPlural('ar'),
}

const countAlone = { other: '#' }

/** Writes a number in the digits and groups of one language. */
export const number: Record<Locale, (value: number) => string> = {
  fr: (value) => plural.fr(value, countAlone),
  en: (value) => plural.en(value, countAlone),
  ar: (value) => plural.ar(value, countAlone),
}
