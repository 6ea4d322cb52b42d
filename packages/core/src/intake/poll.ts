import type { Candidate, CandidateFilter, CandidateList } from '@boardwalk/schema/candidate'
import { isObject } from '@boardwalk/schema/json'
import type { PolledRange } from '../activity/record.ts'
import { createCvLink } from '../cv/link.ts'
import { findChangedThrough } from '../db/clock-watch.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import { type Actor, checkKeyAgain, hashHeader } from '../key/service.ts'
import type { AskAhead, IntegrationContext, RequestNotes, Route } from '../trpc/context.ts'
import { type Application, type IdHolder, type JobName, showStatusChange } from './application.ts'
import type { MailboxDates, PollCursor } from './mailbox.ts'

/** Selects candidates by date, and one page of them. */
type DateFilter = Omit<CandidateFilter, 'changedSince' | 'changes' | 'wait'>

/** One page of candidates. */
export interface Poll {
  list: CandidateList
  /** With this as its `since`, the next poll misses nothing and repeats nothing. Undefined for a list of changes. */
  syncedThrough?: Date
  /** The `changedSince` of the next list of changes. */
  changedThrough?: Date | undefined
  /**
   * How many of the job's candidates are at or before `since`, so that the caller may never have seen them, because the job
   * got its external id after that `since`. `linkId` names this link of the id and the job. Undefined if there are none.
   */
  earlier?: { candidates: number; linkId: string } | undefined
  /** The dates that the answer covers. Undefined for a list of changes. */
  polled?: PolledRange
}

/**
 * Begins what a poll reads first: the snapshot of the mailbox, which polls share while it is read, and the job of the external id. Resolves
 * when the cache has the job.
 */
export const askForPoll: AskAhead = async (deps, companyId, input) => {
  const { externalJobId, changedSince, synced } = isObject(input) ? input : {}
  // A list by the time of changes reads no mailbox.
  if (changedSince !== undefined) return
  // The poll shares this read, and its caller gets the error.
  deps.mailbox.prepareForPoll(companyId, synced === 'true').catch(() => {})
  if (typeof externalJobId === 'string') await deps.jobNames.findHolder(companyId, externalJobId)
}

/** Lists the candidates of one job. Throws `candidates_forbidden` if the company has no such job. */
export const listCandidates: Route<'listCandidates'> = async ({ ctx, input }) => {
  const { externalJobId, wait, ...filter } = input
  requireSince(filter)
  if (wait !== undefined) refuseBeside('wait', input, ['to'])
  const waiting = { seconds: wait, isOfChanges: false }
  return answerPoll(
    ctx.request,
    await pollUntilFound(ctx, waiting, filter, (from) => pollJob(ctx.deps, ctx.actor, externalJobId, from)),
  )
}

/** Polls the candidates of a job. Throws `candidates_forbidden` if the company has no such job. */
async function pollJob(deps: Deps, { companyId }: Actor, externalJobId: string, filter: DateFilter): Promise<Poll> {
  const cursor = findCursor(filter)
  for (;;) {
    const synchronising = deps.mailbox.synchroniseForPoll(companyId, cursor)
    // A failure is thrown below, but not for a job that the company does not have.
    synchronising.catch(() => {})
    const holder = await deps.jobNames.findHolder(companyId, externalJobId)
    if (holder === undefined) throw new AppError('candidates_forbidden', { externalId: externalJobId, companyId })
    const { jobId, title } = holder
    const linkedAt = findLaterLink(holder, filter)
    const names = new Map([[jobId, { externalId: externalJobId, title }]])
    // If the cursor is from before the link, the watermark must move on past the link. Else the next cursor would be before it, too.
    const dates = await (linkedAt === undefined
      ? synchronising
      : deps.mailbox.synchroniseForPoll(companyId, { ...cursor, isSynced: false }))
    const answer = await readCandidates(deps, { companyId, jobId }, filter, dates, names)
    if (linkedAt !== undefined)
      answer.earlier = await countEarlier(deps, { companyId, jobId, linkedAt }, cursor.afterMs)
    const holderNow = await deps.jobNames.findHolder(companyId, externalJobId)
    // If a user gave the id to another job while this poll waited for the database, the poll starts again.
    if (holderNow?.jobId === jobId) return answer
  }
}

