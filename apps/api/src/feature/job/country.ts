import { Locale } from '@boardwalk/schema/company'
import { DEFAULT_COUNTRY, type JobFields } from '@boardwalk/schema/job'
// The main file of the package would load the names in 79 languages.
import countries from 'i18n-iso-countries/index.js'
import arabicNames from 'i18n-iso-countries/langs/ar.json' with { type: 'json' }
import englishNames from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import frenchNames from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import { fold } from '../../db/word-pattern.ts'

/**
 * The two-letter ISO code of each country. The key is a folded name in French, English or Arabic, or a folded ISO code of
 * two or three letters.
 */
const codes = new Map<string, string>()
const ambiguous = new Set<string>()

function learn(name: string, code: string): void {
  const key = foldName(name)
  const known = codes.get(key)
  if (known !== undefined && known !== code) ambiguous.add(key)
  else codes.set(key, code)
}

for (const names of [frenchNames, englishNames, arabicNames]) countries.registerLocale(names)
for (const [code, code3] of Object.entries(countries.getAlpha2Codes())) {
  learn(code, code)
  learn(code3, code)
  for (const locale of Locale.options) {
    for (const name of [countries.getName(code, locale, { select: 'all' }) ?? []].flat()) learn(name, code)
    // The two sources differ: one has "États-Unis d'Amérique", the other has "États-Unis".
    for (const style of ['long', 'short'] as const) {
      const name = new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }).of(code)
      if (name !== undefined) learn(name, code)
    }
  }
}
// A name that two countries share would be a guess.
for (const name of ambiguous) codes.delete(name)

/**
 * Finds the two-letter ISO code of a job's country by its name in French, English or Arabic, or by its ISO code. Undefined
 * if no country has this name. An empty `country` means the default country.
 */
export function findCountryCode(country: string | null | undefined): string | undefined {
  return codes.get(foldName(country?.trim() || DEFAULT_COUNTRY))
}

/** Whether a country was sent. Otherwise the job has the default country. */
export const hasCountry = ({ country }: JobFields): boolean => (country ?? '').trim() !== ''

function foldName(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
