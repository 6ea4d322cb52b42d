import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { shareReads } from '../../db/share-reads.ts'
import type { Metrics } from '../../metrics.ts'
import type { Application } from './application.ts'
import type { MailboxContent, MailboxStore } from './mailbox-store.ts'
import type { ApplicationStore } from './store.ts'

/*
 * How applications are never lost, skipped or repeated: docs/adr/0002-mailbox.md. Dates grow in the order of commits on
 * one document; a poll first moves that document's clock, so that nothing accepted later can get a date it has passed.
 */

const triesMax = 50
/** A refused push aims this far past the clock at random, so that racing processes spread out. */
const spreadMs = 20
/** A poll moves the clock this far past the present, so that the polls after it need only read. */
const LEAD_MS = 200
/** The number of companies whose mailbox is remembered as this process last saw it. */
const SEEN_MAX = 10_000

interface MailboxDeps extends Clock {
  mailboxes: MailboxStore
  applications: Pick<ApplicationStore, 'insertNew' | 'findByIds'>
  /** From 0 to below 1. */
  random: () => number
  log: Pick<Logger, 'warn'>
  metrics: Pick<Metrics, 'mailboxSeen' | 'acceptRetried'>
}

/** A longer time than the clocks of ready processes may differ (5 s, http/health.ts). */
const RECOVERED_AHEAD_MS = 10_000

/** What the applicant sent, before it has a date. */
export type NewApplication = Omit<Application, 'date'>

export interface Acceptance {
  date: Date
  /**
   * Whether the accepted application has the CV of this call, rather than of another call of the same application.
   * Undefined if it waits in the mailbox: whether another one was accepted before it, and when, is not known yet.
   */
  hasCv: boolean | undefined
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
  /** By company, the applications that wait while a push is under way. They share the next push. */
  const waiting = new Map<string, Waiting[]>()

  /** By company, the mailbox as this process last saw it. A push may use it, because the push checks that it is still so. */
  const lastSeen = new Map<string, Pick<MailboxContent, 'clock' | 'shutOuts'>>()

  /**
   * Accepts an application for good. The same application again, from wherever, gets the date that it has. After an
   * error it may or may not be accepted: sending it again finds out.
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
      try {
        const dates = await commit(
          companyId,
          batch.map(({ application }) => application),
        )
        for (const { application, accepted } of batch) accepted(dates.get(application) ?? lostInCommit(application))
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    waiting.delete(companyId)
  }

  /** Pushes what is not accepted yet and delivers it. */
  async function commit(companyId: string, batch: NewApplication[]): Promise<Map<NewApplication, Acceptance>> {
    const wanted = firstOfEachId(batch)
    for (let tries = 0; tries < triesMax; tries++) {
      if (tries > 0) metrics.acceptRetried()
      // The inbox before the applications: what leaves the one in between is in the other by then.
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
      noteSeen(companyId, { clock: fresh.at(-1)?.date ?? clock, shutOuts })
      const storedBefore = await deliverNow(companyId, fresh)
      return acceptances(batch, { fresh, acceptedBefore, storedBefore })
    }
    throw new Error(`the mailbox of ${companyId} moved on ${triesMax} times in a row`)
  }

  function noteSeen(companyId: string, { clock, shutOuts }: Pick<MailboxContent, 'clock' | 'shutOuts'>): void {
    if (lastSeen.size >= SEEN_MAX) lastSeen.clear()
    lastSeen.set(companyId, { clock, shutOuts })
  }

  /** The mailbox as it was last seen here, whose inbox the push asks; where that was refused, as it is. */
  async function lookFrom(companyId: string, tries: number) {
    const seen = tries === 0 ? lastSeen.get(companyId) : undefined
    return seen === undefined ? mailboxes.read(companyId) : { ...seen, inbox: [] }
  }

  /** Delivers what was just pushed; undefined where that fails: it is accepted all the same, and the next poll does it. */
  async function deliverNow(companyId: string, fresh: Application[]): Promise<Application[] | undefined> {
    try {
      return await deliver(companyId, fresh)
    } catch (error) {
      log.warn({ err: error }, 'accepted applications wait in the mailbox')
      return undefined
    }
  }

  /**
   * Stores accepted applications, and only then takes them out of the inbox. Anyone may, any number of times. Answers
   * those that were stored on another date before.
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
   * Sees to it that the clock is not before now, and looks. Those who ask at the same time share one look, which begins
   * after they asked.
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

  /** The mailbox, if its clock is not before now already, as it is soon after a poll: a reading instead of a write. */
  async function readAhead(companyId: string, nowMs: number): Promise<MailboxContent | undefined> {
    const seen = lastSeen.get(companyId)
    if (seen === undefined || seen.clock.getTime() < nowMs) return undefined
    const content = await mailboxes.read(companyId)
    // Not so for a database server that does not know yet that another one has taken its place.
    return content.clock.getTime() >= nowMs ? content : undefined
  }

  /**
   * Makes everything accepted so far readable, unless nothing of it is after `afterMs`, and answers up to which instant
   * that is: nothing accepted later will get a date at or before `clock`.
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
   * Takes copies of stored applications out of the mailbox and lets none in again: of two processes that got one form,
   * the slower may still be about to push it, and now has to look for the stored one first.
   */
  function shutOut(companyId: string, applicationIds: string[]): Promise<void> {
    return mailboxes.shutOut(companyId, applicationIds)
  }

  /**
   * After the database was restored from a backup, whose collections may be of different moments: the clock moves past
   * every date that a poller may have seen before the restore, and past `newest`, the newest stored application.
   */
  async function recover(companyId: string, newest: Date): Promise<Pick<MailboxContent, 'clock' | 'lastDate'>> {
    const clock = new Date(Math.max(now() + RECOVERED_AHEAD_MS, newest.getTime()))
    const { inbox, ...recovered } = await mailboxes.advance(companyId, { clock, lastDate: newest })
    await deliver(companyId, inbox)
    return recovered
  }

  return { accept, synchronise, shutOut, recover }
}

/** Of several applications of one id only the first is accepted. */
function firstOfEachId(batch: NewApplication[]): NewApplication[] {
  return batch.filter(({ id }, index) => batch.findIndex((other) => other.id === id) === index)
}

interface Commit {
  fresh: Application[]
  /** Of what was wanted, what this commit saw accepted already. */
  acceptedBefore: Application[]
  /** Of `fresh`, what another process had accepted, stored and out of the inbox meanwhile; undefined: nobody knows yet. */
  storedBefore: Application[] | undefined
}

function acceptances(
  batch: NewApplication[],
  { fresh, acceptedBefore, storedBefore }: Commit,
): Map<NewApplication, Acceptance> {
  const before = new Map(
    [...acceptedBefore, ...(storedBefore ?? [])].map((application) => [application.id, application]),
  )
  const pushed = new Map(fresh.map((application) => [application.id, application]))
  return new Map(
    batch.map((application) => {
      // What was accepted before counts. It may be this very call's: a driver sends a push again whose answer was lost.
      const accepted = before.get(application.id) ?? pushed.get(application.id) ?? lostInCommit(application)
      const hasCv = accepted.cvId === application.cvId
      const isSure = storedBefore !== undefined || before.has(application.id) || !hasCv
      return [application, { date: accepted.date, hasCv: isSure ? hasCv : undefined }]
    }),
  )
}

function lostInCommit({ id }: NewApplication): never {
  throw new Error(`application ${id} came back from its commit without a date`)
}
