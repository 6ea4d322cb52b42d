import type { Candidate, CandidateFilter, CandidateList, JobCandidateFilter } from '@boardwalk/schema/candidate'
import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import type { WithSettings } from '../../settings.ts'
import type { Actor } from '../api-key/service.ts'
import type { Application } from '../application/application.ts'
import type { WithMailbox } from '../application/mailbox.ts'
import type { ReadPage } from '../application/page.ts'
import { countApplications } from '../application/service/counts.ts'
import { createCvLink } from '../cv/service/link.ts'
import type { IdHolder } from '../job/job.ts'
import { findExternalIds, findIdHolder } from '../job/service/read.ts'

type ShowDeps = Needs<typeof findExternalIds> & Needs<typeof createCvLink> & WithSettings<'jobBoardId'>
type PollDeps = WithMailbox<'synchronise'> & { readPage: ReadPage } & ShowDeps

/** One page of candidates, and the `since` with which the next poll misses nothing and repeats nothing. */
export interface Poll {
  list: CandidateList
  syncedThrough: Date
  /**
   * How many candidates of the job are at or before `since`, if the job may have got its external id only after that
   * `since`: the caller never saw them. Undefined otherwise.
   */
  earlierCandidates?: number
}

/** The candidates of one job. Throws `candidates_forbidden` where the company has no such job. */
export async function listCandidates(
  deps: Needs<typeof findIdHolder> & Needs<typeof countApplications> & PollDeps,
  actor: Actor,
  { externalJobId, ...filter }: JobCandidateFilter,
): Promise<Poll> {
  const { companyId } = actor
  for (;;) {
    const holder = await findIdHolder(deps, companyId, externalJobId)
    if (holder === undefined) throw new AppError('candidates_forbidden', { externalId: externalJobId, companyId })
    const { jobId } = holder
    const answer = await poll(deps, { companyId, jobId }, filter, new Map([[jobId, externalJobId]]))
    const earlierCandidates = await countEarlier(deps, companyId, holder, filter)
    const holderNow = await findIdHolder(deps, companyId, externalJobId)
    // While the poll waited for the database, an administrator may have given the id to another job.
    if (holderNow?.jobId === jobId) return { ...answer, ...(earlierCandidates > 0 && { earlierCandidates }) }
  }
}

/** How many candidates a caller skips whose `since` is from before the job got its external id. */
async function countEarlier(
  deps: Needs<typeof countApplications>,
  companyId: string,
  { jobId, linkedAt }: IdHolder,
  { since }: CandidateFilter,
): Promise<number> {
  if (since === undefined || linkedAt === null || since >= linkedAt) return 0
  return countApplications(deps, { companyId, jobId, afterMs: BEFORE_ALL_MS, throughMs: since.getTime() })
}

/** The candidates of all the company's jobs. */
export function listAllCandidates(deps: PollDeps, { companyId }: Actor, filter: CandidateFilter): Promise<Poll> {
  return poll(deps, { companyId }, filter)
}

/** No application is as old; a database need not know dates of the year 0. */
const BEFORE_ALL_MS = -1

async function poll(
  deps: PollDeps,
  scope: { companyId: string; jobId?: number },
  filter: CandidateFilter,
  knownIds?: Map<number, string>,
): Promise<Poll> {
  const { since, from, to, page, pageSize } = filter
  // Dates are whole milliseconds, so "from this one on" is "after the one before".
  const afterMs = Math.max(BEFORE_ALL_MS, since?.getTime() ?? (from?.getTime() ?? 0) - 1)
  // First the mailbox, then the applications up to its clock: in the other order, one accepted in between is skipped.
  const { clock, lastDate } = await deps.mailbox.synchronise(scope.companyId, afterMs)
  const throughMs = Math.min(clock.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))
  const isNothingNew = afterMs >= lastDate.getTime()
  const { applications, total } = isNothingNew
    ? { applications: [], total: 0 }
    : await deps.readPage({ ...scope, afterMs, throughMs }, { page, pageSize })
  const last = applications.at(-1)
  const isLastPage = (page - 1) * pageSize + applications.length >= total
  return {
    list: { candidates: await shownCandidates(deps, scope.companyId, applications, knownIds), total, error: null },
    syncedThrough: last === undefined || isLastPage ? new Date(throughMs) : last.date,
  }
}

async function shownCandidates(
  deps: ShowDeps,
  companyId: string,
  applications: Application[],
  knownIds: Map<number, string> | undefined,
): Promise<Candidate[]> {
  if (applications.length === 0) return []
  const jobIds = applications.map(({ jobId }) => jobId)
  const externalIds = knownIds ?? (await findExternalIds(deps, companyId, jobIds))
  return applications.map((application) => ({
    id: application.id,
    jobBoardId: deps.settings.jobBoardId,
    status: application.status,
    companyId: application.companyId,
    firstName: application.firstName,
    lastName: application.lastName,
    email: application.email,
    phone: application.phone,
    cv: createCvLink(deps, application),
    linkedinUrl: application.linkedinUrl,
    offerId: externalIds.get(application.jobId) ?? '',
    date: application.date.toISOString(),
    message: application.message,
  }))
}
