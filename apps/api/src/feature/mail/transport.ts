import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../process/smtp.ts'

/** A mail with its text. It has no HTML: nothing of it can be hidden, loaded or tracked, and nothing needs escaping. */
export interface Message {
  to: string
  subject: string
  text: string
  language: string
  /** Where an answer goes. Without it, an answer goes to the board's sender. */
  replyTo?: string | undefined
  /** The address that ends the mails of this kind with one POST (RFC 8058). Mail programs show it as a button. */
  unsubscribeUrl?: string
  /** Called when the mail server has taken the message. If it fails, the message is sent again later. */
  noteSent?: () => Promise<void>
  /** Called when the mail server refuses the recipient for good. */
  noteRefused?: () => Promise<void>
}

/** Sends one message. Rejects unless the mail server says that it took it. */
export type SendMessage = (message: Message, signal: AbortSignal) => Promise<void>

const CONNECT_MS_MAX = 10_000
const SILENT_MS_MAX = 30_000

/** Makes a function that sends messages. Each one has its own connection. */
export function createSendMessage({ server, from }: MailSettings): SendMessage {
  const { host, port, encryption, login } = server
  const transport = createTransport({
    ...{ host, port, ...(login !== null && { auth: login }) },
    ...{ secure: encryption === 'tls', requireTLS: encryption === 'starttls', ignoreTLS: encryption === 'none' },
    tls: { rejectUnauthorized: true },
    ...{ connectionTimeout: CONNECT_MS_MAX, greetingTimeout: CONNECT_MS_MAX, dnsTimeout: CONNECT_MS_MAX },
    socketTimeout: SILENT_MS_MAX,
    // Otherwise nodemailer could read files or URLs that a text names.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return async ({ to, subject, text, language, replyTo, unsubscribeUrl }, signal) => {
    await transport.sendMail({
      from,
      // As an object it is one address. A string would be parsed as a list.
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      ...{ subject, text, signal },
      // Keeps automatic replies away (RFC 3834).
      headers: {
        ...{ 'auto-submitted': 'auto-generated', 'content-language': language },
        ...(unsubscribeUrl !== undefined && {
          'list-unsubscribe': `<${unsubscribeUrl}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  }
}

/** What the log shows of a failed mail. The text of the mail server's reply is left out, because it names the recipient. */
export interface MailFailure {
  code: unknown
  reply: unknown
  /** Whether the mail server refuses this message for good. A wrong login or sender address is not the message's fault. */
  isPermanent: boolean
  /** Whether the mail server refuses the recipient for good. */
  isRecipientRefused: boolean
}

export function describeFailure(error: unknown): MailFailure {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const reply = read('responseCode')
  const isForGood = typeof reply === 'number' && reply >= 500
  const isRecipientRefused = isForGood && read('command') === 'RCPT TO'
  const isPermanent = isRecipientRefused || (isForGood && read('command') === 'DATA')
  return { code: read('code'), reply, isPermanent, isRecipientRefused }
}
