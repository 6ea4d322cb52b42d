import type { Link, LinkResult, LinkResults } from '@boardwalk/schema/link'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../api-key/service.ts'

/** Gives jobs that the board already has the caller's ids, in the order of the request; one result per link. */
export async function linkJobs(
  deps: Pick<Deps, 'jobs' | 'now'>,
  { companyId }: Actor,
  { links }: { links: Link[] },
): Promise<LinkResults> {
  const results: LinkResult[] = []
  for (const link of links) results.push(await linkJob(deps, companyId, link))
  return { results, error: null }
}

async function linkJob(deps: Pick<Deps, 'jobs' | 'now'>, companyId: string, link: Link): Promise<LinkResult> {
  const { platformJobId, externalJobId } = link
  if (await deps.jobs.setExternalId(companyId, platformJobId, externalJobId, new Date(deps.now()))) {
    return { platformJobId, externalJobId, status: 'linked' }
  }
  const job = await deps.jobs.findById(companyId, platformJobId)
  if (job === undefined) return { platformJobId, externalJobId, status: 'not_found' }
  return { platformJobId, externalJobId, status: 'already_linked', currentExternalJobId: job.externalId }
}
