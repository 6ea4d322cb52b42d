import { isDeepStrictEqual } from 'node:util'
import type { JobFields } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import type * as mongo from 'mongodb'
import { type ChangeOutcome, changeEach, LATEST, type RowChange, toConditionalUpdate } from '../../db/change-each.ts'
import { readRefusals } from '../../db/connection.ts'
import { batch } from '../../db/once.ts'
import type { Retry } from '../../db/retry.ts'
import {
  applyContent,
  type ChangeMark,
  findVisibility,
  isWhole,
  type JobChange,
  type KnownJob,
  type StoredJob,
} from '../job.ts'
import type { JobDocument } from '../schema.ts'
import type { HolderCache, JobCache } from './cache.ts'
import { type NewJob, toDocument, toRowStatus } from './document.ts'

/*
 * Writes jobs. All writes of jobs are here, so that each of them is noted: the caches of this process learn of it, and all who
 * subscribe are told of it.
 */

/** New values of a job, to be stored only if the job still has the revision that was read. */
export interface JobWrite {
  read: KnownJob
  /** The members to write, also those that may be as they were. `linkedAt` becomes `IdHolder.linkedAt`. */
  set: Partial<Omit<StoredJob, 'id' | 'companyId' | 'revision'>> & { linkedAt?: Date }
  /** The time of this process, which decides whether the job is closed. */
  at: Date
  /** The id of a change that was sent in another way before (`RowChange.id`). */
  id?: mongo.ObjectId
}

/** The job to unpublish, and the mark of the change. */
export interface Unpublication {
  companyId: string
  externalId: string
  mark: ChangeMark
}

const UNPUBLISHED = { status: 'UNPUBLISHED' } as const
const IS_PUBLISHED = { $ne: ['$status', 'UNPUBLISHED'] }

/** The rows that one command touches. */
const TOUCHED_AT_ONCE = 500

interface ChangeOptions {
  cache: JobCache
  holders: HolderCache
  retry: Retry
}

/** Creates, changes and deletes jobs. */
export function createJobChanges(jobs: mongo.Collection<JobDocument>, { cache, holders, retry }: ChangeOptions) {
  const subscribers: ((change: JobChange) => void)[] = []

  /** Brings the cache up to date, and tells all who subscribe. */
  function noteChange(change: JobChange): void {
    const { before, after } = change
    if (before !== undefined) cache.forget(before)
    if (after !== undefined && isWhole(after)) cache.store(after)
    for (const hear of subscribers) hear(change)
  }

  async function insertMany(all: readonly NewJob[]): Promise<(boolean | Error)[]> {
    const documents = all.map(toDocument)
    const writing = jobs.insertMany(documents, { ordered: false })
    const refusals: ReturnType<typeof readRefusals> = await writing.then(() => new Map(), readRefusals)
    if (refusals.size === 0) return all.map(() => true)
    // The driver sends an insert again if the answer was lost. No other call uses these job ids, so a row with one is
    // ours.
    const refused = documents.filter((_, index) => refusals.has(index)).map(({ _id }) => _id)
    const found = await jobs.find({ _id: { $in: refused } }, { projection: { _id: 1 }, ...LATEST }).toArray()
    const stored = new Set(found.map(({ _id }) => _id))
    return documents.map(({ _id }, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined || stored.has(_id)) return true
      return refusal.isDuplicateKey ? false : new Error(refusal.message)
    })
  }
  // A hundred separate inserts take ten times as long as one insert of a hundred jobs.
  const insert = batch(insertMany)

  /** Changes several jobs with one command, and says for each whether it was changed (`changeEach`). */
  async function changeJobs(writes: readonly JobWrite[]): Promise<(ChangeOutcome | Error)[]> {
    const changes = writes.map(toChange)
    try {
      const outcomes = await changeEach(
        jobs,
        changes.map(({ row }) => row),
        retry,
      )
      for (const [index, { noted }] of changes.entries())
        if (outcomes[index] === 'made') noteChange(noted)
        else cache.forget(noted.before)
      return outcomes
    } finally {
      // Also after a failure: the change may have been made.
      if (changes.some(({ noted }) => changesIdentity(noted))) holders.forget()
    }
  }

  /** Changes one job. Changes at the same time share one command. */
  const changeJob = batch(changeJobs)

  return {
    changeJobs,
    changeJob,

    /** Stores a new job. False if another job of the company has the external id or the form's id. */
    async insert(job: NewJob): Promise<boolean> {
      if (!(await insert(job))) return false
      // The cache may still name another job that had this external id a moment ago.
      if (job.externalId !== null) holders.forget()
      noteChange({ before: undefined, after: job, isPublic: findVisibility(job, job.updatedAt) })
      return true
    },

    /** Replaces a job's content. False if the job has changed since it was read. */
    async replace(read: StoredJob, content: JobContent, mark: ChangeMark): Promise<boolean> {
      const set = { ...findChanged(read, applyContent(read, content, mark)), ...mark }
      return (await changeJob({ read, set, at: mark.updatedAt })) === 'made'
    },

    /**
     * Suspends a job, or ends that with null. What its company sent and when stays, so that the job comes back unchanged. False if the job
     * has changed since it was read.
     */
    setSuspension: async (read: StoredJob, suspendedAt: Date | null, at: Date): Promise<boolean> =>
      (await changeJob({ read, set: { suspendedAt }, at })) === 'made',

    /**
     * Unpublishes a job without reading it first. Returns the job before the command, which changed nothing if the job was unpublished.
     * Undefined if no job has the external id. `id` is that of the change (`RowChange.id`).
     */
    async unpublishUnread(
      { companyId, externalId, mark }: Unpublication,
      id: mongo.ObjectId,
    ): Promise<KnownJob | undefined> {
      const set = { ...UNPUBLISHED, ...mark }
      const update = toConditionalUpdate(IS_PUBLISHED, set, id)
      // No status in the filter: it would make the database choose between indexes.
      const key = { companyId, externalKey: externalId }
      const found = await jobs.findOneAndUpdate(key, update, { projection: { status: 1, revision: 1 } })
      if (found === null) return undefined
      const { _id, revision } = found
      const read = { id: _id, companyId, externalId, revision }
      if (found.status === 'UNPUBLISHED') return { ...read, ...UNPUBLISHED }
      const before = { ...read, status: 'PUBLISHED' } as const
      noteChange({
        before,
        after: { ...before, ...set, revision: revision + 1 },
        isPublic: false,
      })
      return before
    },

    /** Deletes a job that was never published, so it has no applications. False if it was published, or has changed since it was read. */
    async deleteDraft(read: StoredJob): Promise<boolean> {
      const { id, companyId, revision, externalId } = read
      // One command checks and deletes, so that no other call can publish the job in between.
      const { deletedCount } = await jobs.deleteOne({ _id: id, companyId, revision, ...UNPUBLISHED, publishedAt: null })
      if (externalId !== null) holders.forget()
      if (deletedCount === 0) return false
      noteChange({ before: read, after: undefined, isPublic: false })
      return true
    },

    /**
     * Marks all jobs of a company as changed, so that a list of changes has them: the company was suspended, or is not any more. It is safe
     * to repeat. The jobs do not change, so this tells of no change.
     */
    async touchAll(companyId: string): Promise<void> {
      for (let afterId = 0; ; ) {
        const options = { projection: { _id: 1 }, sort: { _id: 1 }, limit: TOUCHED_AT_ONCE } as const
        const ids = (await jobs.find({ companyId, _id: { $gt: afterId } }, options).toArray()).map(({ _id }) => _id)
        const last = ids.at(-1)
        if (last === undefined) return
        await jobs.updateMany({ _id: { $in: ids }, companyId }, { $currentDate: { changedAt: true } })
        afterId = last
      }
    },

    /** Calls a function after each change that this process makes. The function must not throw. */
    subscribe: (hear: (change: JobChange) => void): unknown => subscribers.push(hear),
  }
}
export type JobChanges = ReturnType<typeof createJobChanges>

