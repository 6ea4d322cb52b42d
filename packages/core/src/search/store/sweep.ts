import type * as mongo from 'mongodb'
import { findStoredThrough } from '../../db/clock-watch.ts'
import type { Connection } from '../../db/connection.ts'
import { claimNext } from '../../db/row.ts'
import type { ChangedJob } from '../../job/job.ts'
import type { JobStore } from '../../job/store/job-store.ts'
import type { SoundClock } from '../../process/clock.ts'
import { type JobSearchRow, openSearchSweeps, type SearchSweepRow } from '../schema.ts'
import type { SearchedJob, SearchRows } from './rows.ts'

/*
 * Finds jobs whose row of the search was not written, because a process ended, and writes it. One process at a time sweeps the jobs
 * that were changed lately; all jobs, if the collection of the rows is new.
 */

/** The sweep is due this long after the last one began. */
const SWEEP_EVERY_MS = 45_000
interface SweepOptions {
  jobs: JobStore
  rows: mongo.Collection<JobSearchRow>
  write: SearchRows['write']
}

export function createSearchSweep(connection: Connection, { jobs, rows, write }: SweepOptions) {
  const sweeps = openSearchSweeps(connection)
  const sweepId = rows.collectionName

  /** Notes how far a sweep is, and keeps it for a while longer. False if another process has taken it over. */
  async function save(
    { soundNow }: SoundClock,
    { attempts }: SearchSweepRow,
    progress: mongo.UpdateFilter<SearchSweepRow>['$set'],
  ): Promise<boolean> {
    const dueAt = new Date(soundNow() + SWEEP_EVERY_MS)
    const { matchedCount } = await sweeps.updateOne({ _id: sweepId, attempts }, { $set: { ...progress, dueAt } })
    return matchedCount === 1
  }

  /** Writes the rows of jobs that are missing or older than their job. Returns the refusals. */
  async function repair(found: readonly ChangedJob[]): Promise<Error[]> {
    const published = found.filter(({ publishedAt }) => publishedAt !== null)
    const projection = { revision: 1, publishedAt: 1 } as const
    const stored = await rows.find({ _id: { $in: published.map(({ id }) => id) } }, { projection }).toArray()
    const rowById = new Map(stored.map((row) => [row._id, row]))
    const outdated = published.filter((job) => !isCurrent(job, rowById.get(job.id)))
    return outdated.length > 0 ? write(await readSearched(outdated)) : []
  }

  /** Reads what the rows of jobs are made from. A search does not find a job whose row says that people cannot see it. */
  async function readSearched(found: readonly ChangedJob[]): Promise<SearchedJob[]> {
    const listed = await jobs.findListed(found.map(({ id }) => id))
    const byId = new Map(listed.map((job) => [job.id, job]))
    return found.map(
      ({ id, companyId, revision }) => byId.get(id) ?? { id, companyId, revision, status: 'UNPUBLISHED' },
    )
  }

  /** Sweeps the jobs that were changed since an instant. Ends if another process has taken the sweep over. Returns the refusals. */
  async function sweepChanged(
    clock: SoundClock,
    signal: AbortSignal,
    claim: SearchSweepRow,
    since: Date,
  ): Promise<Error[]> {
    const changedThrough = findStoredThrough(clock)
    const refusals: Error[] = []
    let isFirst = true
    for await (const changed of jobs.readChanged(since)) {
      if (!isFirst && (signal.aborted || !(await save(clock, claim, {})))) return refusals
      isFirst = false
      refusals.push(...(await repair(changed)))
    }
    await save(clock, claim, { changedThrough })
    return refusals
  }

  /** Sweeps all jobs, from where an earlier process has come to. Ends if another process has taken the sweep over. Returns the refusals. */
  async function sweepAll(clock: SoundClock, signal: AbortSignal, claim: SearchSweepRow): Promise<Error[]> {
    const refusals: Error[] = []
    let { afterId } = claim
    if (afterId === undefined) {
      afterId = 0
      await save(clock, claim, { afterId, changedThrough: findStoredThrough(clock) })
    }
    while (!signal.aborted) {
      const found = await jobs.readNext(afterId)
      const last = found.at(-1)
      if (last === undefined) {
        await sweeps.updateOne({ _id: sweepId, attempts: claim.attempts }, { $unset: { afterId: 1 } })
        break
      }
      refusals.push(...(await repair(found)))
      afterId = last.id
      if (!(await save(clock, claim, { afterId }))) break
    }
    return refusals
  }

  return {
    /** Makes the sweep due, so that the next call of `sweep` sweeps. */
    async requestSweep({ soundNow }: SoundClock): Promise<void> {
      const due = { $set: { dueAt: new Date(soundNow()) }, $setOnInsert: { attempts: 0 } }
      await sweeps.updateOne({ _id: sweepId }, due, { upsert: true })
    },

    /** Removes all rows, and makes a sweep of all jobs due. A restored row may be of a later revision than its job. */
    async reset(): Promise<void> {
      await rows.deleteMany({})
      const fromTheStart = { $unset: { afterId: 1, changedThrough: 1 }, $inc: { attempts: 1 } } as const
      await sweeps.updateOne({ _id: sweepId }, { $set: { dueAt: new Date(0) }, ...fromTheStart }, { upsert: true })
    },

    /**
     * Sweeps if it is due. Processes share the work: a claim ends if its process makes no progress. A row that the database refuses stops
     * no sweep: its error is thrown at the end.
     */
    async sweep(clock: SoundClock, signal: AbortSignal): Promise<void> {
      const nowMs = clock.soundNow()
      // Every later write of the sweep names `attempts`, so it ends when another process claims it.
      const claim = await claimNext(sweeps, new Date(nowMs), new Date(nowMs + SWEEP_EVERY_MS), { _id: sweepId })
      if (claim === undefined) return
      const { afterId, changedThrough } = claim
      const [refusal] =
        afterId === undefined && changedThrough !== undefined
          ? await sweepChanged(clock, signal, claim, changedThrough)
          : await sweepAll(clock, signal, claim)
      if (refusal !== undefined) throw refusal
    },
  }
}

/** Whether a row of the search shows the last change of its job, and whether people can see it. */
const isCurrent = (job: ChangedJob, row: Pick<JobSearchRow, 'revision' | 'publishedAt'> | undefined): boolean =>
  row !== undefined && row.revision >= job.searchRevision && (row.publishedAt !== undefined) === job.isListed
