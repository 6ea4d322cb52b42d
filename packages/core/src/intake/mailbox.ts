import type { Logger } from 'pino'
import { sendApart } from '../db/refusal.ts'
import { AppError, overloaded } from '../error.ts'
import type { Background } from '../process/background.ts'
import type { Clock } from '../process/clock.ts'
import type { Metrics } from '../process/metrics.ts'
import { type Acceptance, toAcceptances } from './acceptance.ts'
import type { Application, NewApplication } from './application.ts'
import { createLooks, LEAD_MS, SHORT_LEAD_MS } from './look.ts'
import type { MailboxContent, MailboxStore } from './mailbox-store.ts'
import { createPlacing, newChangeToken } from './place.ts'
import type { ApplicationStore } from './store.ts'
import { createWaiters } from './waiters.ts'

/*
 * Accepts applications so that none is lost, skipped or repeated: docs/adr/0002-mailbox.md. Dates grow in the order of
 * commits on one document. A poll first moves that document's clock, so no later application gets a date up to the clock.
 */

const triesMax = 50
/** Dates may be this far ahead of the latest time that a process has told. With a poll's lead, that is one second. */
const AHEAD_MS_MAX = 600
const RETRY_AFTER_SECONDS = 1
/** The number of companies whose mailbox this process caches. */
const SEEN_MAX = 10_000

interface MailboxDeps extends Clock {
  mailboxes: MailboxStore
  applications: Pick<ApplicationStore, 'insertNew' | 'findByIds' | 'place' | 'listUnplaced' | 'renameUnplaced'>
  background: Pick<Background, 'run'>
  log: Pick<Logger, 'warn'>
  metrics: Pick<
    Metrics,
    | 'mailboxSeen'
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

/** The clocks of ready processes differ by less than this (5 s, http/health.ts). */
const RECOVERED_AHEAD_MS = 10_000

/** The name of the work in the metrics. */
const DELIVERY = 'deliver accepted applications'

/** An application that waits for a push, and the two ends of its caller's promise. */
interface QueuedApplication {
  application: NewApplication
  accepted: (acceptance: Acceptance) => void
  failed: (error: unknown) => void
}

/** The last dates of a mailbox, and an instant that the dates of all later applications and changes will be after. */
export type MailboxDates = Pick<MailboxContent, 'clock' | 'lastDate' | 'lastPlaced'>

type CachedMailbox = Omit<MailboxContent, 'lastDate' | 'lastPlaced' | 'inbox'>

export type Mailbox = ReturnType<typeof createMailbox>

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

  /** The applications of each company that wait while a push is running. They share the next push. */
  const waiting = new Map<string, QueuedApplication[]>()

  /** A cache of each company's mailbox, which may be old. A push may use it, because it checks that nothing changed. */
  const lastSeen = new Map<string, CachedMailbox>()

  /**
   * Accepts an application for good. If any process accepted it before, this returns the date that it has. If its id belongs to
   * another content, it is not accepted (acceptance.ts). Throws `unavailable` if the company has got too many within a second; then it
   * is not accepted. After any other error it may or may not be accepted. Sending it again finds out.
   */
  function accept(application: NewApplication): Promise<Acceptance> {
    return new Promise((accepted, failed) => {
      const line = waiting.get(application.companyId)
      if (line !== undefined) {
        line.push({ application, accepted, failed })
        return
      }
      waiting.set(application.companyId, [{ application, accepted, failed }])
      void acceptWaiting(application.companyId)
    })
  }

  async function acceptWaiting(companyId: string): Promise<void> {
    for (let batch = waiting.get(companyId) ?? []; batch.length > 0; batch = waiting.get(companyId) ?? []) {
      waiting.set(companyId, [])
      const outcomes = await sendApart(batch, (some) => commitEach(companyId, some))
      announce(companyId)
      for (const [index, { accepted, failed }] of batch.entries()) {
        const outcome = outcomes[index] ?? overloaded(RETRY_AFTER_SECONDS)
        if (outcome instanceof Error) failed(outcome)
        else accepted(outcome)
      }
    }
    waiting.delete(companyId)
  }