/** Finds when the job got its external id, if that was after the caller's `since`. */
const findLaterLink = ({ linkedAt }: IdHolder, { since }: DateFilter): Date | undefined =>
  since !== undefined && linkedAt !== null && since < linkedAt ? linkedAt : undefined

/** Counts the candidates that a caller skips if its `since` is from before the job got its external id. */
async function countEarlier(
  deps: Deps,
  { companyId, jobId, linkedAt }: { companyId: string; jobId: number; linkedAt: Date },
  throughMs: number,
): Promise<Poll['earlier']> {
  const range = { companyId, jobId, afterMs: BEFORE_ALL_MS, throughMs }
  const candidates = await deps.applications.count(range)
  return candidates === 0 ? undefined : { candidates, linkId: `${jobId}-${linkedAt.getTime()}` }
}

/**
 * Lists the candidates of all the company's jobs: by date, or with `changes` in the order in which they came and changed, or
 * only those that were changed after `changedSince`.
 */
export const listAllCandidates: Route<'listAllCandidates'> = async ({ ctx, input }) => {
  const { changedSince, changes: isOfChanges = false, wait, ...filter } = input
  const { deps, actor } = ctx
  const { companyId } = actor
  requireSince(filter)
  if (isOfChanges) refuseBeside('changes', input, ['from', 'to', 'changedSince'])
  if (wait !== undefined) refuseBeside('wait', input, ['to', 'changedSince'])
  const waiting = { seconds: wait, isOfChanges }
  if (changedSince === undefined) {
    const pollOnce = (from: DateFilter) =>
      isOfChanges ? pollChanges(deps, companyId, from) : poll(deps, { companyId }, from)
    return answerPoll(ctx.request, await pollUntilFound(ctx, waiting, filter, pollOnce))
  }
  const changedThrough = findChangedThrough(deps, { changedSince, ...filter })
  const jobIds = await deps.jobNames.findMovedSince(companyId, changedSince)
  const range = { afterMs: findAfterMs(filter), throughMs: filter.to?.getTime() }
  const changes = { companyId, changedSince, jobIds, ...range }
  const { applications, total } = await deps.applications.listChanged(changes, filter)
  const list = { candidates: await showCandidates(deps, companyId, applications), total, error: null }
  return answerPoll(ctx.request, { list, changedThrough })
}

/**
 * Polls, and polls again when there may be something, until the answer has something for the caller or `seconds` have passed.
 * Without `seconds` it polls once. The header `x-waited` tells a caller how long the board waited, so that it can pause itself
 * after an answer that did not wait. Throws `api_key_invalid` if the key was revoked meanwhile.
 */
async function pollUntilFound(
  { deps, actor, request, apiKey }: IntegrationContext & { actor: Actor },
  { seconds, isOfChanges }: { seconds: number | undefined; isOfChanges: boolean },
  filter: DateFilter,
  pollOnce: (filter: DateFilter) => Promise<Poll>,
): Promise<Poll> {
  if (seconds === undefined) return pollOnce(filter)
  const endMs = performance.now() + seconds * 1000
  // Before the first poll, so that what comes during it wakes this request.
  const waiter = seconds > 0 ? deps.mailbox.enterWaiters(actor.companyId, { isOfChanges }) : undefined
  let { since } = filter
  try {
    for (;;) {
      const answer = await pollOnce({ ...filter, since })
      const { list, syncedThrough, earlier } = answer
      const leftMs = endMs - performance.now()
      const isFound = list.total > 0 || earlier !== undefined || syncedThrough === undefined
      if (isFound || waiter === undefined || waiter.isStopped() || leftMs <= 0 || request.isGone) return answer
      await request.wait(waiter.wait(syncedThrough, leftMs))
      if (request.isGone) return answer
      // If the caller's clock is ahead, what comes while it waits is before its own `since`.
      if (since !== undefined && syncedThrough < since) since = syncedThrough
      await checkKeyAgain(deps, hashHeader(apiKey))
    }
  } finally {
    waiter?.leave()
    const waitedMs = Math.min(request.waitedMs, seconds * 1000)
    request.answer.headers['x-waited'] = (waitedMs / 1000).toFixed(3)
  }
}

