import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'

/** Writes a number of minutes as a duration, such as "1 hour" or "10 minutes". */
export function formatDuration(locale: Locale, minutes: number): string {
  const [unit, count] = minutes % 60 === 0 ? (['hour', minutes / 60] as const) : (['minute', minutes] as const)
  return new Intl.NumberFormat(pageLanguages[locale].intlLocale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  )
}
