import type { Locale } from '@boardwalk/schema/company'
import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { type Claimable, claimNext, createOnce } from '../../db/row.ts'

type MailKind = 'invitation' | 'password' | 'confirmation' | 'held'

/** A mail to send. Its text and the secret of its link are made when it is sent, and never stored. */
export interface QueuedMail {
  id: string
  kind: MailKind
  /** Null for a password mail: its reader may be a user of several companies. */
  companyId: string | null
  /** The id of the user or of the application. For a password mail, the address. */
  target: string
  /** Null: the language of the company. */
  locale: Locale | null
  /** After this moment it is not sent any more. */
  expiresAt: Date
}

/** A mail that this process is sending. `attempts` tells its claim from earlier and later ones. */
export interface ClaimedMail extends QueuedMail {
  attempts: number
}

/** It is due until it has been sent or given up. */
type MailDocument = Omit<ClaimedMail, 'id'> & Claimable

const ROW_KEPT_SECONDS = 24 * 60 * 60

const openMails = defineCollection<MailDocument>('mails', { companyIn: 'companyId' }, [
  // The next mail to send.
  { key: { dueAt: 1 }, sparse: true },
  // The mails about a person, and the mails of a company.
  { key: { companyId: 1, target: 1 } },
  // The database deletes a mail a day after its time. Until then it keeps the same mail from being queued again.
  { key: { expiresAt: 1 }, expireAfterSeconds: ROW_KEPT_SECONDS },
])

export function createMailStore(connection: Connection) {
  const mails = openMails(connection)
  return {
    /** Queues a mail. One with the same id that is there already stays as it is, also if it has been sent. */
    async insert({ id, ...mail }: QueuedMail, dueAt: Date): Promise<void> {
      await createOnce(mails, { _id: id, ...mail, attempts: 0, dueAt })
    },
    /** Takes the mail that has been due the longest. No other process gets it before `until`. */
    async claim(now: Date, until: Date): Promise<ClaimedMail | undefined> {
      const found = await claimNext(mails, now, until)
      if (found === undefined) return undefined
      const { _id, dueAt: _, ...mail } = found
      return { id: _id, ...mail }
    },
    /** Ends a claimed mail, and deletes its recipient. Changes nothing if another process has claimed it since. */
    async end({ id, attempts }: ClaimedMail): Promise<void> {
      await mails.updateOne({ _id: id, attempts }, { $set: { target: '' }, $unset: { dueAt: 1 } })
    },
    /** Makes a claimed mail due again at a later moment, unless another process has claimed it since. */
    async postpone({ id, attempts }: ClaimedMail, dueAt: Date): Promise<void> {
      await mails.updateOne({ _id: id, attempts }, { $set: { dueAt } })
    },
    /** Deletes the mails of a company that are about these users or applications. */
    async cancel(companyId: string, targets: string[]): Promise<void> {
      await mails.deleteMany({ companyId, target: { $in: targets } })
    },
    /** Deletes all mails of the board, sent ones too. Returns how many waited. After a restore, some may have been sent before. */
    async cancelAll(): Promise<number> {
      const count = await mails.countDocuments({ dueAt: { $exists: true } })
      await mails.deleteMany({})
      return count
    },
  }
}
