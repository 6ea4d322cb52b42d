import { actAsBoard, noteAudit, noteJobEvents, type UserActor } from '@boardwalk/core/activity/audit'
import { getCompany } from '@boardwalk/core/company/service'
import { markChange, type StoredJob } from '@boardwalk/core/job/job'
import type { Deps } from '../../deps.ts'
import type { ClaimedPushRule } from './push-store.ts'
import { notPushed } from './state.ts'

/*
 * A company may let the board unpublish jobs that its ATS has not pushed for some whole days in UTC. So the jobs of an ATS that was
 * switched off do not stay on the board. A push that changes a job, or another change, is seen by its `changedAt`; a push that changes
 * nothing has a row of its own.
 */

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a process keeps a company to itself. Each page of jobs prolongs it. */
const CLAIM_MS = 10 * 60 * 1000
/** If no process looked for this long, the board was away, and the ATS could not push. Then the days are counted from now on. */
const AWAY_MS = 2 * DAY_MS
const JOBS_AT_ONCE = 100
const COUNTED_AT_ONCE = 1_000

const findDay = (atMs: number): Date => new Date(atMs - (atMs % DAY_MS))

/** Notes that an ATS pushed a job without changing it. */
export function noteUnchangedPush(deps: Deps, { companyId, jobId }: { companyId: string; jobId: number }): void {
  notPushed(deps).pushRecorder.note({ companyId, jobId, day: findDay(deps.now()) })
}

/** Reads the rule of a company, and counts the jobs that are unpublished the next time. `days` is null if the rule is off. */
export async function getPushRule(
  deps: Deps,
  actor: UserActor,
): Promise<{ days: number | null; wouldUnpublish: number }> {
  const { days = null } = (await notPushed(deps).pushes.findRule(actor.companyId)) ?? {}
  const wouldUnpublish = days === null ? 0 : (await previewPushRule(deps, actor, { days })).count
  return { days, wouldUnpublish }
}

/**
 * Counts the jobs that a rule with this number of days would unpublish now. If the rule is off, pushes are not stored, so it counts the
 * jobs that have not changed for these days.
 */
export async function previewPushRule(
  deps: Deps,
  { companyId }: UserActor,
  { days }: { days: number },
): Promise<{ count: number }> {
  const rule = await notPushed(deps).pushes.findRule(companyId)
  const since = findSince(deps.now(), days)
  if (rule !== undefined && rule.days !== null && rule.countsFrom >= since) return { count: 0 }
  let count = 0
  for await (const jobs of listNotPushed(deps, companyId, since, COUNTED_AT_ONCE)) count += jobs.length
  return { count }
}

/** Sets after how many days without a push the company's jobs are unpublished. Null: they stay. */
export async function setPushRule(deps: Deps, actor: UserActor, { days }: { days: number | null }): Promise<void> {
  const { name } = await getCompany(deps, actor.companyId)
  const id = deps.auditEvents.newId()
  const before = await notPushed(deps).pushes.setRule(actor.companyId, id, days, new Date(deps.soundNow()))
  if (before === days) return
  await noteAudit(deps, actor, 'push_rule_changed', name, { from: format(before), to: format(days) }, id)
}

const format = (days: number | null) => (days === null ? 'off' : String(days))

/** Finds the day on which a job must have been pushed or changed at the latest, so that it stays. */
const findSince = (nowMs: number, days: number): Date => new Date(findDay(nowMs).getTime() - days * DAY_MS)

/** Lists the published jobs of a company that were neither changed nor pushed since a day, in pages. */
async function* listNotPushed(deps: Deps, companyId: string, since: Date, jobsMax: number) {
  for (let afterId = 0; ; ) {
    const unchanged = await deps.jobs.findUnchanged(companyId, since, afterId, jobsMax)
    const jobIds = unchanged.map(({ jobId }) => jobId)
    const pushedIds = await notPushed(deps).pushes.findPushedSince(companyId, jobIds, since)
    yield unchanged.filter(({ jobId }) => !pushedIds.has(jobId))
    const lastId = jobIds.at(-1)
    if (lastId === undefined || jobIds.length < jobsMax) return
    afterId = lastId
  }
}

/**
 * Unpublishes the jobs of each company that is due, which is once a day. Processes share the work: if one ends in the middle, another
 * goes on when its claim ends.
 */
export async function unpublishNotPushed(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const nowMs = deps.soundNow()
    const claim = await notPushed(deps).pushes.claimRule(new Date(nowMs), new Date(nowMs + CLAIM_MS))
    if (claim === undefined) return
    const progress = await workOn(deps, claim, nowMs, signal)
    const checked = { checkedAt: new Date(nowMs), dueAt: new Date(nowMs + DAY_MS) }
    if (progress !== undefined) await notPushed(deps).pushes.saveRule(claim, { ...progress, ...checked })
  }
}

/** Looks at the jobs of one company. Undefined if the work is left to another process, or the company is gone. */
async function workOn(
  deps: Deps,
  claim: ClaimedPushRule,
  nowMs: number,
  signal: AbortSignal,
): Promise<{ countsFrom?: Date } | undefined> {
  const { companyId, days, countsFrom, checkedAt } = claim
  const company = await deps.companies.find(companyId)
  if (company === undefined || days === null) return undefined
  const isAway = nowMs - checkedAt.getTime() > AWAY_MS
  // A suspended company cannot push its jobs.
  if (isAway || company.suspendedAt !== null) return { countsFrom: new Date(nowMs) }
  const since = findSince(nowMs, days)
  if (countsFrom >= since) return {}
  for await (const found of listNotPushed(deps, companyId, since, JOBS_AT_ONCE)) {
    const prolonged = { dueAt: new Date(deps.soundNow() + CLAIM_MS) }
    if (signal.aborted || !(await notPushed(deps).pushes.saveRule(claim, prolonged))) return undefined
    await unpublishEach(deps, companyId, found)
  }
  return {}
}

/** Unpublishes jobs that have not changed since they were found. */
async function unpublishEach(
  deps: Deps,
  companyId: string,
  found: { jobId: number; revision: number }[],
): Promise<void> {
  if (found.length === 0) return
  const revisions = new Map(found.map(({ jobId, revision }) => [jobId, revision]))
  const jobs = await deps.jobs.findByIds(companyId, [...revisions.keys()])
  const unpublish = async (job: StoredJob): Promise<number[]> => {
    if (job.revision !== revisions.get(job.id)) return []
    const isMade = await deps.jobs.replace(job, { ...job, status: 'UNPUBLISHED' }, markChange(deps, 'board'))
    return isMade ? [job.id] : []
  }
  const unpublished = (await Promise.all(jobs.map(unpublish))).flat()
  await noteJobEvents(deps, actAsBoard(companyId), 'job_not_pushed', unpublished)
  if (unpublished.length > 0)
    deps.log.info({ companyId, count: unpublished.length }, 'jobs that were not pushed were unpublished')
}
