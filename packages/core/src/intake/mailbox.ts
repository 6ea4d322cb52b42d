import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { sendApart } from '../db/refusal.ts'
import { AppError, overloaded } from '../error.ts'
import type { Background } from '../process/background.ts'
import type { Clock } from '../process/clock.ts'
import type { Metrics } from '../process/metrics.ts'
import { type Application, type NewApplication, newChangeToken, type UnpositionedChange } from './application.ts'
import { hasSameContent } from './content.ts'
import type { MailboxContent, MailboxStore } from './mailbox-store.ts'
import type { ApplicationStore } from './store.ts'
import { createWaiters, type Waiter } from './waiters.ts'

/*
 * The mailbox of a company is the one document through which its applications come in, and in which their dates and the positions of
 * their changes are given: docs/adr/0002-mailbox.md and docs/adr/0014-changes.md. An application goes from `accept` into the inbox, from
 * there into the stored applications, and with a poll to the caller. These invariants hold in every order of the database calls of
 * several processes, and whenever one of them dies (mailbox-model.promise.test.ts):
 *
 * 1. Each date and each position is after the watermark, and the same update raises the watermark to it. So the dates rise in the order
 *    of the updates, and no two are equal.
 * 2. A poll answers up to a watermark that was stored before it reads the applications. So nothing that comes later is at or before its
 *    next cursor. The caller may also go on from the time of this poll by its own clock, so the poll first raises the watermark past the
 *    present. It only reads if the caller declares that the board gave it its cursor.
 * 3. An accepted application leaves the inbox only after it is stored. So no crash loses it.
 * 4. A push by a process that read the mailbox before an erasure is refused, by the fencing token. So no copy comes back.
 * 5. A poll uses a snapshot only while it is young and its watermark is not before the cursor, nor before the present unless the board
 *    gave the cursor. A process invalidates its snapshot before it confirms an application or a change. So its next poll shows it.
 * 6. A change that a poll finds without a position never gets one from before that poll. So no caller skips it.
 */

const TRIES_MAX = 50
/** Dates may be this far ahead of the mailbox's `wallTime`. With a poll's lead, that is one second. */
const AHEAD_MS_MAX = 600
const RETRY_AFTER_SECONDS = 1
/** A poll raises the watermark this far past the present, and other polls use its snapshot for this long. */
const LEAD_MS = 400
/** With less than this left, the next poll renews the snapshot in the background. */
const SHORT_LEAD_MS = LEAD_MS / 2
/** The clocks of ready processes differ by less than this (5 s, db/clock-watch.ts). */
const RECOVERED_AHEAD_MS = 10_000
/** The number of companies whose mailbox this process caches, and of those whose snapshot it keeps. */
const COMPANIES_MAX = 10_000
/** A poll gives at most this many changes of other processes their positions. */
const MISSING_MAX = 300
const ASK_EVERY_MS = 500

/* The names of works in the metrics. */
const DELIVERY = 'deliver accepted applications'
const POSITIONING = 'give changes of applications their positions'
const RENEWAL = 'renew the snapshot of a polled mailbox'
const QUESTION = 'ask whether there is something for requests that wait'

interface MailboxDeps extends Clock {
  mailboxes: MailboxStore
  applications: Pick<
    ApplicationStore,
    'insertNew' | 'findByIds' | 'setPositions' | 'listUnpositioned' | 'fenceReservedPositions'
  >
  background: Pick<Background, 'run'>
  log: Pick<Logger, 'warn'>
  metrics: Pick<
    Metrics,
    | 'mailboxRead'
    | 'mailboxesMeasured'
    | 'acceptRetried'
    | 'applicationsAccepted'
    | 'waitersChanged'
    | 'workKnown'
    | 'workFailed'
  >
  /** Makes the tokens of changes. */
  newToken?: () => string
}

