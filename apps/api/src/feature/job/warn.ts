import { HTML_FIELDS, type JobFields, type JobUpdate } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import { findJobWarnings, type JobWarning, type JobWarningContext } from '@boardwalk/schema/job-warning'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import { isClosed, type JobVisibility } from '@boardwalk/schema/visibility'
import type { Deps } from '../../deps.ts'
import type { Clock } from '../../process/clock.ts'
import { hasVisibleText } from './text/html.ts'

type Namesake = NonNullable<JobWarningContext['namesake']>

/**
 * Makes the member `warnings` of an answer, from the job as it was sent and the job after the change. Without a warning the
 * answer has no such member.
 */
export function toWarnings(
  { now }: Clock,
  sent: JobUpdate,
  job: JobContent & JobVisibility,
  namesake: Namesake | undefined,
): { warnings?: JobWarning[] } {
  const withheld = findWithheld(job, now())
  const problems = findMarkupProblems(job.fields)
  const warnings = findJobWarnings(sent, { content: job, problems, namesake, withheld })
  return warnings.length === 0 ? {} : { warnings }
}

/** Finds out why people cannot see a job although it is published. */
function findWithheld(job: JobVisibility, nowMs: number): ('closed' | 'suspended')[] {
  if (job.status === 'UNPUBLISHED') return []
  return [
    ...(isClosed(job, nowMs) ? ['closed' as const] : []),
    ...(job.suspendedAt === null ? [] : ['suspended' as const]),
  ]
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
    ...(isCountryKnown(fields) ? [] : ['country_unknown' as const]),
    ...(hasText(fields) ? [] : ['no_text' as const]),
  ]
}

/** Whether the country of each place of a job is known. */
function isCountryKnown(fields: JobFields): boolean {
  const { cities, countries } = describePlaces(fields)
  return cities.length === 0 ? countries.length > 0 : cities.every(({ country }) => country !== undefined)
}

/** Whether a job has any text besides its title and facts. */
function hasText(fields: JobFields): boolean {
  const texts = [fields.benefits ?? [], fields.recruitmentProcess ?? []].flat()
  return HTML_FIELDS.some((name) => hasVisibleText(fields[name])) || texts.some((text) => text.trim() !== '')
}