  /** Commits the applications of a batch. If there is no room for one, its outcome is undefined. */
  async function commitEach(
    companyId: string,
    batch: readonly QueuedApplication[],
  ): Promise<(Acceptance | undefined)[]> {
    const sent = batch.map(({ application }) => application)
    const acceptances = await commit(companyId, sent)
    return sent.map((application) => acceptances.get(application))
  }

  /**
   * Pushes and delivers the applications of a batch that are not accepted yet. If they are more than there are dates,
   * the last ones are not accepted, and the result lacks them.
   */
  async function commit(companyId: string, batch: NewApplication[]): Promise<Map<NewApplication, Acceptance>> {
    const wanted = dropRepeatedIds(batch)
    for (let tries = 0; tries < triesMax; tries++) {
      if (tries > 0) metrics.acceptRetried()
      // Reads the inbox first. An application that leaves it meanwhile is then found among the stored applications.
      const { inbox, ...seen } = await lookFrom(companyId, tries)
      const stored = await applications.findByIds(
        companyId,
        wanted.map(({ id }) => id),
      )
      const acceptedBefore = [...inbox, ...stored]
      const missing = wanted.filter(({ id }) => !acceptedBefore.some((before) => before.id === id))
      const { room, ...dates } = findRoom(seen, now())
      // A cached mailbox is not enough to refuse an application.
      if (missing.length > room && tries === 0) continue
      const fresh = await mailboxes.push(companyId, missing.slice(0, room), { ...dates, shutOuts: seen.shutOuts })
      if (fresh === undefined) continue
      metrics.applicationsAccepted(fresh.length)
      noteSeen(companyId, { ...seen, clock: fresh.at(-1)?.date ?? seen.clock })
      const storedBefore = await deliverNow(companyId, fresh)
      return toAcceptances(batch, { fresh, acceptedBefore, storedBefore })
    }
    const cause = new Error(`the mailbox of ${companyId} refused ${triesMax} times in a row`)
    throw new AppError('internal', undefined, { cause })
  }

  function noteSeen(companyId: string, { clock, shutOuts, toldTime }: CachedMailbox): void {
    if (lastSeen.size >= SEEN_MAX) lastSeen.clear()
    lastSeen.set(companyId, { clock, shutOuts, toldTime })
  }

  /** Takes the cached mailbox for the first try, because the push checks the inbox. Reads it for every other try. */
  async function lookFrom(companyId: string, tries: number) {
    const seen = tries === 0 ? lastSeen.get(companyId) : undefined
    return seen === undefined ? mailboxes.read(companyId) : { ...seen, inbox: [] }
  }