/** What the caller of `accept` learns. */
export interface Acceptance {
  date: Date
  /**
   * Whether the accepted application has the CV of this call. Another call with the same application may have come first,
   * with its own CV.
   */
  hasCv: boolean
  /** Whether another form with the same id was accepted before this one. */
  isRepeat: boolean
  /** The application that has the id with another content, or that was erased. Then the one of this call is not accepted. */
  other: Application | undefined
}

/** An application that waits for a push, and the two ends of its caller's promise. */
interface QueuedApplication {
  application: NewApplication
  accepted: (acceptance: Acceptance) => void
  failed: (error: unknown) => void
}

type CachedMailbox = Pick<MailboxContent, 'watermark' | 'fencingToken' | 'wallTime'>

/** The last date and position of a mailbox, and an instant that all later ones will be after. */
export type MailboxDates = Pick<MailboxContent, 'watermark' | 'lastDate' | 'lastPosition'>

/** Where a poll goes on. */
export interface PollCursor {
  /** The poll asks for what is after this instant, in milliseconds. */
  afterMs: number
  /** Whether the caller declares that the board gave it this cursor. If so, it is at or before a watermark that was stored. */
  isSynced: boolean
}

/** Of a reader that goes on from nowhere. */
const noCursor: PollCursor = { afterMs: Number.NEGATIVE_INFINITY, isSynced: false }

/** What a poll knows of a mailbox. */
interface Snapshot extends MailboxDates {
  /** Whether the inbox was empty. Only then may other polls use the snapshot. */
  isEmpty: boolean
  /** Delivers the inbox, once for all who use the snapshot. */
  deliverInbox: () => Promise<unknown>
}

/** A snapshot that polls of this process share, from the start of its read on. */
interface SharedSnapshot {
  startedMs: number
  reading: Promise<Snapshot>
  isRenewed: boolean
}

export type Mailbox = ReturnType<typeof createMailbox>