/**
 * Lists the members of a job that a change of its content writes. A job that closes may have another status in its row than it had in the
 * cache, so its status is always written.
 */
function findChanged(read: StoredJob, job: StoredJob): JobWrite['set'] {
  const { status, fields, extra, terms, publishedAt } = job
  return {
    ...((status !== read.status || terms !== read.terms || terms.closesAt !== undefined) && { status }),
    ...(terms !== read.terms && { terms }),
    ...(fields !== read.fields && { fields }),
    ...(extra !== read.extra && { extra }),
    ...(publishedAt !== read.publishedAt && { publishedAt }),
  }
}

/** Makes the change of a row, and what is noted of it if it is made. */
function toChange({ read, set, at, id }: JobWrite): {
  row: RowChange<JobDocument>
  noted: JobChange & { before: KnownJob; after: KnownJob }
} {
  const { linkedAt, ...changed } = set
  const after: KnownJob = { ...read, ...changed, revision: read.revision + 1 }
  const isPublic = findVisibility(after, at)
  const { externalId, status: _status, fields, ...members } = changed
  const decidesVisibility = ['status', 'terms', 'suspendedAt'].some((name) => name in changed)
  return {
    row: {
      where: { _id: read.id, companyId: read.companyId, revision: read.revision },
      set: {
        ...members,
        ...(fields && setFields(read.fields, fields)),
        ...(linkedAt && { linkedAt }),
        ...(externalId !== undefined && { externalKey: externalId ?? read.id }),
        ...(decidesVisibility && after.status && { status: toRowStatus(after.status, isPublic === true) }),
      },
      ...(id && { id }),
    },
    noted: { before: read, after, isPublic },
  }
}

/**
 * Sets the fields that differ, each by its path, so that texts that stay are not sent again. Sets all of them if one is removed, or if
 * those before are not known.
 */
function setFields(before: JobFields | undefined, after: JobFields): object {
  if (before === undefined || Object.keys(before).some((name) => !(name in after))) return { fields: after }
  const values = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, values.get(name)))
  return Object.fromEntries(changed.map(([name, value]) => [`fields.${name}`, value]))
}

/** Whether a change touches what the cache of external ids says of a job. */
const changesIdentity = ({ before, after }: { before: KnownJob; after: KnownJob }): boolean =>
  before.externalId !== after.externalId || before.fields?.title !== after.fields?.title
