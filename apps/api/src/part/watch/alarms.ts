import type { UserActor } from '@boardwalk/core/activity/audit'
import { findCompany } from '@boardwalk/core/company/service'
import { type ApiKey, listKeys, USE_NOTED_EVERY_MS } from '@boardwalk/core/key/service'
import type { AtsAlarms, PollAlarm, PushAlarm } from '@boardwalk/schema/words/ats-alarms'
import type { Deps } from '../../deps.ts'
import { findLastUse, readHabit } from './habit.ts'

/*
 * Finds out whether the ATS of a company has stopped. Nothing is stored of that: an alarm ends with the first poll, or with the first push
 * that is accepted. While an ATS polls and pushes, only the keys of the company are read.
 */

const HOUR_MS = 60 * 60 * 1000
/** An ATS that sends jobs now and then, as users write them, has no habit with fewer days. */
const PUSH_DAYS_MIN = 5
const PUSHES = ['createJob', 'updateJob', 'upsertJobs']
/** The requests of one read of the activity. */
const REQUESTS_MAX = 1_000

/** Finds what is wrong with the ATS of a company. */
export async function findAlarms(deps: Deps, { companyId }: Pick<UserActor, 'companyId'>): Promise<AtsAlarms> {
  const keys = await listKeys(deps, companyId)
  const [polls, pushes] = await Promise.all([
    findPollAlarm(deps, companyId, keys),
    findPushAlarm(deps, companyId, keys),
  ])
  return { polls, pushes }
}

const canStill = (keys: readonly ApiKey[], scope: 'read' | 'write') =>
  keys.some(({ revokedAt, scopes }) => revokedAt === null && scopes.includes(scope))

/** Applications wait longer than the ATS usually leaves them. A company whose keys neither poll nor push has no ATS that should. */
async function findPollAlarm(deps: Deps, companyId: string, keys: readonly ApiKey[]): Promise<PollAlarm | null> {
  const last = findLastUse(keys, 'poll')
  const hasAts = last !== undefined || findLastUse(keys, 'push') !== undefined
  if (!hasAts || !canStill(keys, 'read')) return null
  // The oldest key comes first. Nobody could poll before it.
  const sinceMs = (last ?? keys[0]?.createdAt ?? new Date(deps.now())).getTime()
  const nowMs = deps.now()
  if (nowMs - sinceMs <= HOUR_MS) return null
  const { usualMs, limitMs } = await readHabit(deps, companyId, 'poll')
  if (nowMs - sinceMs <= limitMs) return null
  // As a poll that goes on from the beginning, which raises no watermark.
  const { lastDate } = await deps.mailbox.synchroniseForPoll(companyId, { afterMs: -1, isSynced: true })
  if (last !== undefined && lastDate <= last) return null
  const afterMs = last === undefined ? -1 : (await findPolledThrough(deps, companyId, last)).getTime()
  const countWaiting = async (throughMs: number) => {
    const range = { companyId, afterMs, throughMs }
    const { total } = await deps.readPage(range, { page: 1, pageSize: 1 })
    return total - (await deps.applications.countErased(range))
  }
  // Those that came in later wait only for as long as usual.
  if ((await countWaiting(Math.min(nowMs - limitMs, lastDate.getTime()))) === 0) return null
  return { waiting: await countWaiting(lastDate.getTime()), lastAt: last?.toISOString() ?? null, usualMs }
}

/** Finds the date up to which the last polls have read. The time of the last poll is noted once a minute only. */
async function findPolledThrough(deps: Deps, companyId: string, last: Date): Promise<Date> {
  const range = { since: last, until: new Date(last.getTime() + USE_NOTED_EVERY_MS) }
  const { requests } = await deps.requests.list(companyId, range, REQUESTS_MAX)
  const dates = requests.flatMap(({ polled }) => polled?.through ?? []).map((date) => date.getTime())
  return new Date(Math.max(last.getTime(), ...dates))
}

/** No push was accepted for longer than usual, or each push since was refused. */
async function findPushAlarm(deps: Deps, companyId: string, keys: readonly ApiKey[]): Promise<PushAlarm | null> {
  const last = findLastUse(keys, 'push')
  const quietMs = last === undefined ? 0 : deps.now() - last.getTime()
  if (last === undefined || quietMs <= HOUR_MS || !canStill(keys, 'write')) return null
  const company = await findCompany(deps, companyId)
  // The back office says so on every page.
  if (company === undefined || company.suspendedAt !== null) return null
  const [{ days, usualMs, limitMs }, refusals] = await Promise.all([
    readHabit(deps, companyId, 'push'),
    findRefusals(deps, companyId, last),
  ])
  const [refusal, another] = refusals
  const isRefused = another !== undefined
  const isStopped = days >= PUSH_DAYS_MIN && quietMs > limitMs
  if (!isRefused && !isStopped) return null
  return {
    lastAt: last.toISOString(),
    usualMs: days >= PUSH_DAYS_MIN ? usualMs : null,
    refusal: refusal ?? null,
  }
}

/**
 * Finds the newest push that was refused since the last accepted one, and another that was refused over an hour ago. One refusal alone may
 * be a mistake in one job.
 */
async function findRefusals(deps: Deps, companyId: string, last: Date): Promise<{ at: string; message: string }[]> {
  // Within a minute after it, another push may have been accepted.
  const since = new Date(last.getTime() + USE_NOTED_EVERY_MS)
  if ((await deps.requests.countSince(companyId, 'failed', since)) < 2) return []
  const list = async (until?: Date) => {
    const found = await Promise.all(
      PUSHES.map((operation) => {
        const filter = {
          failedOnly: true,
          withoutDryRuns: true,
          operation,
          since,
          ...(until !== undefined && { until }),
        }
        return deps.requests.list(companyId, filter, 2)
      }),
    )
    return found
      .flatMap(({ requests }) => requests)
      .filter(({ errorMessage, items }) => errorMessage !== null || items?.refused === items?.sent)
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  }
  const [newest] = await list()
  const before = (await list(new Date(deps.now() - HOUR_MS))).find(({ requestId }) => requestId !== newest?.requestId)
  return [newest, before].flatMap((request) =>
    request === undefined
      ? []
      : [
          {
            at: request.at.toISOString(),
            message: request.errorMessage ?? request.items?.firstRefused[0]?.message ?? '',
          },
        ],
  )
}