/** Makes the mailboxes of all companies, as one process uses them. */
export function createMailbox({
  mailboxes,
  applications,
  background,
  now,
  log,
  metrics,
  newToken = newChangeToken,
}: MailboxDeps) {
  metrics.workKnown(DELIVERY)
  metrics.workKnown(POSITIONING)

  /** By company, the applications that wait while a push is running. They share the next push. */
  const queues = new Map<string, QueuedApplication[]>()
  /** By company, what this process last read. It may be old. A push may use it, because it checks that nothing changed. */
  const cachedMailboxes = new Map<string, CachedMailbox>()
  /** By company, the last snapshot. */
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const snapshots = new LRUCache<string, SharedSnapshot>({ maxSize: COMPANIES_MAX, sizeCalculation: () => 1 })
  const waiters = createWaiters(metrics)
  let isAsking = false

  /**
   * Accepts an application for good. If any process accepted it before, this returns the date that it has. If its id belongs to
   * another content, it is not accepted. Throws `unavailable` if the company has got too many within a second; then it
   * is not accepted. After any other error it may or may not be accepted. Sending it again finds out.
   */
  function accept(application: NewApplication): Promise<Acceptance> {
    const { companyId } = application
    return new Promise((accepted, failed) => {
      const queued = { application, accepted, failed }
      const queue = queues.get(companyId)
      if (queue !== undefined) {
        queue.push(queued)
        return
      }
      queues.set(companyId, [queued])
      void acceptQueue(companyId)
    })
  }

  async function acceptQueue(companyId: string): Promise<void> {
    for (let batch = queues.get(companyId) ?? []; batch.length > 0; batch = queues.get(companyId) ?? []) {
      queues.set(companyId, [])
      const sent = batch.map(({ application }) => application)
      const outcomes = await sendApart(sent, (some) => commit(companyId, some))
      invalidate(companyId)
      for (const [index, { accepted, failed }] of batch.entries()) {
        const outcome = outcomes[index] ?? overloaded(RETRY_AFTER_SECONDS)
        if (outcome instanceof Error) failed(outcome)
        else accepted(outcome)
      }
    }
    queues.delete(companyId)
  }

  /**
   * Pushes and delivers the applications of a batch that are not accepted yet. If they are more than there are dates, the last ones are not
   * accepted, and their outcomes are undefined.
   */
  async function commit(companyId: string, batch: readonly NewApplication[]): Promise<(Acceptance | undefined)[]> {
    const wanted = dropRepeatedIds(batch)
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      if (tries > 0) metrics.acceptRetried()
      // Reads the inbox first. An application that leaves it meanwhile is then found among the stored applications.
      const { inbox, ...mailbox } = await readForPush(companyId, tries)
      const stored = await applications.findByIds(companyId, listIds(wanted))
      const acceptedBefore = [...inbox, ...stored]
      const missing = wanted.filter(({ id }) => !acceptedBefore.some((before) => before.id === id))
      const { room, ...dates } = findRoom(mailbox, now())
      // A cached mailbox is not enough to refuse an application.
      if (missing.length > room && tries === 0) continue
      const push = { ...dates, fencingToken: mailbox.fencingToken }
      const fresh = await mailboxes.push(companyId, missing.slice(0, room), push)
      if (fresh === undefined) continue
      metrics.applicationsAccepted(fresh.length)
      cache(companyId, { ...mailbox, watermark: fresh.at(-1)?.date ?? mailbox.watermark })
      const storedBefore = await deliverPushed(companyId, fresh)
      return toAcceptances(batch, fresh, [...acceptedBefore, ...storedBefore])
    }
    const cause = new Error(`the mailbox of ${companyId} refused ${TRIES_MAX} times in a row`)
    throw new AppError('internal', undefined, { cause })
  }

  function cache(companyId: string, { watermark, fencingToken, wallTime }: CachedMailbox): void {
    if (cachedMailboxes.size >= COMPANIES_MAX) cachedMailboxes.clear()
    cachedMailboxes.set(companyId, { watermark, fencingToken, wallTime })
  }

  /** Takes the cached mailbox for the first try, because the push checks the inbox. Reads it for every other try. */
  async function readForPush(companyId: string, tries: number) {
    const cached = tries === 0 ? cachedMailboxes.get(companyId) : undefined
    return cached === undefined ? mailboxes.read(companyId) : { ...cached, inbox: [] }
  }

  /**
   * Delivers what was just pushed. If that fails, the next poll delivers it, because it is accepted. Returns the applications that another
   * process stored before, with the same ids. It did so before the push, so a read after the push finds them.
   */
  async function deliverPushed(companyId: string, pushed: Application[]): Promise<Application[]> {
    try {
      return await deliver(companyId, pushed)
    } catch (error) {
      metrics.workFailed(DELIVERY)
      log.warn({ err: error }, 'accepted applications wait in the mailbox')
      const stored = await applications.findByIds(companyId, listIds(pushed))
      const dates = new Map(pushed.map(({ id, date }) => [id, date.getTime()]))
      return stored.filter(({ id, date }) => dates.get(id) !== date.getTime())
    }
  }

  /**
   * Stores accepted applications, and only then removes them from the inbox. Any process may repeat this. Returns the
   * applications that were stored before with another date.
   */
  async function deliver(companyId: string, accepted: Application[]): Promise<Application[]> {
    if (accepted.length === 0) return []
    const storedBefore = await applications.insertNew(companyId, accepted)
    await mailboxes.pull(companyId, listIds(accepted))
    return storedBefore
  }

  /** Reads the mailbox. Raises the watermark past the present before, if it is behind and the cursor needs that. */
  async function readSnapshot(companyId: string, cursor: PollCursor): Promise<Snapshot> {
    const nowMs = now()
    const content =
      (await readUnraised(companyId, cursor, nowMs)) ??
      (await mailboxes.raiseWatermark(companyId, new Date(nowMs + LEAD_MS)))
    cache(companyId, content)
    const { watermark, lastDate, lastPosition, inbox } = content
    metrics.mailboxRead(inbox, now())
    let delivering: Promise<unknown> | undefined
    const deliverInbox = () => {
      delivering ??= deliver(companyId, inbox)
      return delivering
    }
    return { watermark, lastDate, lastPosition, isEmpty: inbox.length === 0, deliverInbox }
  }

  /**
   * Reads the mailbox without raising its watermark, if the board gave the cursor, or if another read has just raised the watermark past
   * the present. Undefined if the watermark must be raised.
   */
  async function readUnraised(
    companyId: string,
    cursor: PollCursor,
    nowMs: number,
  ): Promise<MailboxContent | undefined> {
    const knownMs = cachedMailboxes.get(companyId)?.watermark.getTime() ?? 0
    if (!cursor.isSynced && knownMs < nowMs + SHORT_LEAD_MS) return undefined
    const content = await mailboxes.read(companyId)
    // The watermark may be before one that was stored if a replaced primary of the database answers. It acknowledges no raise.
    return isFarEnough(content, cursor, nowMs) ? content : undefined
  }

  const beginSnapshot = (companyId: string, cursor: PollCursor): SharedSnapshot => ({
    startedMs: now(),
    reading: readSnapshot(companyId, cursor),
    isRenewed: false,
  })

  /** Reads a snapshot now. */
  async function takeSnapshot(companyId: string, cursor = noCursor): Promise<Snapshot> {
    const shared = beginSnapshot(companyId, cursor)
    snapshots.set(companyId, shared)
    let isKept = false
    try {
      const snapshot = await shared.reading
      isKept = snapshot.isEmpty
      return snapshot
    } finally {
      if (!isKept && snapshots.get(companyId) === shared) snapshots.delete(companyId)
    }
  }

  /** Uses the last snapshot if a poll may. Another process may have given the caller its cursor. */
  async function findSnapshot(companyId: string, cursor: PollCursor): Promise<Snapshot> {
    const nowMs = now()
    const last = snapshots.get(companyId)
    // The age has a limit of its own, because another process may have raised the watermark further, and an operator may
    // set this process's time back.
    const isYoung = last !== undefined && last.startedMs <= nowMs && nowMs <= last.startedMs + LEAD_MS
    if (!isYoung) return takeSnapshot(companyId, cursor)
    const snapshot = await last.reading
    // The polls that waited for the same snapshot share the next one.
    if (!isFarEnough(snapshot, cursor, nowMs))
      return snapshots.get(companyId) === last ? takeSnapshot(companyId, cursor) : findSnapshot(companyId, cursor)
    const untilMs = cursor.isSynced ? Number.POSITIVE_INFINITY : snapshot.watermark.getTime()
    const leftMs = Math.min(untilMs, last.startedMs + LEAD_MS) - nowMs
    if (leftMs < SHORT_LEAD_MS && !last.isRenewed) renewSnapshot(companyId, last, cursor)
    return snapshot
  }

  /** Reads a snapshot before the last one is too old, so that no poll waits for the database. */
  function renewSnapshot(companyId: string, last: SharedSnapshot, cursor: PollCursor): void {
    last.isRenewed = true
    background.run(RENEWAL, async () => {
      const renewed = beginSnapshot(companyId, cursor)
      const { isEmpty } = await renewed.reading
      // If the last snapshot was invalidated meanwhile, this one may lack what this process has accepted.
      if (isEmpty && snapshots.get(companyId) === last) snapshots.set(companyId, renewed)
    })
  }

  /**
   * Invalidates the snapshot, also one whose read is under way, and wakes the requests that wait. So every later poll of this process
   * shows what it has just accepted or given a position. Call it before a caller learns of that.
   */
  function invalidate(companyId: string): void {
    snapshots.delete(companyId)
    waiters.wake(companyId)
  }

  /**
   * Delivers all accepted applications, unless none of them is after `afterMs`. An application that is accepted later gets a
   * date after the returned `watermark`.
   */
  const synchronise = async (companyId: string, afterMs = Number.NEGATIVE_INFINITY) =>
    deliverAfter(await takeSnapshot(companyId), afterMs)

  /**
   * As `synchronise`, for a poll. It may use the process's last snapshot, which lacks what other processes have accepted since. If the
   * board gave the cursor, the returned `watermark` may be before the present.
   */
  const synchroniseForPoll = async (companyId: string, cursor: PollCursor) =>
    deliverAfter(await findSnapshot(companyId, cursor), cursor.afterMs)

  /** Gives a request a slot among those that may wait. Undefined if too many do, or if this process stops. */
  function enterWaiters(companyId: string, options: { isOfChanges: boolean }): Waiter | undefined {
    const waiter = waiters.enter(companyId, options)
    if (waiter !== undefined) askLater()
    return waiter
  }

  /** Asks each half second, as long as there are requests that may wait. */
  function askLater(): void {
    if (isAsking) return
    isAsking = true
    setTimeout(() => {
      background.run(QUESTION, () =>
        askForWaiters().finally(() => {
          isAsking = false
          if (waiters.count() > 0) askLater()
        }),
      )
    }, ASK_EVERY_MS).unref()
  }

  /** Wakes the requests for which other processes have accepted something or given it a position. */
  async function askForWaiters(): Promise<void> {
    const companyIds = waiters.listCompanies()
    if (companyIds.length === 0) return
    for (const { companyId, ...dates } of await mailboxes.listLastDates(companyIds))
      if (waiters.wakeBefore(companyId, dates)) snapshots.delete(companyId)
  }

  /** Gives changes positions, in their order. Returns how many got one: fewer than all if the mailbox has no room for more. */
  async function reserveAndSet(companyId: string, changes: UnpositionedChange[]): Promise<number> {
    const positions = await mailboxes.reservePositions(companyId, changes.length, new Date(now()))
    const positioned = changes.flatMap((change, index) => {
      const changePosition = positions[index]
      return changePosition === undefined ? [] : [{ ...change, changePosition }]
    })
    if (positioned.length > 0) await applications.setPositions(companyId, positioned)
    return positioned.length
  }

  /** Gives changes that were just made their positions. If that fails, a later poll of changes does it. */
  async function assignPositions(companyId: string, changes: UnpositionedChange[]): Promise<void> {
    if (changes.length === 0) return
    try {
      await reserveAndSet(companyId, changes)
    } catch (error) {
      metrics.workFailed(POSITIONING)
      log.warn({ err: error }, 'changes of applications have no position yet')
    } finally {
      // Also after a failure, because another process may have given them positions.
      invalidate(companyId)
    }
  }

  /**
   * Gives the changes that have no position yet their positions. Returns whether any got one. After this, a change that was made before the
   * call never gets a position that was reserved before the call, unless it has that already.
   */
  async function assignMissingPositions(companyId: string): Promise<boolean> {
    const missing = await applications.listUnpositioned(companyId, MISSING_MAX + 1)
    if (missing.length === 0) return false
    const assigned = await reserveAndSet(companyId, missing.slice(0, MISSING_MAX))
    invalidate(companyId)
    // Another process may have reserved positions for the rest, which it must not use any more.
    if (assigned < missing.length) await applications.fenceReservedPositions(companyId, newToken())
    return assigned > 0
  }

  /**
   * Repairs the mailbox after a restore from a backup, whose collections may be of different moments. The watermark moves past
   * every date that a poller may have seen before the restore, and past the newest stored date and position.
   */
  async function recover(companyId: string, newest: Omit<MailboxDates, 'watermark'>): Promise<MailboxDates> {
    const storedMs = Math.max(newest.lastDate.getTime(), newest.lastPosition.getTime())
    const watermark = new Date(Math.max(now() + RECOVERED_AHEAD_MS, storedMs))
    const { inbox, ...recovered } = await mailboxes.advance(companyId, { watermark, ...newest })
    await deliver(companyId, inbox)
    return recovered
  }

  return {
    accept,
    synchronise,
    synchroniseForPoll,
    /** Begins the snapshot that the next poll uses, unless there is one. */
    prepareForPoll: (companyId: string, isSynced: boolean): Promise<unknown> =>
      findSnapshot(companyId, { ...noCursor, isSynced }),
    /** Reads the watermark. Polls have read up to it. The infinite date asks to deliver nothing. */
    readWatermark: async (companyId: string): Promise<Date> =>
      (await synchronise(companyId, Number.POSITIVE_INFINITY)).watermark,
    /** Lists accepted applications that may not be delivered yet. It changes nothing. */
    listInbox: async (companyId: string): Promise<Application[]> => (await mailboxes.read(companyId)).inbox,
    enterWaiters,
    /** Answers all requests that wait. Later ones do not wait. */
    stopWaiters: waiters.stop,
    assignPositions,
    assignMissingPositions,
    /**
     * Removes copies of stored applications from the inbox and keeps new copies out. If two processes got the same form, the
     * slower one may be about to push it. Its push is refused, and it must look for the stored application first.
     */
    fence: (companyId: string, applicationIds: string[]): Promise<void> => mailboxes.fence(companyId, applicationIds),
    recover,
    /** Measures how many accepted applications wait on the whole board, and for how long, also where no ATS polls. */
    measure: async (): Promise<void> => metrics.mailboxesMeasured(await mailboxes.listWaitingDates(), now()),
  }
}

