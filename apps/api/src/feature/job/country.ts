import { Locale } from '@boardwalk/schema/company'
import { DEFAULT_COUNTRY } from '@boardwalk/schema/job'
import countries from 'i18n-iso-countries'
import { fold } from '../../fold.ts'

/** By folded name in French, English and Arabic, and by ISO code of two or three letters. */
const codes = new Map<string, string>()
const ambiguous = new Set<string>()

function learn(name: string, code: string): void {
  const key = foldName(name)
  const known = codes.get(key)
  if (known !== undefined && known !== code) ambiguous.add(key)
  else codes.set(key, code)
}

for (const [code, code3] of Object.entries(countries.getAlpha2Codes())) {
  learn(code, code)
  learn(code3, code)
  for (const locale of Locale.options) {
    for (const name of [countries.getName(code, locale, { select: 'all' }) ?? []].flat()) learn(name, code)
    // Where the one has "États-Unis d'Amérique", the other has "États-Unis".
    for (const style of ['long', 'short'] as const) {
      const name = new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }).of(code)
      if (name !== undefined) learn(name, code)
    }
  }
}
// A name of two countries is no country's: never a guess.
for (const name of ambiguous) codes.delete(name)

/** The ISO code of a job's country, named in French, English or Arabic or by its code; undefined: not known. */
export function countryCode(country: string | null | undefined): string | undefined {
  return codes.get(foldName(country?.trim() || DEFAULT_COUNTRY))
}

function foldName(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
