import type { Link, LinkResult, LinkResults } from '@boardwalk/schema/link'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../api-key/service.ts'

/** Gives jobs that the board already has the caller's ids, in the order of the request; one result per link. */
export async function linkJobs(
  deps: Pick<Deps, 'jobs' | 'now'>,
  { companyId }: Actor,
  { links }: { links: Link[] },
): Promise<LinkResults> {
  // One query for all: what is not there or linked already needs no write, and a thousand of those would take seconds.
  const held = await deps.jobs.externalIdsOf(
    companyId,
    links.map(({ platformJobId }) => platformJobId),
  )
  const results: LinkResult[] = []
  for (const link of links) {
    const { platformJobId, externalJobId } = link
    const currentExternalJobId = held.get(platformJobId)
    if (currentExternalJobId === undefined) results.push({ ...link, status: 'not_found' })
    else if (currentExternalJobId !== null) results.push({ ...link, status: 'already_linked', currentExternalJobId })
    else {
      const result = await linkJob(deps, companyId, link)
      if (result.status === 'linked') held.set(platformJobId, externalJobId)
      results.push(result)
    }
  }
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
