import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../smtp.ts'

/** A mail with its text. It has no HTML: nothing of it can be hidden, loaded or tracked, and nothing needs escaping. */
export interface Message {
  to: string
  subject: string
  text: string
  language: string
}

/** Sends one message. Rejects if the mail server did not take it, as far as we know. */
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
    // A text can never name a file or an address to read.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return async ({ to, subject, text, language }, signal) => {
    await transport.sendMail({
      from,
      // As an object it is one address, whatever its characters.
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      ...{ subject, text, signal },
      // Tells programs that answer mails by themselves to leave this one alone (RFC 3834).
      headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
    })
  }
}

/** What the log shows of a failed mail. The mail server's own words are left out: they name the recipient. */
export interface MailFailure {
  code: unknown
  reply: unknown
  /** Whether the mail server will never take this message. A wrong password or sender of ours is not the message’s fault. */
  isPermanent: boolean
}

export function describeFailure(error: unknown): MailFailure {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const reply = read('responseCode')
  const isAboutMessage = read('command') === 'RCPT TO' || read('command') === 'DATA'
  return { code: read('code'), reply, isPermanent: isAboutMessage && typeof reply === 'number' && reply >= 500 }
}