/** Refuses parameters that do not go with another one, which only goes on from `since`. */
function refuseBeside(name: string, input: Partial<CandidateFilter>, others: (keyof CandidateFilter)[]): void {
  const refused = others.filter((other) => input[other] !== undefined)
  if ((input.page ?? 1) > 1) refused.push('page')
  if (refused.length === 0) return
  throw invalidRequest(
    refused.map((path) => ({
      path,
      message: `${path} does not go with ${name}, which goes on from since; leave one out`,
    })),
  )
}

/** Refuses `synced` without the `since` of which it says where it came from. */
function requireSince({ synced, since }: DateFilter): void {
  if (!synced || since !== undefined) return
  const message = 'synced says that since came from this board; send since, too, or leave synced out'
  throw invalidRequest([{ path: 'synced', message }])
}

/** Answers with the list as the body. Headers tell the caller which `since` to send next. */
function answerPoll(
  { activity, answer }: RequestNotes,
  { list, syncedThrough, earlier, changedThrough, polled }: Poll,
): CandidateList {
  if (polled !== undefined) activity.polled = polled
  if (syncedThrough !== undefined) answer.headers['x-synced-through'] = syncedThrough.toISOString()
  if (changedThrough !== undefined) answer.headers['x-changed-through'] = changedThrough.toISOString()
  if (earlier !== undefined) {
    answer.headers['x-earlier-candidates'] = String(earlier.candidates)
    answer.headers['x-link-id'] = earlier.linkId
  }
  return list
}

/**
 * An instant before every application, in milliseconds. It is near 1970, because not every database knows the year 0.
 */
const BEFORE_ALL_MS = -1

/** Finds the instant that the dates of candidates must be after. `since` wins over `from`. */
function findAfterMs({ since, from }: Pick<DateFilter, 'since' | 'from'>): number {
  // Dates are whole milliseconds, so "from an instant on" means "after the millisecond before it".
  return Math.max(BEFORE_ALL_MS, since?.getTime() ?? (from?.getTime() ?? 0) - 1)
}

const findCursor = (filter: Pick<DateFilter, 'since' | 'from' | 'synced'>): PollCursor => ({
  afterMs: findAfterMs(filter),
  isSynced: filter.synced === true,
})

/** Reads the mailbox of a company and one page of the applications that follow. */
export async function poll(deps: Deps, scope: { companyId: string }, filter: DateFilter): Promise<Poll> {
  const dates = await deps.mailbox.synchroniseForPoll(scope.companyId, findCursor(filter))
  return readCandidates(deps, scope, filter, dates)
}

/**
 * Reads one page of the applications up to the watermark of a mailbox that was read before. The other order skips an application
 * that is accepted in between.
 */
