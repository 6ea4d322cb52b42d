import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { shareReads } from '../../db/share-reads.ts'
import { runWithoutDeadline } from '../../deadline.ts'
import type { Metrics } from '../../metrics.ts'
import type { Application } from './application.ts'
import type { MailboxContent, MailboxStore } from './mailbox-store.ts'
import type { ApplicationStore } from './store.ts'

/*
 * Accepts applications so that none is lost, skipped or repeated: docs/adr/0002-mailbox.md. Dates grow in the order of
 * commits on one document. A poll first moves that document's clock, so no later application gets a date up to the clock.
 */

const triesMax = 50
/** After a refused push, the next date is at random up to this far past the clock, so that racing processes spread out. */
const spreadMs = 20
/** A poll moves the clock this far past the present, so that the next polls need no write. */
const LEAD_MS = 200
/** The number of companies whose mailbox this process caches. */
const SEEN_MAX = 10_000

interface MailboxDeps extends Clock {
  mailboxes: MailboxStore
  applications: Pick<ApplicationStore, 'insertNew' | 'findByIds'>
  /** From 0 to below 1. */
  random: () => number
  log: Pick<Logger, 'warn'>
  metrics: Pick<
    Metrics,
    'mailboxSeen' | 'mailboxesMeasured' | 'acceptRetried' | 'applicationsAccepted' | 'workKnown' | 'workFailed'
  >
}

/** This is longer than the clocks of ready processes may differ (5 s, http/health.ts). */
const RECOVERED_AHEAD_MS = 10_000

/** The name of the work in the metrics. */
const DELIVERY = 'deliver accepted applications'

/** An application that is not accepted yet, so it has no date. */
export type NewApplication = Omit<Application, 'date'>

export interface Acceptance {
  date: Date
  /**
   * Whether the accepted application has the CV of this call. Another call with the same application may have come first,
   * with its own CV. Undefined while that is not known, because the application still waits in the mailbox.
   */
  hasCv: boolean | undefined
  /** Whether another form with the same id was accepted before this one. */
  isRepeat: boolean
}

interface Waiting {
  application: NewApplication
  accepted: (acceptance: Acceptance) => void
  failed: (error: unknown) => void
}

export type Mailbox = ReturnType<typeof createMailbox>
/** The calls of the mailbox that a function makes. */
export type WithMailbox<Call extends keyof Mailbox> = { mailbox: Pick<Mailbox, Call> }

