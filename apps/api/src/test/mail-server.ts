import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect } from 'vitest'
import type { MailSettings } from '../process/smtp.ts'
import type { useServer } from './harness.ts'

/** A mail as it arrived. */
export interface ReceivedMail {
  /** The envelope’s recipients. */
  to: string[]
  from: string
  subject: string
  text: string
  headers: Map<string, unknown>
}

/** Gives the tests of one file a mail server on this machine. */
export function useMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  let refusal: ((recipient: string) => string | undefined) | undefined
  let isAway = false
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onConnect(_session, callback) {
      if (isAway) callback(Object.assign(new Error('the mail server is away'), { responseCode: 421 }))
      else callback()
    },
    onRcptTo({ address }, _session, callback) {
      const reply = refusal?.(address)
      if (reply === undefined) return callback()
      const [status = '', ...words] = reply.split(' ')
      const text = `${words.join(' ')} <${address}>`
      callback(Object.assign(new Error(text), { responseCode: Number(status) }))
    },
    async onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const { subject = '', text = '', from, headers } = await simpleParser(Buffer.concat(chunks))
      const to = envelope.rcptTo.map(({ address }) => address)
      received.push({
        to,
        from: from?.text ?? '',
        subject,
        text,
        headers,
      })
      callback()
    },
    ...options,
  })
  // A client that is told to stop closes its connection.
  smtp.on('error', () => {})
  let port = 0
  beforeAll(async () => {
    const listener = smtp.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    // Both names of the type are for Unix sockets and closed servers.
    port = (listener.address() as AddressInfo).port
  })
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)))

  /** Turns every client away while a check runs. The port stays ours: another process could take it from a server that stops. */
  async function whileAway(check: () => Promise<void>): Promise<void> {
    isAway = true
    try {
      await check()
    } finally {
      isAway = false
    }
  }

  /** Waits until `count` mails have arrived at an address, and returns them in their order. */
  async function receive(address: string, count = 1): Promise<ReceivedMail[]> {
    const find = () => received.filter(({ to }) => to.includes(address))
    await expect.poll(() => find().length).toBeGreaterThanOrEqual(count)
    return find()
  }

  return {
    get settings(): MailSettings {
      const server = { host: '127.0.0.1', port, encryption: 'none' as const, login: null }
      return { server, from: { name: 'Atlas Jobs', address: 'jobs@board.example' } }
    },
    received,
    whileAway,
    receive,
    /** Waits for the first mail to an address, and returns it. */
    receiveOne: async (address: string): Promise<ReceivedMail> =>
      (await receive(address))[0] ?? expect.fail('a mail was just there'),
    /** Refuses recipients with this reply, such as `550 5.1.1 User unknown`. */
    refuse(find: typeof refusal) {
      refusal = find
    },
  }
}

/** The longest wait after a failed attempt to send a mail, in the tests that let attempts fail. */
export const POSTPONED_MS_MAX = 4 * 60_000

/** Waits for what a server does with the mails in its outbox. `now` is the server's clock. */
export function watchOutbox(server: ReturnType<typeof useServer>, now: () => number) {
  const mails = () => server.connection.db.collection('mails')
  return {
    /** Waits until no mail is due any more, now or later. */
    waitUntilSent: () => expect.poll(() => mails().countDocuments({ dueAt: { $exists: true } })).toBe(0),
    /** Waits until an attempt to send the one mail of a kind has failed. It is then due again within minutes, sooner than a claim ends. */
    waitForFailure: (kind: string) =>
      expect
        .poll(() => {
          const isPostponed = { $gt: new Date(now()), $lt: new Date(now() + POSTPONED_MS_MAX) }
          return mails().countDocuments({ kind, attempts: { $gte: 1 }, dueAt: isPostponed })
        })
        .toBe(1),
  }
}

/** A mail server that no connection reaches, for tests of pages. */
export const awayMailServer: MailSettings = {
  server: { host: '127.0.0.1', port: 9, encryption: 'none', login: null },
  from: { name: '', address: 'jobs@board.example' },
}

/** Finds the secrets of the one-time links in a mail. */
export const readMailedSecrets = ({ text }: ReceivedMail): string[] =>
  [...text.matchAll(/\/backoffice\/set-password#([\w-]+)/g)].map(([, secret = '']) => secret)