  /**
   * Delivers what was just pushed. If that fails, the next poll delivers it, because it is accepted. Returns the applications that another
   * process stored before, with the same ids. It did so before the push, so a read after the push finds them.
   */
  async function deliverNow(companyId: string, fresh: Application[]): Promise<Application[]> {
    try {
      return await deliver(companyId, fresh)
    } catch (error) {
      metrics.workFailed(DELIVERY)
      log.warn({ err: error }, 'accepted applications wait in the mailbox')
      const stored = await applications.findByIds(
        companyId,
        fresh.map(({ id }) => id),
      )
      const dates = new Map(fresh.map(({ id, date }) => [id, date.getTime()]))
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
    await mailboxes.pull(
      companyId,
      accepted.map(({ id }) => id),
    )
    return storedBefore
  }

  /** Moves the clock past the present if it is behind, and reads the mailbox. */
  async function see(companyId: string) {
    const nowMs = now()
    const { lastDate, lastPlaced, inbox, ...seen } =
      (await readAhead(companyId, nowMs)) ?? (await mailboxes.raiseClock(companyId, new Date(nowMs + LEAD_MS)))
    noteSeen(companyId, seen)
    metrics.mailboxSeen(inbox, now())
    let delivering: Promise<unknown> | undefined
    const deliverInbox = () => {
      delivering ??= deliver(companyId, inbox)
      return delivering
    }
    return { clock: seen.clock, lastDate, lastPlaced, isEmpty: inbox.length === 0, deliverInbox }
  }
  const looks = createLooks({ see, now, background })

  /** Makes every later poll of this process show what it has just accepted or placed. */
  function announce(companyId: string): void {
    looks.drop(companyId)
    waiters.wake(companyId)
  }
  const waiters = createWaiters({ mailboxes, dropLook: looks.drop, background, metrics })
  const { place, placeLeft } = createPlacing({ mailboxes, applications, now, newToken, log, metrics, announce })

  /** Reads the mailbox without moving its clock, if another look has just moved it ahead of now. */
  async function readAhead(companyId: string, nowMs: number): Promise<MailboxContent | undefined> {
    const seen = lastSeen.get(companyId)
    if (seen === undefined || seen.clock.getTime() < nowMs + SHORT_LEAD_MS) return undefined
    const content = await mailboxes.read(companyId)
    // The clock may be older than the cached one if a replaced primary of the database answers.
    return content.clock.getTime() >= nowMs ? content : undefined
  }

  /**
   * Delivers all accepted applications, unless none of them is after `afterMs`. An application that is accepted later gets a
   * date after the returned `clock`.
   */
  const synchronise = async (companyId: string, afterMs = Number.NEGATIVE_INFINITY) =>
    deliverAfter(await looks.lookAnew(companyId), afterMs)

  /**
   * As `synchronise`, for a poll of a caller whose cursor is `afterMs`. It may use the process's last look, which lacks what
   * other processes have accepted since.
   */
  const synchroniseForPoll = async (companyId: string, afterMs: number) =>
    deliverAfter(await looks.lookForPoll(companyId, afterMs), afterMs)

  /**
   * Removes copies of stored applications from the mailbox and keeps new copies out. If two processes got the same form, the
   * slower one may be about to push it. Its push is refused, and it must look for the stored application first.
   */
  function shutOut(companyId: string, applicationIds: string[]): Promise<void> {
    return mailboxes.shutOut(companyId, applicationIds)
  }

  /**
   * Repairs the mailbox after a restore from a backup, whose collections may be of different moments. The clock moves past
   * every date that a poller may have seen before the restore, and past the newest stored date and place.
   */
  async function recover(companyId: string, newest: Omit<MailboxDates, 'clock'>): Promise<MailboxDates> {
    const storedMs = Math.max(newest.lastDate.getTime(), newest.lastPlaced.getTime())
    const clock = new Date(Math.max(now() + RECOVERED_AHEAD_MS, storedMs))
    const { inbox, ...recovered } = await mailboxes.advance(companyId, { clock, ...newest })
    await deliver(companyId, inbox)
    return recovered
  }

  /** Measures how many accepted applications wait on the whole board, and for how long, also where no ATS polls. */
  async function measure(): Promise<void> {
    metrics.mailboxesMeasured(await mailboxes.listWaitingDates(), now())
  }

  /** Reads the date up to which polls have read. The infinite date asks to deliver nothing. */
  const readClock = async (companyId: string): Promise<Date> =>
    (await synchronise(companyId, Number.POSITIVE_INFINITY)).clock

  /** Lists accepted applications that may not be delivered yet. It changes nothing. */
  const listWaiting = async (companyId: string): Promise<Application[]> => (await mailboxes.read(companyId)).inbox

  return {
    accept,
    synchronise,
    synchroniseForPoll,
    shutOut,
    recover,
    measure,
    listWaiting,
    readClock,
    place,
    placeLeft,
    enterWaiters: waiters.enter,
    stopWaiters: waiters.stop,
  }
}

async function deliverAfter(
  { deliverInbox, ...dates }: MailboxDates & { deliverInbox: () => Promise<unknown> },
  afterMs: number,
): Promise<MailboxDates> {
  if (afterMs < dates.lastDate.getTime()) await deliverInbox()
  return dates
}

/**
 * Finds the last date that an application may get now, and how many can be accepted until then. The clock of another process
 * may be ahead, so the latest time that any process has told the mailbox counts too.
 */
function findRoom({ clock, toldTime }: CachedMailbox, nowMs: number): { now: Date; lastDateMax: Date; room: number } {
  const lastMsMax = Math.max(nowMs, toldTime.getTime()) + AHEAD_MS_MAX
  const room = Math.max(0, lastMsMax - Math.max(nowMs, clock.getTime()))
  return { now: new Date(nowMs), lastDateMax: new Date(lastMsMax), room }
}

/** Keeps the first of several applications with the same id. */
function dropRepeatedIds(batch: NewApplication[]): NewApplication[] {
  return batch.filter(({ id }, index) => batch.findIndex((other) => other.id === id) === index)
}
