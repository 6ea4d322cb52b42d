import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Metrics } from '../../metrics.ts'
import { type Composers, composeMail } from './compose.ts'
import { type ClaimedMail, claimMail, endMail, isOverdue, postponeMail } from './queue.ts'
import { describeFailure, type Message, type SendMessage } from './transport.ts'

interface SenderOptions {
  composers: Composers
  send: SendMessage
}

const LOOK_EVERY_MS = 1_000
/** A slow mail server holds up no more than its share. */
const SENT_AT_ONCE = 4
/** Shorter than a claim (feature/outbox/service.ts), so that two processes do not send the same mail. */
const SEND_MS_MAX = 60_000
/** How long a mail under way may take when the server is told to stop. */
const STOP_MS_MAX = 5_000

/** The name of the work in the log and the metrics. */
const SENDING = 'send the mails of the outbox'

/** Sends the mails of the outbox, in the background. Other processes do the same. */
export function createMailSender(deps: Deps, { composers, send }: SenderOptions) {
  deps.metrics.workKnown(SENDING)
  const aborting = new AbortController()
  let isStopping = false
  let running: Promise<unknown> | undefined

  function look(): void {
    running ??= Promise.all(Array.from({ length: SENT_AT_ONCE }, sendDue)).finally(() => {
      running = undefined
    })
  }

  async function sendDue(): Promise<void> {
    try {
      while (!isStopping) {
        const mail = await claimMail(deps)
        if (mail === undefined) return
        await sendOne(mail)
      }
    } catch (error) {
      // The database is away, for example. A mail that was claimed is due again when its claim ends.
      deps.metrics.workFailed(SENDING)
      deps.log.warn({ err: error }, `could not ${SENDING}`)
    }
  }

  async function sendOne(mail: ClaimedMail): Promise<void> {
    if (isOverdue(deps, mail)) return finish(mail, 'given_up')
    const message = await composeMail(deps, composers, mail)
    if (message === undefined) return finish(mail, 'dropped')
    const failure = await trySending(message)
    if (failure === undefined) return finish(mail, 'sent')
    const { isPermanent, ...known } = failure
    if (isPermanent) return finish(mail, 'given_up', known)
    note(mail, 'postponed', known)
    await postponeMail(deps, mail, aborting.signal.aborted)
  }

  async function trySending(message: Message) {
    try {
      await send(message, AbortSignal.any([aborting.signal, AbortSignal.timeout(SEND_MS_MAX)]))
      return undefined
    } catch (error) {
      return describeFailure(error)
    }
  }

  async function finish(mail: ClaimedMail, outcome: MailOutcome, known = {}): Promise<void> {
    note(mail, outcome, known)
    await endMail(deps, mail)
  }

  /** Says what became of a mail, without saying whose it was. */
  function note({ kind, attempts }: ClaimedMail, outcome: MailOutcome, known: object): void {
    deps.metrics.mailEnded(kind, outcome)
    const isWell = outcome === 'sent' || outcome === 'dropped'
    deps.log[isWell ? 'info' : 'warn']({ kind, attempts, ...known }, `mail ${outcome.replace('_', ' ')}`)
  }

  return {
    start(): () => Promise<void> {
      look()
      const looking = setInterval(look, LOOK_EVERY_MS)
      /** Sends what is under way, and leaves the rest to the next process. */
      return async () => {
        clearInterval(looking)
        isStopping = true
        await Promise.race([running, pause(STOP_MS_MAX, undefined, { ref: false })])
        aborting.abort()
        await running
      }
    },
  }
}

type MailOutcome = Parameters<Metrics['mailEnded']>[1]
