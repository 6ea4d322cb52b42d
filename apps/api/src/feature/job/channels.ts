import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import { findCountryCode } from './country.ts'
import { hasVisibleText } from './text/sanitise.ts'

/** Why Google for Jobs does not show a job. */
export type MarkupProblem = 'country_unknown' | 'no_text'

/** Finds out why Google for Jobs does not show a job: it needs a country and a text, and forbids making them up. */
export function findMarkupProblems(fields: JobFields): MarkupProblem[] {
  return [
    ...(findCountryCode(fields.country) === undefined ? ['country_unknown' as const] : []),
    ...(hasText(fields) ? [] : ['no_text' as const]),
  ]
}

/** Whether a job has any text besides its title and facts. */
function hasText(fields: JobFields): boolean {
  const texts = [fields.benefits ?? [], fields.recruitmentProcess ?? []].flat()
  return HTML_FIELDS.some((name) => hasVisibleText(fields[name])) || texts.some((text) => text.trim() !== '')
}
