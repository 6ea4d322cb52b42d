import type { Metrics } from '@boardwalk/core/process/metrics'
import type { Work } from '@boardwalk/core/process/schedule'
import type { Deps } from '../../deps.ts'
import type { MailKinds } from './compose.ts'
import { type ClaimedMail, claimMail, isOverdue, postponeMail, postponeRefused, wasRefusedBefore } from './queue.ts'
import { createServerFault } from './server-fault.ts'
import { describeFailure, type Message, type SendMessage } from './transport.ts'

interface SenderOptions {
  kinds: MailKinds
  send: SendMessage
}

const LOOK_EVERY_MS = 1_000
/** How many mails a process sends at once. */
const SENT_AT_ONCE = 4
/** Shorter than a claim (queue.ts), so that two processes do not send the same mail. */
const SEND_MS_MAX = 60_000
/** While the mail server refuses every mail, one mail is tried after each of these pauses. */
const FAULT_PAUSE_MS = 60_000
/** How long a server that stops waits for mails that it is sending. */
const STOP_MS_MAX = 5_000

/** The name of the sender in the log and the metrics. */
const SENDING = 'send the mails'

/** Sends the mails that wait. Mails that are being sent when the process stops are finished, and the rest is left to another process. */
export function createMailSender(deps: Deps, { kinds, send }: SenderOptions): Work<Deps> {
  const aborting = new AbortController()
  let pausedUntilMs = 0
  const fault = createServerFault((isFaulty) => {
    deps.metrics.mailServerRefuses(isFaulty)
    if (isFaulty) deps.log.error('the mail server refuses every mail; they wait, and one is tried each minute')
    else deps.log.info('the mail server takes mails again')
  })
  const isPaused = () => fault.isFaulty() && deps.now() < pausedUntilMs

  async function sendAll(signal: AbortSignal): Promise<void> {
    if (isPaused()) return
    signal.addEventListener('abort', endLate, { once: true })
    const length = fault.isFaulty() ? 1 : SENT_AT_ONCE
    const outcomes = await Promise.allSettled(Array.from({ length }, () => sendDue(signal)))
    signal.removeEventListener('abort', endLate)
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  /** Ends the sending of mails that takes too long for a process that stops. */
  function endLate(): void {
    setTimeout(() => aborting.abort(), STOP_MS_MAX).unref()
  }

  async function sendDue(signal: AbortSignal): Promise<void> {
    // The database may be down. A claimed mail is due again when its claim ends.
    while (!signal.aborted && !isPaused()) {
      const mail = await claimMail(deps, Object.keys(kinds))
      if (mail === undefined) return
      await sendOne(mail)
    }
  }

  async function sendOne(mail: ClaimedMail): Promise<void> {
    if (isOverdue(deps, mail)) return finish(mail, 'given_up')
    const message = await kinds[mail.kind]?.(deps, mail)
    if (message === undefined) return finish(mail, 'dropped')
    const failure = await trySending(message)
    if (failure === undefined) {
      fault.noteTaken()
      await message.noteSent?.()
      return finish(mail, 'sent')
    }
    const { refused, ...reason } = failure
    if (refused === 'mailbox') return noteMailboxRefused(mail, message, reason)
    if (refused === 'other') {
      fault.noteRefused(reason.enhancedCode ?? reason.reply, message.to)
      pausedUntilMs = deps.now() + FAULT_PAUSE_MS
    }
    note(mail, 'postponed', reason)
    await postponeMail(deps, mail, aborting.signal.aborted)
  }

  async function noteMailboxRefused(mail: ClaimedMail, message: Message, reason: object): Promise<void> {
    const isFinal = wasRefusedBefore(deps, mail)
    await message.noteRefused?.(isFinal)
    if (isFinal) return finish(mail, 'given_up', reason)
    note(mail, 'postponed', reason)
    await postponeRefused(deps, mail)
  }

  async function trySending(message: Message) {
    try {
      await send(message, AbortSignal.any([aborting.signal, AbortSignal.timeout(SEND_MS_MAX)]))
      return undefined
    } catch (error) {
      return describeFailure(error)
    }
  }

  async function finish(mail: ClaimedMail, outcome: MailOutcome, reason = {}): Promise<void> {
    note(mail, outcome, reason)
    await deps.mails.end(mail)
  }

  /** Logs and counts the outcome of a mail, without its recipient. */
  function note({ kind, attempts }: ClaimedMail, outcome: MailOutcome, reason: object): void {
    deps.metrics.mailEnded(kind, outcome)
    const isWell = outcome === 'sent' || outcome === 'dropped'
    deps.log[isWell ? 'info' : 'warn']({ kind, attempts, ...reason }, `mail ${outcome.replace('_', ' ')}`)
  }

  return { name: SENDING, everyMs: LOOK_EVERY_MS, run: (_deps, signal) => sendAll(signal) }
}

type MailOutcome = Parameters<Metrics['mailEnded']>[1]
