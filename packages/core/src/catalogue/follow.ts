import { isDeepStrictEqual } from 'node:util'
import { HTML_FIELDS } from '@boardwalk/schema/job'
import { AppError } from '../error.ts'
import { countCharacters, isWhole, type JobChange, type KnownJob, type StoredJob } from '../job/job.ts'
import type { JobMark } from '../job/range.ts'
import type { JobStore } from '../job/store/job-store.ts'
import type { Catalogue, CatalogueUpdate, ListedJob } from './catalogue.ts'
import { createLooks } from './looks.ts'

/*
 * Keeps the catalogue up to date. After the start it reads once all public jobs that the catalogue lacks. A change of this process is in
 * the catalogue before the next search of this process. Changes of other processes are read twice a second.
 */

/** A list that is asked for while the jobs are read waits so long, and is refused then. */
const WAIT_MS_MAX = 5_000
const RETRY_AFTER_SECONDS = 5

/** The jobs that are read or written together. */
const JOBS_AT_ONCE = 100
/** The jobs of the catalogue and of the database that are compared together. */
const COMPARED_AT_ONCE = 1_000
/** The jobs that wait in memory have at most so many characters together. Others are read when it is their turn. */
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024

/** The fields that the words and the filters of a job come from. */
const SEARCHED_FIELDS = [
  'title',
  'city',
  'country',
  'contractType',
  'workMode',
  'languages',
  'educationLevel',
  ...HTML_FIELDS,
] as const

/** Whether a search finds a job otherwise after a change. */
const changesWords = (before: StoredJob, after: StoredJob): boolean =>
  before.status !== after.status ||
  before.suspendedAt !== after.suspendedAt ||
  before.terms.hours !== after.terms.hours ||
  (before.fields !== after.fields &&
    SEARCHED_FIELDS.some((name) => !isDeepStrictEqual(before.fields[name], after.fields[name])))

const isListed = (job: KnownJob): job is ListedJob => isWhole(job) && job.publishedAt !== null

/** What the catalogue has to learn of a job. `read`: this process does not know enough of the job. */
interface Step extends CatalogueUpdate {
  kind: 'write' | 'update' | 'remove' | 'read'
}

/** Makes the step of a change. Undefined if no list has or gets the job. */
function toStep({ before, after, isPublic }: JobChange): Step | undefined {
  if (after === undefined || (before === undefined && !isPublic)) return undefined
  const change = { job: after, from: before?.revision ?? 0 }
  if (isPublic === false) return { kind: 'remove', ...change }
  if (!isListed(after)) return { kind: 'update', ...change }
  const isUpdate = before !== undefined && isWhole(before) && !changesWords(before, after)
  return { kind: isUpdate ? 'update' : 'write', ...change }
}

/** Joins a step with a later one of the same job. */
function joinSteps(first: Step, next: Step): Step {
  if (next.kind !== 'update') return next
  // Another process has changed the job in between, or published it again.
  const isFollowing = next.from === first.job.revision && first.kind !== 'remove'
  if (!isFollowing) return { ...next, kind: isListed(next.job) ? 'write' : 'read' }
  return { ...first, job: { ...first.job, ...next.job } }
}

const countStep = ({ job }: Step): number => (isWhole(job) ? countCharacters(job) : 0)

/** Finds no job if the catalogue cannot be reached. */
function giveNone(error: unknown): JobMark[] {
  if (error instanceof AppError && error.reason === 'search_away') return []
  throw error
}

interface LiveCatalogueOptions {
  catalogue: Catalogue
  jobs: Pick<
    JobStore,
    'readChanged' | 'readListed' | 'readListedLatest' | 'readListedRevisions' | 'findAddresses' | 'findLastChange'
  >
  findRemovedCompanies: () => Promise<string[]>
  /** A clock that only counts on, in milliseconds. */
  now?: () => number
  waitMsMax?: number
}