/** Whether a poll may answer up to this watermark. */
function isFarEnough(
  { watermark }: Pick<MailboxContent, 'watermark'>,
  { afterMs, isSynced }: PollCursor,
  nowMs: number,
): boolean {
  const watermarkMs = watermark.getTime()
  return watermarkMs >= afterMs && (isSynced || watermarkMs >= nowMs)
}

async function deliverAfter({ deliverInbox, ...dates }: Snapshot, afterMs: number): Promise<MailboxDates> {
  if (afterMs < dates.lastDate.getTime()) await deliverInbox()
  return dates
}

/**
 * Finds the last date that an application may get now, and how many can be accepted until then. The clock of another process
 * may be ahead, so the mailbox's `wallTime` counts too.
 */
function findRoom(
  { watermark, wallTime }: CachedMailbox,
  nowMs: number,
): { now: Date; lastDateMax: Date; room: number } {
  const lastMsMax = Math.max(nowMs, wallTime.getTime()) + AHEAD_MS_MAX
  const room = Math.max(0, lastMsMax - Math.max(nowMs, watermark.getTime()))
  return { now: new Date(nowMs), lastDateMax: new Date(lastMsMax), room }
}

const listIds = (of: readonly { id: string }[]): string[] => of.map(({ id }) => id)

/** Keeps the first of several applications with the same id. */
function dropRepeatedIds(batch: readonly NewApplication[]): NewApplication[] {
  return batch.filter(({ id }, index) => batch.findIndex((other) => other.id === id) === index)
}

/**
 * Says what became of each application of a batch, after the push of the `fresh` ones. `acceptedBefore` has those that were accepted before
 * it, also those of `fresh` that another process stored. Undefined for one that is in neither.
 */
function toAcceptances(
  batch: readonly NewApplication[],
  fresh: Application[],
  acceptedBefore: Application[],
): (Acceptance | undefined)[] {
  const before = new Map(acceptedBefore.map((application) => [application.id, application]))
  const pushed = new Map(fresh.map((application) => [application.id, application]))
  return batch.map((application, index) => {
    // The earlier acceptance counts. It may be of this call, because the driver repeats a push whose answer was lost.
    const accepted = before.get(application.id) ?? pushed.get(application.id)
    if (accepted === undefined) return undefined
    const { date, cvId } = accepted
    const isRepeat = before.has(application.id) || batch.findIndex(({ id }) => id === application.id) < index
    const other = hasSameContent(accepted, application) ? undefined : accepted
    return { date, hasCv: cvId === application.cvId, isRepeat, other }
  })
}
