import { foldId, listSpellings } from '@boardwalk/schema/id-spelling'
import { HTML_FIELDS, type JobFields, type JobUpdate } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import { findJobWarnings, type JobWarning, type JobWarningContext } from '@boardwalk/schema/job-warning'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import { isClosed, type JobVisibility } from '@boardwalk/schema/visibility'
import type { Deps } from '../deps.ts'
import type { Clock } from '../process/clock.ts'
import { hasVisibleText } from '../text/html.ts'
import type { JobIdentity } from './store/external-ids.ts'

/** Other jobs of the company that may be meant by the external id of a new one. */
export type Namesakes = Pick<JobWarningContext, 'namesake' | 'alike'>

/**
 * Makes the member `warnings` of an answer, from the job as it was sent and the job after the change. Without a warning the
 * answer has no such member.
 */
export function toWarnings(
  { now }: Clock,
  sent: JobUpdate,
  job: JobContent & JobVisibility,
  { namesake, alike }: Namesakes = {},
): { warnings?: JobWarning[] } {
  const withheld = findWithheld(job, now())
  const problems = findMarkupProblems(job.fields)
  const warnings = findJobWarnings(sent, { content: job, problems, namesake, alike, withheld })
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

/** An id of which a spreadsheet or a program often makes another one: digits, letters with an accent, or a percent sign. */
const fragileId = /^\d+$|%|[^\u0020-\u007e]/

/**
 * Finds the jobs that may be meant by new external ids: the one whose job id it is, because an ATS confuses our job id with its own id of
 * the job, and the one whose external id is only written differently. All ids cost one query, and an id alone costs none unless it is
 * fragile. `isBatch`: the ids are those of a batch, and each is looked for.
 */
export async function findNamesakes(
  deps: Deps,
  companyId: string,
  newExternalIds: string[],
  isBatch = false,
): Promise<Map<string, Namesakes>> {
  const jobIds = newExternalIds.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number)
  const checked = isBatch ? newExternalIds : newExternalIds.filter((id) => fragileId.test(id))
  const found = await deps.jobs.findExternalIds(companyId, jobIds, checked.flatMap(listSpellings))
  const alike = new Map(
    [...found.values()].flatMap(({ title, externalId }) =>
      externalId === null ? [] : [[foldId(externalId), { title, externalId }] as const],
    ),
  )
  return new Map(
    newExternalIds.map((id) => {
      const other = alike.get(foldId(id))
      // Another request may have created a job under this very id meanwhile.
      return [id, { namesake: findNamesake(found, id), alike: other?.externalId === id ? undefined : other }]
    }),
  )
}

function findNamesake(found: Map<number, JobIdentity>, id: string): Namesakes['namesake'] {
  const job = /^[1-9]\d{0,14}$/.test(id) ? found.get(Number(id)) : undefined
  return job && { jobId: Number(id), title: job.title, externalId: job.externalId }
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
