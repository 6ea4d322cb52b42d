import type { Link, LinkResult, LinkResults } from '@boardwalk/schema/link'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../api-key/service.ts'

type LinkDeps = Pick<Deps, 'jobs' | 'now'>

/** Gives jobs that the board already has the caller's ids, in the order of the request; one result per link. */
export async function linkJobs(
  deps: LinkDeps,
  { companyId }: Actor,
  { links }: { links: Link[] },
): Promise<LinkResults> {
  const held = await deps.jobs.externalIdsOf(companyId, links.map(jobOf))
  const results = new Map<Link, LinkResult>()
  while (results.size < links.length) {
    const turn = takeTurn(
      links.filter((link) => !results.has(link)),
      held,
    )
    const free = turn.filter((link) => held.get(link.platformJobId) === null)
    const set = await deps.jobs.setExternalIds(companyId, free, new Date(deps.now()))
    const refused = free.filter((link) => !set.has(link))
    // Another job has the id, or another call was faster.
    const heldNow = await deps.jobs.externalIdsOf(companyId, refused.map(jobOf))
    for (const [jobId, externalId] of heldNow) held.set(jobId, externalId)
    for (const { platformJobId, externalJobId } of set) held.set(platformJobId, externalJobId)
    for (const link of turn) results.set(link, resultOf(link, set.has(link), held))
  }
  return { results: links.flatMap((link) => results.get(link) ?? []), error: null }
}

const jobOf = ({ platformJobId }: Link) => platformJobId

/** What can be done at once as if one after the other: of the links to one job, or to one external id, the first. */
function takeTurn(links: Link[], held: Map<number, string | null>): Link[] {
  const jobs = new Set<number>()
  const externalIds = new Set<string>()
  return links.filter(({ platformJobId, externalJobId }) => {
    // Where there is nothing to write, nothing stands in the way of others.
    if (held.get(platformJobId) !== null) return true
    const isFirst = !jobs.has(platformJobId) && !externalIds.has(externalJobId)
    jobs.add(platformJobId)
    externalIds.add(externalJobId)
    return isFirst
  })
}

function resultOf(link: Link, isSet: boolean, held: Map<number, string | null>): LinkResult {
  if (isSet) return { ...link, status: 'linked' }
  const currentExternalJobId = held.get(link.platformJobId)
  if (currentExternalJobId === undefined) return { ...link, status: 'not_found' }
  return { ...link, status: 'already_linked', currentExternalJobId }
}
