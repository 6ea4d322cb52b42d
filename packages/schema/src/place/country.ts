// The main file of the package would load the names in 79 languages.
import countries from 'i18n-iso-countries/index.js'
import arabicNames from 'i18n-iso-countries/langs/ar.json' with { type: 'json' }
import englishNames from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import frenchNames from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import { Locale } from '../company.ts'
import { DEFAULT_COUNTRY } from '../job.ts'
import { pageLanguages } from '../words/page-language.ts'

/** Writes a name of a place as its spellings have it in common: without case, accents, signs and invisible characters. */
export const toNameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What people also call a country. */
const OTHER_NAMES: Record<string, string[]> = {
  MA: ['Royaume du Maroc', 'Kingdom of Morocco', 'المملكة المغربية'],
  GB: ['UK', 'U.K.', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Angleterre', 'Écosse'],
  AE: ['Emirats', 'Émirats', 'الإمارات'],
  SA: ['KSA'],
}

/** The two-letter ISO code of each country. The key is a name in French, English or Arabic, or an ISO code of two or three letters. */
let codes: Map<string, string> | undefined

/** Makes the table when it is first needed, because it takes some milliseconds. */
function listCodes(): Map<string, string> {
  for (const names of [frenchNames, englishNames, arabicNames]) countries.registerLocale(names)
  const found = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const [code, code3] of Object.entries(countries.getAlpha2Codes()))
    for (const key of [code, code3, ...listNames(code)].map(toNameKey)) {
      if ((found.get(key) ?? code) !== code) ambiguous.add(key)
      found.set(key, code)
    }
  // A name that two countries share would be a guess.
  for (const key of ambiguous) found.delete(key)
  return found
}

/** Lists the names of a country. The two sources differ: one has "États-Unis d'Amérique", the other has "États-Unis". */
const listNames = (code: string): string[] => [
  ...(OTHER_NAMES[code] ?? []),
  ...Locale.options.flatMap((locale) => [
    ...[countries.getName(code, locale, { select: 'all' }) ?? []].flat(),
    ...(['long', 'short'] as const).flatMap(
      (style) => new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }).of(code) ?? [],
    ),
  ]),
]

/** Finds the two-letter ISO code of a country by its name in French, English or Arabic, or by its ISO code. */
export function findNamedCountry(name: string): string | undefined {
  codes ??= listCodes()
  return codes.get(toNameKey(name))
}

/** Finds the code of a job's country. Undefined if no country has this name. An empty `country` means the default country. */
export const findCountryCode = (country: string | null | undefined): string | undefined =>
  findNamedCountry(country?.trim() || DEFAULT_COUNTRY)

/** Names a country in the language of a page. */
export const nameCountryCode = (locale: Locale, code: string): string =>
  new Intl.DisplayNames(pageLanguages[locale].intlLocale, { type: 'region' }).of(code) ?? code
