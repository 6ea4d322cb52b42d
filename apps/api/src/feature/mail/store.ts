import type { Connection } from '@boardwalk/core/db/connection'
import { claimNext, createOnce } from '@boardwalk/core/db/row'
import { escapePattern } from '@boardwalk/core/db/word-pattern'
import { type MailDocument, openMails } from './schema.ts'

/** A mail to send. */
export type QueuedMail = Omit<MailDocument, '_id' | 'dueAt' | 'attempts' | 'refusedAt'> & { id: string }

/** A mail that this process is sending. `attempts` tells its claim from earlier and later ones. */
export interface ClaimedMail extends QueuedMail {
  attempts: number
  refusedAt?: Date | undefined
}

export function createMailStore(connection: Connection) {
  const mails = openMails(connection)
  return {
    /** Queues a mail. One with the same id that is there already stays as it is, also if it has been sent. */
    async insert({ id, ...mail }: QueuedMail, dueAt: Date): Promise<void> {
      await createOnce(mails, { _id: id, ...mail, attempts: 0, dueAt })
    },
    /** Lists the ids that begin with a text, also of mails that were sent. */
    async listIds(start: string): Promise<string[]> {
      const found = mails.find({ _id: new RegExp(`^${escapePattern(start)}`) }, { projection: { _id: 1 } })
      return (await found.toArray()).map(({ _id }) => _id)
    },
    /** Takes the mail of these kinds that has been due the longest. No other process gets it before `until`. */
    async claim(kinds: string[], now: Date, until: Date): Promise<ClaimedMail | undefined> {
      const found = await claimNext(mails, now, until, { kind: { $in: kinds } })
      if (found === undefined) return undefined
      const { _id, dueAt: _, ...mail } = found
      return { id: _id, ...mail }
    },
    /** Ends a claimed mail, and deletes its recipient. Changes nothing if another process has claimed it since. */
    async end({ id, attempts }: ClaimedMail): Promise<void> {
      await mails.updateOne({ _id: id, attempts }, { $set: { target: '' }, $unset: { dueAt: 1 } })
    },
    /**
     * Makes a claimed mail due again at a later moment, unless another process has claimed it since. `refusedAt` notes when its
     * recipient was first refused.
     */
    async postpone({ id, attempts }: ClaimedMail, dueAt: Date, refusedAt?: Date): Promise<void> {
      await mails.updateOne({ _id: id, attempts }, { $set: { dueAt, ...(refusedAt !== undefined && { refusedAt }) } })
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
