import type { Link, LinkResult, LinkResults } from '@boardwalk/schema/link'
import type { Clock } from '../../../clock.ts'
import type { Needs } from '../../../needs.ts'
import type { Actor } from '../../api-key/service.ts'
import type { WithMailbox } from '../../application/mailbox.ts'
import type { HeldId } from '../store/external-ids.ts'
import type { Jobs } from '../store/job-store.ts'
import { pauseOvertaken } from './overtaken.ts'

type LinkDeps = Jobs<'findLatestExternalIds' | 'setExternalIds'> & Needs<typeof linkInstant> & Clock

/** By job id; a job that is not there is left out. */
type HeldIds = Map<number, HeldId>

/** Polls by an external id may be answered by its former job for a second after the change, and dates run a little ahead. */
const LINK_MARGIN_MS = 2_000

/**
 * The instant to note with a job's new external id: each `since` that a poll by this id was given while it led to
 * another job, or to none, is before it.
 */
export async function linkInstant(deps: WithMailbox<'synchronise'>, companyId: string): Promise<Date> {
  // Only the clock is needed, so nothing that waits in the mailbox has to be delivered.
  const { clock } = await deps.mailbox.synchronise(companyId, Number.POSITIVE_INFINITY)
  return new Date(clock.getTime() + LINK_MARGIN_MS)
}

/** Gives jobs that the board already has the caller's ids, in the order of the request; one result per link. */
export async function linkJobs(
  deps: LinkDeps,
  { companyId }: Actor,
  { links }: { links: Link[] },
): Promise<LinkResults> {
  const held = await deps.jobs.findLatestExternalIds(companyId, links.map(jobOf))
  const linkedAt = await linkInstant(deps, companyId)
  const results = new Map<Link, LinkResult>()
  for (let overtaken = 0; results.size < links.length; ) {
    const turn = takeTurn(
      links.filter((link) => !results.has(link)),
      held,
    )
    const { made, outdated } = await setFree(deps, companyId, { turn, held, linkedAt })
    for (const link of turn) if (!outdated.has(link)) results.set(link, resultOf(link, made.has(link), held))
    if (outdated.size === 0) continue
    await pauseOvertaken(overtaken++, `a job of ${companyId}`)
    const latest = await deps.jobs.findLatestExternalIds(companyId, [...outdated].map(jobOf))
    for (const { platformJobId } of outdated) {
      const read = latest.get(platformJobId)
      if (read === undefined) held.delete(platformJobId)
      else held.set(platformJobId, read)
    }
  }
  return { results: links.flatMap((link) => results.get(link) ?? []), error: null }
}

/** Writes those links of a turn whose job has no external id, and notes in `held` what it has then. */
async function setFree(
  deps: LinkDeps,
  companyId: string,
  { turn, held, linkedAt }: { turn: Link[]; held: HeldIds; linkedAt: Date },
): Promise<{ made: Set<Link>; outdated: Set<Link> }> {
  const free = turn.flatMap((link) => {
    const read = held.get(link.platformJobId)
    return read?.externalId === null ? [{ link, read }] : []
  })
  const outcomes = await deps.jobs.setExternalIds(
    companyId,
    free.map(({ link: { platformJobId, externalJobId }, read: { revision } }) => {
      return { jobId: platformJobId, externalId: externalJobId, revision }
    }),
    { linkedAt, updatedAt: new Date(deps.now()) },
  )
  const made = free.filter((_, index) => outcomes[index] === 'made')
  const outdated = free.filter((_, index) => outcomes[index] === 'outdated')
  for (const { link, read } of made)
    held.set(link.platformJobId, { externalId: link.externalJobId, revision: read.revision + 1 })
  return { made: new Set(made.map(({ link }) => link)), outdated: new Set(outdated.map(({ link }) => link)) }
}

const jobOf = ({ platformJobId }: Link) => platformJobId

/** What can be done at once as if one after the other: of the links to one job, or to one external id, the first. */
function takeTurn(links: Link[], held: HeldIds): Link[] {
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

function resultOf(link: Link, isSet: boolean, held: HeldIds): LinkResult {
  if (isSet) return { ...link, status: 'linked' }
  const read = held.get(link.platformJobId)
  if (read === undefined) return { ...link, status: 'not_found' }
  return { ...link, status: 'already_linked', currentExternalJobId: read.externalId }
}
