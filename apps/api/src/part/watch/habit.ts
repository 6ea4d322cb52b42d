import type { ApiKey } from '@boardwalk/core/key/service'
import type { Events } from '@boardwalk/core/listener'
import { SHORT_DISTANCE_MS } from '@boardwalk/schema/words/ats-alarms'
import type { Deps } from '../../deps.ts'
import type { AtsDay } from './schema.ts'
import { watching } from './state.ts'

/*
 * How often the ATS of a company polls and pushes. Of each UTC day, the longest distance of two uses is stored, so an ATS that asks each
 * minute costs one write a day, and a burst of polls at night does not look like a habit of seconds.
 */

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** The days that the habit is learnt from. */
const DAYS_MAX = 14
/** With fewer days, the usual distance is not known: of a nightly burst past midnight, the first and the last day have only short ones. */
const DAYS_MIN = 4
/** A silence is no alarm before it is this much longer than one that the company had twice, such as that of weekends. */
const LONGER_THAN_KNOWN = 1.25
/** What an ATS does each night takes a while, so the silence until the next night is shorter than a day. */
const NIGHTLY_MS_MIN = 20 * HOUR_MS

const fields = { poll: 'lastPollAt', push: 'lastPushAt' } as const
type Use = AtsDay['use']

/** Finds when a key of the company last polled or pushed, also one that is revoked now. Undefined if none ever did. */
export function findLastUse(keys: readonly ApiKey[], use: Use): Date | undefined {
  const instants = keys.flatMap((key) => key[fields[use]] ?? []).map((at) => at.getTime())
  return instants.length === 0 ? undefined : new Date(Math.max(...instants))
}

/** Notes the distance of a poll or a push from the one before it, if it is the longest of its day. */
export async function noteDistance(
  deps: Deps,
  { companyId, keyId, field, at, before }: Events['keyUsed'],
): Promise<void> {
  if (before === null || field === 'lastUsedAt') return
  const use = field === fields.poll ? 'poll' : 'push'
  const day = new Date(at.getTime() - (at.getTime() % DAY_MS))
  const id = `${companyId}/${use}/${day.toISOString().slice(0, 10)}`
  const { longest, distanceRecorder } = watching(deps)
  const known = longest.get(id) ?? 0
  const ofKey = Math.max(SHORT_DISTANCE_MS, at.getTime() - before.getTime())
  if (ofKey <= known) return
  const longestMs =
    ofKey > SHORT_DISTANCE_MS ? await subtractOthers(deps, { companyId, keyId, field, at, before }) : ofKey
  if (longestMs <= known) return
  longest.set(id, longestMs)
  distanceRecorder.note({ _id: id, companyId, use, day, longestMs })
}

/** Finds the distance of the use of a key from the one before it of any key of the company. */
async function subtractOthers(deps: Deps, { companyId, keyId, field, at, before }: Events['keyUsed']): Promise<number> {
  const others = (await deps.apiKeys.list(companyId)).filter(({ id }) => id !== keyId)
  const uses = [before, ...others.map((key) => key[field])].map((use) => use?.getTime() ?? 0)
  return Math.max(SHORT_DISTANCE_MS, at.getTime() - Math.max(...uses))
}

/** How often the ATS of a company polls or pushes. */
export interface Habit {
  /** The number of days that it is learnt from. */
  days: number
  /** The usual distance. Null if it is not known yet. */
  usualMs: number | null
  /** After this silence, something is wrong. */
  limitMs: number
}

/**
 * Reads how often the ATS of a company polls or pushes. Something is wrong after three times the usual distance, which is the median of the
 * longest distances of the last days, and never within an hour. A silence that the company has had twice, such as that of its weekends, is
 * not wrong. While no habit is known, the limit is a day.
 */
export async function readHabit(deps: Deps, companyId: string, use: Use): Promise<Habit> {
  const found = await watching(deps).watches.listDistances(companyId, use, DAYS_MAX)
  const distances = found.toSorted((one, other) => one - other)
  const median = distances[Math.floor(distances.length / 2)]
  if (median === undefined || distances.length < DAYS_MIN)
    return { days: distances.length, usualMs: null, limitMs: DAY_MS }
  const usualMs = median >= NIGHTLY_MS_MIN ? Math.max(DAY_MS, median) : median
  const knownTwice = distances.at(-2) ?? usualMs
  const limitMs = Math.max(HOUR_MS, 3 * usualMs, LONGER_THAN_KNOWN * knownTwice)
  return { days: distances.length, usualMs, limitMs }
}