export function createMailbox({ mailboxes, applications, now, random, log, metrics }: MailboxDeps) {
  metrics.workKnown(DELIVERY)

  /** The applications of each company that wait while a push is running. They share the next push. */
  const waiting = new Map<string, Waiting[]>()

  /** A cache of each company's mailbox, which may be old. A push may use it, because it checks that nothing changed. */
  const lastSeen = new Map<string, Pick<MailboxContent, 'clock' | 'shutOuts'>>()

  /**
   * Accepts an application for good. If any process accepted it before, this returns the date that it has. After an error
   * it may or may not be accepted. Sending it again finds out.
   */
  function accept(application: NewApplication): Promise<Acceptance> {
    return new Promise((accepted, failed) => {
      const line = waiting.get(application.companyId)
      if (line !== undefined) {
        line.push({ application, accepted, failed })
        return
      }
      waiting.set(application.companyId, [{ application, accepted, failed }])
      void runWithoutDeadline(() => acceptWaiting(application.companyId))
    })
  }

  async function acceptWaiting(companyId: string): Promise<void> {
    for (let batch = waiting.get(companyId) ?? []; batch.length > 0; batch = waiting.get(companyId) ?? []) {
      waiting.set(companyId, [])
      try {
        const dates = await commit(
          companyId,
          batch.map(({ application }) => application),
        )
        for (const { application, accepted } of batch) accepted(dates.get(application) ?? throwLost(application))
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    waiting.delete(companyId)
  }

  /** Pushes and delivers the applications of a batch that are not accepted yet. */
  async function commit(companyId: string, batch: NewApplication[]): Promise<Map<NewApplication, Acceptance>> {
    const wanted = dropRepeatedIds(batch)
    for (let tries = 0; tries < triesMax; tries++) {
      if (tries > 0) metrics.acceptRetried()
      // Reads the inbox first. An application that leaves it meanwhile is then found among the stored applications.
      const { clock, shutOuts, inbox } = await lookFrom(companyId, tries)
      const stored = await applications.findByIds(
        companyId,
        wanted.map(({ id }) => id),
      )
      const acceptedBefore = [...inbox, ...stored]
      const firstMs = Math.max(now(), clock.getTime() + 1) + (tries === 0 ? 0 : Math.floor(random() * spreadMs))
      const fresh = wanted
        .filter(({ id }) => !acceptedBefore.some((before) => before.id === id))
        .map((application, index): Application => ({ ...application, date: new Date(firstMs + index) }))
      if (fresh.length > 0 && !(await mailboxes.push(companyId, fresh, shutOuts))) continue
      metrics.applicationsAccepted(fresh.length)
      noteSeen(companyId, { clock: fresh.at(-1)?.date ?? clock, shutOuts })
      const storedBefore = await deliverNow(companyId, fresh)
      return toAcceptances(batch, { fresh, acceptedBefore, storedBefore })
    }
    throw new Error(`the mailbox of ${companyId} moved on ${triesMax} times in a row`)
  }

  function noteSeen(companyId: string, { clock, shutOuts }: Pick<MailboxContent, 'clock' | 'shutOuts'>): void {
    if (lastSeen.size >= SEEN_MAX) lastSeen.clear()
    lastSeen.set(companyId, { clock, shutOuts })
  }

  /** Takes the cached mailbox for the first try, because the push checks the inbox. Reads it for every other try. */
  async function lookFrom(companyId: string, tries: number) {
    const seen = tries === 0 ? lastSeen.get(companyId) : undefined
    return seen === undefined ? mailboxes.read(companyId) : { ...seen, inbox: [] }
  }

  /** Delivers what was just pushed. Undefined if that fails: it is accepted, and the next poll delivers it. */
  async function deliverNow(companyId: string, fresh: Application[]): Promise<Application[] | undefined> {
    try {
      return await deliver(companyId, fresh)
    } catch (error) {
      metrics.workFailed(DELIVERY)
      log.warn({ err: error }, 'accepted applications wait in the mailbox')
      return undefined
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

  /**
   * Moves the clock to the present if it is behind, and reads the mailbox. Calls at the same time share one read, which
   * begins after all of them.
   */
  const look = shareReads(async (companyId: string) => {
    const nowMs = now()
    const { clock, lastDate, inbox, shutOuts } =
      (await readAhead(companyId, nowMs)) ?? (await mailboxes.raiseClock(companyId, new Date(nowMs + LEAD_MS)))
    noteSeen(companyId, { clock, shutOuts })
    metrics.mailboxSeen(inbox, now())
    let delivering: Promise<unknown> | undefined
    const delivered = () => {
      delivering ??= deliver(companyId, inbox)
      return delivering
    }
    return { clock, lastDate, delivered }
  })

  /** Reads the mailbox if its clock has reached now. Soon after a poll that is so, and it saves a write. */
  async function readAhead(companyId: string, nowMs: number): Promise<MailboxContent | undefined> {
    const seen = lastSeen.get(companyId)
    if (seen === undefined || seen.clock.getTime() < nowMs) return undefined
    const content = await mailboxes.read(companyId)
    // The clock may be older than the cached one if a replaced primary of the database answers.
    return content.clock.getTime() >= nowMs ? content : undefined
  }

  /**
   * Delivers everything accepted so far, unless nothing of it is after `afterMs`. Returns the `clock`: no application that is
   * accepted later will get a date at or before it.
   */
  async function synchronise(
    companyId: string,
    afterMs = Number.NEGATIVE_INFINITY,
  ): Promise<Pick<MailboxContent, 'clock' | 'lastDate'>> {
    const { clock, lastDate, delivered } = await look(companyId)
    if (afterMs < lastDate.getTime()) await delivered()
    return { clock, lastDate }
  }

  /**
   * Removes copies of stored applications from the mailbox and keeps new copies out. If two processes got the same form, the
   * slower one may be about to push it. Its push is refused, and it must look for the stored application first.
   */
  function shutOut(companyId: string, applicationIds: string[]): Promise<void> {
    return mailboxes.shutOut(companyId, applicationIds)
  }

  /**
   * Repairs the mailbox after a restore from a backup, whose collections may be of different moments. The clock moves past
   * every date that a poller may have seen before the restore, and to `newest`, the date of the newest stored application.
   */
  async function recover(companyId: string, newest: Date): Promise<Pick<MailboxContent, 'clock' | 'lastDate'>> {
    const clock = new Date(Math.max(now() + RECOVERED_AHEAD_MS, newest.getTime()))
    const { inbox, ...recovered } = await mailboxes.advance(companyId, { clock, lastDate: newest })
    await deliver(companyId, inbox)
    return recovered
  }

  /** Measures how many accepted applications wait on the whole board, and for how long: an ATS that stopped polling sees none. */
  async function measure(): Promise<void> {
    metrics.mailboxesMeasured(await mailboxes.listWaitingDates(), now())
  }

  /** Lists accepted applications that may not be delivered yet. It changes nothing. */
  const listWaiting = async (companyId: string): Promise<Application[]> => (await mailboxes.read(companyId)).inbox

  return { accept, synchronise, shutOut, recover, measure, listWaiting }
}

/** Keeps the first of several applications with the same id. */
function dropRepeatedIds(batch: NewApplication[]): NewApplication[] {
  return batch.filter(({ id }, index) => batch.findIndex((other) => other.id === id) === index)
}

interface Commit {
  fresh: Application[]
  /** The applications of the batch that were accepted before this commit. */
  acceptedBefore: Application[]
  /** Those of `fresh` that another process accepted, stored and took out of the inbox. Undefined if not known. */
  storedBefore: Application[] | undefined
}

function toAcceptances(
  batch: NewApplication[],
  { fresh, acceptedBefore, storedBefore }: Commit,
): Map<NewApplication, Acceptance> {
  const before = new Map(
    [...acceptedBefore, ...(storedBefore ?? [])].map((application) => [application.id, application]),
  )
  const pushed = new Map(fresh.map((application) => [application.id, application]))
  return new Map(
    batch.map((application, index) => {
      // The earlier acceptance counts. It may be of this call, because the driver repeats a push whose answer was lost.
      const accepted = before.get(application.id) ?? pushed.get(application.id) ?? throwLost(application)
      const hasCv = accepted.cvId === application.cvId
      const isSure = storedBefore !== undefined || before.has(application.id) || !hasCv
      const isRepeat = before.has(application.id) || batch.findIndex(({ id }) => id === application.id) < index
      return [application, { date: accepted.date, hasCv: isSure ? hasCv : undefined, isRepeat }]
    }),
  )
}

function throwLost({ id }: NewApplication): never {
  throw new Error(`application ${id} came back from its commit without a date`)
}