/** Makes a catalogue that hears of the changes of jobs. Its functions find what this process has changed before they were called. */
export function createLiveCatalogue({
  catalogue,
  jobs,
  findRemovedCompanies,
  now = () => performance.now(),
  waitMsMax = WAIT_MS_MAX,
}: LiveCatalogueOptions) {
  const waiting = new Map<number, Step>()
  let waitingCharacters = 0
  let flushing: Promise<void> | undefined

  /** Whether lists are shown: the catalogue has all public jobs, perhaps from an earlier process. */
  let isShown = false
  /** Those who wait until lists are shown. */
  const waitingForLoad = new Set<() => void>()
  /** Whether this process has compared the catalogue with the database. */
  let isLoaded = false
  let checkedThroughId = 0
  const looks = createLooks(now)
  let isBegun = false

  function note(change: JobChange): void {
    const step = toStep(change)
    if (step === undefined) return
    const before = waiting.get(step.job.id)
    if (before !== undefined && before.job.revision > step.job.revision) return
    if (before !== undefined) waitingCharacters -= countStep(before)
    wait(before === undefined ? step : joinSteps(before, step))
  }

  function wait(step: Step): void {
    const { id, companyId, revision } = step.job
    const isTooMuch = waitingCharacters + countStep(step) > WAITING_CHARACTERS_MAX
    const kept: Step = isTooMuch ? { kind: 'read', job: { id, companyId, revision }, from: step.from } : step
    waiting.set(id, kept)
    waitingCharacters += countStep(kept)
  }

  async function flushSome(): Promise<void> {
    const some = [...waiting.values()].slice(0, JOBS_AT_ONCE)
    const pick = (kind: Step['kind']) => some.filter((step) => step.kind === kind).map(({ job }) => job)
    const unknown = new Set(await catalogue.update(some.filter(({ kind }) => kind === 'update')))
    await catalogue.write(pick('write').filter(isListed))
    await catalogue.remove(pick('remove'))
    await checkAgain(some.filter(({ kind, job }) => kind === 'read' || unknown.has(job.id)).map(({ job }) => job))
    for (const step of some) {
      // A later step may have taken its place.
      if (waiting.get(step.job.id) !== step) continue
      waiting.delete(step.job.id)
      waitingCharacters -= countStep(step)
    }
  }

  /** Reads jobs, and writes those that are public. */
  async function readAgain(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await catalogue.write((await jobs.readListed(ids)).filter(isListed))
  }

  /** Reads jobs that may be public no more. Writes those that are public, and removes the others. */
  async function checkAgain(found: readonly Pick<KnownJob, 'id' | 'revision'>[]): Promise<void> {
    if (found.length === 0) return
    // No later change may come to bring a job back, so a read of older rows must not remove it.
    const listed = await jobs.readListedLatest(found.map(({ id }) => id))
    await catalogue.write(listed.filter(isListed))
    const listedIds = new Set(listed.map(({ id }) => id))
    await catalogue.remove(found.filter(({ id }) => !listedIds.has(id)))
  }

  /** Brings the changes that this process has made before this call into the catalogue. */
  async function settle(): Promise<void> {
    // One that is under way may have begun before the last change.
    for (let rounds = Math.ceil(waiting.size / JOBS_AT_ONCE) + 1; rounds > 0 && waiting.size > 0; rounds--) {
      flushing ??= flushSome().finally(() => {
        flushing = undefined
      })
      await flushing
    }
  }

  /** Brings the catalogue up to date with the database, from where an earlier call has come to. */
  async function load(signal: AbortSignal): Promise<void> {
    if (!isBegun) {
      // Before the jobs, so that no change is missed between the two reads.
      looks.begin((await jobs.findLastChange()) ?? new Date(0))
      isBegun = true
    }
    if (!isShown && (await catalogue.isComplete())) showLists()
    await removeGone(signal)
    await readMissing(signal)
    if (signal.aborted) return
    await catalogue.setComplete()
    isLoaded = true
    showLists()
  }

  function showLists(): void {
    isShown = true
    for (const goOn of waitingForLoad) goOn()
  }

  /** Removes the jobs that an earlier process has written and that are public no more. */
  async function removeGone(signal: AbortSignal): Promise<void> {
    // At this time every job is open.
    const at = new Date(0)
    while (!signal.aborted && checkedThroughId < Number.POSITIVE_INFINITY) {
      const ids = await catalogue.listIds({ afterId: checkedThroughId, jobsMax: COMPARED_AT_ONCE, at })
      // Before the database is asked: a job that is published again meanwhile has a later revision, and stays.
      const known = await catalogue.findRevisions(ids)
      for (const { id } of await jobs.findAddresses(ids, 'listed')) known.delete(id)
      await checkAgain([...known].map(([id, revision]) => ({ id, revision })))
      checkedThroughId = ids.at(-1) ?? Number.POSITIVE_INFINITY
    }
  }

  /** Reads and writes the public jobs that the catalogue lacks or has as they were before. */
  async function readMissing(signal: AbortSignal): Promise<void> {
    for await (const some of jobs.readListedRevisions(COMPARED_AT_ONCE)) {
      const known = await catalogue.findRevisions(some.map(({ id }) => id))
      const missing = some.filter(({ id, revision }) => revision > (known.get(id) ?? 0)).map(({ id }) => id)
      for (let first = 0; first < missing.length && !signal.aborted; first += JOBS_AT_ONCE)
        await readAgain(missing.slice(first, first + JOBS_AT_ONCE))
      if (signal.aborted) return
    }
  }

  /** Brings the changes of other processes since an instant into the catalogue. */
  async function follow(since: Date): Promise<void> {
    for await (const changed of jobs.readChanged(since)) {
      const known = await catalogue.findRevisions(changed.map(({ id }) => id))
      const news = changed.filter(({ id, revision }) => {
        const own = waiting.get(id)?.job.revision ?? 0
        return revision > Math.max(own, known.get(id) ?? 0)
      })
      const gone = news.filter((job) => !job.isListed && known.has(job.id))
      const changedIds = news.filter((job) => job.isListed).map(({ id }) => id)
      await catalogue.remove(gone)
      await readAgain(changedIds)
      for (const { changedAt } of changed) looks.note(changedAt)
    }
  }

  /** Looks for changes of other processes. */
  async function look(): Promise<void> {
    await catalogue.removeCompanies(await findRemovedCompanies())
    await looks.look(follow)
  }

  /** Waits until the catalogue has all public jobs and all changes of this process. Throws `unavailable` if the first takes too long. */
  async function ready(): Promise<void> {
    if (!isShown) await waitForLoad()
    if (!isShown) throw new AppError('unavailable', { reason: 'starting' }, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (waiting.size > 0) await settle()
  }

  const waitForLoad = () =>
    new Promise<void>((resolve) => {
      const goOn = () => {
        waitingForLoad.delete(goOn)
        clearTimeout(timeout)
        resolve()
      }
      const timeout = setTimeout(goOn, waitMsMax)
      waitingForLoad.add(goOn)
    })

  const whenReady =
    <Args extends unknown[], Result>(find: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await ready()
      return find(...args)
    }

  return {
    find: whenReady(catalogue.find),
    findAny: whenReady(catalogue.findAny),
    findNew: whenReady(catalogue.findNew),
    countByCompany: whenReady(catalogue.countByCompany),
    listIds: whenReady(catalogue.listIds),
    findClosed: whenReady(catalogue.findClosed),
    /** A job's page does not wait: not for the load, and not for changes of this moment. It does without similar jobs if none can be found. */
    findSimilar: (...args: Parameters<Catalogue['findSimilar']>) => catalogue.findSimilar(...args).catch(giveNone),
    /** Removes those of these jobs that are public no more. */
    checkAgain,
    /** Whether lists are shown. */
    isShown: () => isShown,
    /** Notes a change of a job by this process. */
    note,
    /** Brings the changes that were noted into the catalogue. */
    flush: settle,
    /** Loads the catalogue. Later calls bring in the changes of other processes. */
    async run(signal: AbortSignal): Promise<void> {
      if (isLoaded) await look()
      else await load(signal)
      await settle()
    },
  }
}
export type LiveCatalogue = ReturnType<typeof createLiveCatalogue>
