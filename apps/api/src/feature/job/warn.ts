import type { JobUpdate } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import { findJobWarnings, type JobWarning, type JobWarningContext } from '@boardwalk/schema/job-warning'
import type { Deps } from '../../deps.ts'
import { findMarkupProblems } from './channels.ts'

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
 * Finds the jobs of a company whose job ids are external ids that no job has yet. An ATS that takes our job id for its own
 * id of the job would so create the offer a second time. Ids that are no numbers cost no query.
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
