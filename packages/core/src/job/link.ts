import type { Link, LinkResult } from '@boardwalk/schema/link'
import type { KeyActor } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import { restate } from '../error.ts'
import { noteItems, type Route } from '../trpc/context.ts'
import { pauseOvertaken } from './change.ts'
import { noteLinks } from './history.ts'
import { markChange } from './job.ts'
import type { JobIdentity } from './store/external-ids.ts'

/** The external id of each job, by job id. A job that does not exist has no entry. */
type ExternalIdsByJob = Map<number, JobIdentity>

/**
 * For up to a second after a change, a cache may lead a poll to the job that had the external id before. The dates of applications
 * also run a little ahead of the time. The margin covers both.
 */
const LINK_MARGIN_MS = 2_000

/**
 * Finds the instant to store with a job's new external id. While the id led to another job or to none, polls by it got a `since`
 * before this instant.
 */
export async function findLinkInstant(deps: Deps, companyId: string): Promise<Date> {
  return new Date((await deps.readPollWatermark(companyId)).getTime() + LINK_MARGIN_MS)
}

/** Gives existing jobs the external ids of the caller. Returns one result for each link, in the order of the request. */
export const linkJobs: Route<'linkJobs'> = async ({ ctx, input: { links } }) => {
  const { deps, actor } = ctx
  const { companyId } = actor
  const held = await deps.jobs.findLatestExternalIds(companyId, links.map(toJobId))
  const results = new Map<Link, LinkResult>()
  for (let overtaken = 0; results.size < links.length; ) {
    // Read for each turn, because an external id may have led to another job since the last turn.
    const linkedAt = await findLinkInstant(deps, companyId).catch((error: unknown) => {
      throw results.size === 0 ? error : restate(error, 'unconfirmed')
    })
    const turn = pickTurn(
      links.filter((link) => !results.has(link)),
      held,
    )
    const { made, outdated } = await setFree(deps, actor, { turn, held, linkedAt })
    for (const link of turn) if (!outdated.has(link)) results.set(link, toResult(link, made.has(link), held))
    if (outdated.size === 0) continue
    await pauseOvertaken(overtaken++, `a job of ${companyId}`)
    const latest = await deps.jobs.findLatestExternalIds(companyId, [...outdated].map(toJobId))
    for (const { platformJobId } of outdated) {
      const read = latest.get(platformJobId)
      if (read === undefined) held.delete(platformJobId)
      else held.set(platformJobId, read)
    }
  }
  const all = links.flatMap((link) => results.get(link) ?? [])
  noteItems(ctx.request, all.map(toLinkItem))
  return { results: all, error: null }
}

/** Makes the item of the activity log. A job that has the id already is no problem: an ATS may set the same links again. */
function toLinkItem({ platformJobId, externalJobId: id, status, currentExternalJobId }: LinkResult) {
  if (status === 'not_found') return { id, problem: `There is no job ${platformJobId}` }
  if (status === 'linked' || currentExternalJobId === id) return { id, problem: undefined }
  const problem =
    currentExternalJobId === null
      ? 'Another job has this external id'
      : `Job ${platformJobId} has the external id ${currentExternalJobId}`
  return { id, problem }
}

/**
 * Writes the links whose job has no external id, and updates `held`. `made` has the written links, and `outdated` those whose job
 * has changed since it was read.
 */
async function setFree(
  deps: Deps,
  actor: KeyActor,
  { turn, held, linkedAt }: { turn: Link[]; held: ExternalIdsByJob; linkedAt: Date },
): Promise<{ made: Set<Link>; outdated: Set<Link> }> {
  const free = turn.flatMap((link) => {
    const read = held.get(link.platformJobId)
    return read?.externalId === null ? [{ link, read }] : []
  })
  const mark = markChange(deps, 'api')
  const outcomes = await deps.jobs.setExternalIds(
    actor.companyId,
    free.map(({ link: { platformJobId, externalJobId }, read: { revision } }) => {
      return { jobId: platformJobId, externalId: externalJobId, revision }
    }),
    { linkedAt, ...mark },
  )
  const made = free.filter((_, index) => outcomes[index] === 'made')
  const outdated = free.filter((_, index) => outcomes[index] === 'outdated')
  for (const { link, read } of made)
    held.set(link.platformJobId, { ...read, externalId: link.externalJobId, revision: read.revision + 1 })
  const links = made.map(({ link }) => link)
  noteLinks(deps, actor, mark.updatedAt, links)
  return { made: new Set(links), outdated: new Set(outdated.map(({ link }) => link)) }
}

const toJobId = ({ platformJobId }: Link) => platformJobId

/** Picks links that can be written together. If several share a job or an external id, it picks the first. */
function pickTurn(links: Link[], held: ExternalIdsByJob): Link[] {
  const jobs = new Set<number>()
  const externalIds = new Set<string>()
  return links.filter(({ platformJobId, externalJobId }) => {
    // A link that writes nothing cannot conflict with another.
    if (held.get(platformJobId)?.externalId !== null) return true
    const isFirst = !jobs.has(platformJobId) && !externalIds.has(externalJobId)
    jobs.add(platformJobId)
    externalIds.add(externalJobId)
    return isFirst
  })
}

function toResult(link: Link, isSet: boolean, held: ExternalIdsByJob): LinkResult {
  if (isSet) return { ...link, status: 'linked' }
  const read = held.get(link.platformJobId)
  if (read === undefined) return { ...link, status: 'not_found' }
  return { ...link, status: 'already_linked', currentExternalJobId: read.externalId }
}
