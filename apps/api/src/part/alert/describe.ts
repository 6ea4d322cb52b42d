import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import type { JobFilterName } from '@boardwalk/core/job/filters'
import type { Locale } from '@boardwalk/schema/company'
import { findKnownCity, nameCity } from '@boardwalk/schema/place/city'
import { contractTypes, languages, workModes } from '@boardwalk/schema/words/job-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'

const labels: Record<Exclude<JobFilterName, 'city'>, Partial<Record<string, Translations>>> = {
  contractType: contractTypes,
  workMode: workModes,
  language: languages,
}

/**
 * Names the filters of a search in one line, such as "Rabat · CDI". Names no text that a stranger may have written: no words, and only
 * values that the board knows.
 */
export function describeKnownFilters(locale: Locale, { city, contractType, workMode, language }: SearchQuery): string {
  const known = [
    city !== undefined && findKnownCity(city) !== undefined ? nameCity(locale, city) : undefined,
    labels.contractType[contractType ?? '']?.[locale],
    labels.workMode[workMode ?? '']?.[locale],
    labels.language[language ?? '']?.[locale],
  ]
  return known.filter(Boolean).join(' · ')
}

/** Names a search in one line: its words, its filters and its company, such as "comptable · Rabat · CDI · Atlas". "" for all jobs of the board. */
export function describeSearch(locale: Locale, search: SearchQuery, company: { name: string } | undefined): string {
  const { words, city, ...filters } = search
  const values = (['contractType', 'workMode', 'language'] as const).map((filter) => {
    const chosen = filters[filter]
    return chosen === undefined ? undefined : (labels[filter][chosen]?.[locale] ?? chosen)
  })
  return [words.join(' '), city, ...values, company?.name].filter(Boolean).join(' · ')
}
