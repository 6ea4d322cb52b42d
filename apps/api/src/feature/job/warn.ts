import { HTML_FIELDS, type JobFields, type JobUpdate } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import { findJobWarnings, type JobWarning, type JobWarningContext } from '@boardwalk/schema/job-warning'
import type { Deps } from '../../deps.ts'
import { findCountryCode } from './country.ts'
import { hasVisibleText } from './text/html.ts'

type Namesake = NonNullable<JobWarningContext['namesake']>

/**
 * Makes the member `warnings` of an answer, from the job as it was sent and the job after the change. Without a warning the
 * answer has no such member.
 */
export function toWarnings(
  sent: JobUpdate,
  content: JobContent,
  namesake: Namesake | undefined,
): { warnings?: JobWarning[] } {
  const warnings = findJobWarnings(sent, { content, problems: findMarkupProblems(content.fields), namesake })
  return warnings.length === 0 ? {} : { warnings }
}

/**
 * Finds the jobs whose job ids are among new external ids. An ATS that confuses our job id with its own id of the job creates the
 * same offer a second time. Ids that are not numbers cost no query.
 */
export async function findNamesakes(
  deps: Deps,
  companyId: string,
  newExternalIds: string[],
): Promise<Map<string, Namesake>> {
  const jobIds = newExternalIds.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number)
  const found = await deps.jobs.findExternalIds(companyId, jobIds)
  return new Map([...found].map(([jobId, { title, externalId }]) => [String(jobId), { jobId, title, externalId }]))
}

/** Why Google for Jobs does not show a job. */
export type MarkupProblem = 'country_unknown' | 'no_text'

/** Finds out why Google for Jobs does not show a job: it requires a country and a text. */
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
