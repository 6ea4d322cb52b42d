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
  /** Names the message in its `Message-ID`, so that a mail program shows one that was sent twice once. A random name if it is left out. */
  name?: string
  /** Whether a person sends it, and no program (RFC 3834). */
  isByPerson?: boolean
  /** The address that ends the mails of this kind with one POST (RFC 8058). Mail programs show it as a button. */
  unsubscribeUrl?: string
  /** Called when the mail server has taken the message. If it fails, the message is sent again later. */
  noteSent?: () => Promise<void>
  /**
   * Called each time the mail server says that the recipient's mailbox does not exist. `isFinal`: it said so on another day
   * before, so the mail is given up.
   */
  noteRefused?: (isFinal: boolean) => Promise<void>
}

/** Sends one message. Rejects unless the mail server says that it took it. */
export type SendMessage = (message: Message, signal: AbortSignal) => Promise<void>

const CONNECT_MS_MAX = 10_000
const SILENT_MS_MAX = 30_000

/** Makes a function that sends messages. Each one has its own connection. */
export function createSendMessage({ server, from }: MailSettings): SendMessage {
  const { host, port, encryption, login } = server
  const transport = createTransport({
    host,
    port,
    ...(login !== null && { auth: login }),
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: { rejectUnauthorized: true },
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENT_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, language, replyTo, name, isByPerson, unsubscribeUrl }, signal) => {
    await transport.sendMail({
      from,
      to: {
        name: '',
        address: to,
      },
      envelope: {
        from: from.address,
        to: [to],
      },
      ...(replyTo !== undefined && {
        replyTo: {
          name: '',
          address: replyTo,
        },
      }),
      ...(name !== undefined && { messageId: `<${name}@${from.address.split('@').at(-1)}>` }),
      subject,
      text,
      signal,
      headers: {
        'auto-submitted': isByPerson ? 'no' : 'auto-generated',
        'x-auto-response-suppress': 'All',
        'content-language': language,
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
  /** The status of the mail server's reply, such as 550. */
  reply: unknown
  /** The enhanced code of the reply (RFC 3463), such as `5.7.1`. Undefined if it has none. */
  enhancedCode: string | undefined
  /** What the mail server refused for good: a mailbox that does not exist, or anything else. Undefined if it may take the mail later. */
  refused: 'mailbox' | 'other' | undefined
}

/**
 * The enhanced codes that are about the mailbox: it does not exist, its domain does not, its address has a wrong form, it has moved, its
 * domain takes no mail, it is closed. All others may be about the sender, the relay, a full mailbox or a policy.
 */
const MAILBOX_CODES = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])

/** The commands whose reply can be about the recipient. */
const RECIPIENT_COMMANDS = new Set<unknown>(['RCPT TO', 'DATA'])

/** Finds the enhanced code of a reply: after the status of one of its lines. Some servers write `#`, `(` or `[` before it. */
const findEnhancedCode = (response: unknown): string | undefined =>
  typeof response === 'string'
    ? /^[45]\d\d[ -]+[#([]?([45]\.\d{1,3}\.\d{1,3})(?![.]?\d)/m.exec(response)?.[1]
    : undefined

export function describeFailure(error: unknown): MailFailure {
  const read = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const reply = read('responseCode')
  const enhancedCode = findEnhancedCode(read('response'))
  const isForGood = typeof reply === 'number' && reply >= 500
  const isOfMailbox =
    enhancedCode !== undefined && MAILBOX_CODES.has(enhancedCode) && RECIPIENT_COMMANDS.has(read('command'))
  return {
    code: read('code'),
    reply,
    enhancedCode,
    refused: isForGood ? (isOfMailbox ? 'mailbox' : 'other') : undefined,
  }
}