async function readCandidates(
  deps: Deps,
  scope: { companyId: string; jobId?: number },
  filter: DateFilter,
  { watermark, lastDate }: MailboxDates,
  knownNames?: Map<number, JobName>,
): Promise<Poll> {
  const { to, page, pageSize } = filter
  const afterMs = findAfterMs(filter)
  const throughMs = Math.min(watermark.getTime(), Math.max(to?.getTime() ?? Number.POSITIVE_INFINITY, afterMs))
  const isNothingNew = afterMs >= lastDate.getTime()
  // No application is between the last one and the watermark. So polls count the same range until the next application comes.
  const lastMs = Math.min(throughMs, lastDate.getTime())
  const { applications, total } = isNothingNew
    ? { applications: [], total: 0 }
    : await deps.readPage({ ...scope, afterMs, throughMs: lastMs }, { page, pageSize })
  const last = applications.at(-1)
  const isLastPage = (page - 1) * pageSize + applications.length >= total
  const syncedThrough = last === undefined || isLastPage ? new Date(throughMs) : last.date
  // A page after the first covers only the dates after the pages before it.
  const pageStartMs = page === 1 ? afterMs : (applications[0]?.date.getTime() ?? throughMs + 1) - 1
  return {
    list: { candidates: await showCandidates(deps, scope.companyId, applications, knownNames), total, error: null },
    syncedThrough,
    polled: { after: new Date(pageStartMs), through: syncedThrough, jobId: scope.jobId ?? null },
  }
}

/**
 * Reads the first candidates that are new or were changed after `since`, in the company's order. A candidate whose date is not
 * after `since` comes at the position of its last change, and any other at its date. Every change up to the watermark of the mailbox
 * has its position before the rows are read, so no later page lacks one.
 */
export async function pollChanges(
  deps: Deps,
  companyId: string,
  { since, synced, pageSize }: Pick<DateFilter, 'since' | 'synced' | 'pageSize'>,
): Promise<Poll> {
  const { mailbox, applications, readPage } = deps
  const cursor = findCursor({ since, synced })
  const { afterMs } = cursor
  let dates = await mailbox.synchroniseForPoll(companyId, cursor)
  if (await mailbox.assignMissingPositions(companyId)) {
    // These changes have their positions after the watermark that was read.
    dates = await mailbox.synchronise(companyId, afterMs)
    await mailbox.assignMissingPositions(companyId)
  }
  const { watermark, lastDate, lastPosition } = dates
  const throughMs = watermark.getTime()
  const created = { companyId, afterMs, throughMs: Math.min(throughMs, lastDate.getTime()) }
  const changed = { companyId, afterMs, throughMs: Math.min(throughMs, lastPosition.getTime()) }
  const added = await readPage(created, { page: 1, pageSize })
  const positioned = afterMs >= changed.throughMs ? [] : await applications.listPositioned(changed, pageSize)
  const entries = [
    ...added.applications.map((application) => ({ application, at: application.date })),
    ...positioned.map((application) => ({ application, at: application.changePosition ?? application.date })),
  ]
  const listed = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, pageSize)
  const total =
    added.total + (positioned.length < pageSize ? positioned.length : await applications.countPositioned(changed))
  const last = listed.at(-1)
  const syncedThrough = last === undefined || listed.length >= total ? new Date(throughMs) : last.at
  const candidates = await showCandidates(
    deps,
    companyId,
    listed.map(({ application }) => application),
  )
  return {
    list: { candidates, total, error: null },
    syncedThrough,
    polled: { after: new Date(afterMs), through: syncedThrough, jobId: null },
  }
}

/** Turns applications into candidates. A caller that knows the names of their jobs passes them as `knownNames`. */
export async function showCandidates(
  deps: Deps,
  companyId: string,
  applications: Application[],
  knownNames?: Map<number, JobName>,
): Promise<Candidate[]> {
  if (applications.length === 0) return []
  const jobIds = applications.map(({ jobId }) => jobId)
  const names = knownNames ?? (await deps.jobNames.findExternalIds(companyId, [...new Set(jobIds)]))
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
    offerId: names.get(application.jobId)?.externalId ?? '',
    jobId: application.jobId,
    jobTitle: names.get(application.jobId)?.title ?? '',
    date: application.date.toISOString(),
    message: application.message,
    ...(application.answers?.length && { answers: application.answers }),
    ...showStatusChange(application),
    ...(application.confirmationRefusedAt !== undefined && { confirmation: 'refused' as const }),
    erasedAt: application.erasedAt?.toISOString() ?? null,
    changedAt: (application.changePosition ?? application.date).toISOString(),
  }))
}
