import type { Issue } from '@boardwalk/schema/error'
import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import { findCountryCode } from './country.ts'
import { hasVisibleText } from './html.ts'

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

/** Warns in the words of the API of what no channel will show of a published job. */
export function findChannelWarnings({ status, fields }: JobContent): Issue[] {
  if (status !== 'PUBLISHED') return []
  const messages: Record<MarkupProblem, Issue> = {
    country_unknown: {
      path: 'job.country',
      message: `Google for Jobs will not show this job: its country is not known. Write the name of the country in French, English or Arabic, or its ISO code, instead of ${JSON.stringify(fields.country)}`,
    },
    no_text: {
      path: 'job.description',
      message:
        'Google for Jobs will not show this job: it has no text. Other channels show its title and facts only. Send a description, responsibilities or qualifications',
    },
  }
  return findMarkupProblems(fields).map((problem) => messages[problem])
}
