import { everyJob, type SearchQuery } from '@boardwalk/core/catalogue/query'
import type { Connection } from '@boardwalk/core/db/connection'
import { createOnce } from '@boardwalk/core/db/row'
import { escapePattern } from '@boardwalk/core/db/word-pattern'
import { type AlertDocument, openAlerts } from './schema.ts'

/** A person who wants the new jobs of a search by mail. */
export type Alert = Omit<AlertDocument, '_id' | 'search' | 'secretHashes'> & { id: string; search: SearchQuery }

/** An alert that its person has just asked for. */
export type NewAlert = Omit<Alert, 'dueAt' | 'confirmedAt' | 'expiresAt'> & { expiresAt: Date }

/** A mail's link works until this many later mails were made. With a mail a day, that is two months. */
const SECRETS_KEPT = 60

const fromDocument = ({ _id, search, secretHashes: _, ...alert }: AlertDocument): Alert => ({
  id: _id,
  ...alert,
  search: { ...everyJob, ...search },
})

export function createAlertStore(connection: Connection) {
  const alerts = openAlerts(connection)
  return {
    /** Stores an alert. If it is there already, it changes only how long it waits for its confirmation. */
    async insert({ id, search, ...alert }: NewAlert): Promise<void> {
      const { words, ...filters } = search
      const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
      await createOnce(alerts, { _id: id, ...alert, search: { words, ...chosen }, secretHashes: [] })
      const unconfirmed = { _id: id, confirmedAt: { $exists: false } }
      await alerts.updateOne(unconfirmed, { $set: { expiresAt: alert.expiresAt } })
    },
    async find(id: string): Promise<Alert | undefined> {
      const found = await alerts.findOne({ _id: id })
      return found === null ? undefined : fromDocument(found)
    },
    /** Finds the alert of a link. Undefined if it was ended, or was not confirmed in time. */
    async findBySecret(hash: string, now: Date): Promise<Alert | undefined> {
      const found = await alerts.findOne({ secretHashes: hash, ...isThere(now) })
      return found === null ? undefined : fromDocument(found)
    },
    /** Lets a link with this secret confirm and end an alert. */
    async addSecret(id: string, hash: string): Promise<void> {
      const change = { $push: { secretHashes: { $each: [hash], $slice: -SECRETS_KEPT } } }
      await alerts.updateOne({ _id: id, secretHashes: { $ne: hash } }, change)
    },
    /** Confirms the alert of a link, once. */
    async confirm(hash: string, confirmedAt: Date, dueAt: Date): Promise<void> {
      await alerts.updateOne(
        { secretHashes: hash, confirmedAt: { $exists: false }, ...isThere(confirmedAt) },
        { $set: { confirmedAt, dueAt }, $unset: { expiresAt: 1 } },
      )
    },
    /** Deletes the alert of a link. */
    async removeBySecret(hash: string): Promise<void> {
      await alerts.deleteOne({ secretHashes: hash })
    },
    async remove(id: string): Promise<void> {
      await alerts.deleteOne({ _id: id })
    },
    /** Finds the ids of a person's alerts, of one company or of the whole board. The case of letters does not matter. */
    async findIdsByEmail(email: string, companyId?: string): Promise<string[]> {
      const filter = { email: { $regex: `^${escapePattern(email)}$`, $options: 'i' } }
      const found = alerts.find(
        { ...filter, ...(companyId !== undefined && { companyId }) },
        { projection: { _id: 1 } },
      )
      return (await found.toArray()).map(({ _id }) => _id)
    },
    /** Lists the addresses of alerts, of one company or of the whole board, that match a pattern. The case of letters does not matter. */
    listEmails: (pattern: string, companyId?: string): Promise<string[]> =>
      alerts.distinct('email', {
        email: { $regex: pattern, $options: 'i' },
        ...(companyId !== undefined && { companyId }),
      }),
    /** Lists the alerts whose mail is due, those that are due the longest first. */
    async listDue(now: Date, alertsMax: number): Promise<Alert[]> {
      const found = alerts.find({ dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit: alertsMax })
      return (await found.toArray()).map(fromDocument)
    },
    /** Makes the next mail due. False if another process has done so, or the alert has ended. */
    async postpone(id: string, former: Date, dueAt: Date): Promise<boolean> {
      return (await alerts.updateOne({ _id: id, dueAt: former }, { $set: { dueAt } })).matchedCount === 1
    },
    /** Notes that the jobs that were published up to an instant were told. */
    async noteTold(id: string, through: Date): Promise<void> {
      await alerts.updateOne({ _id: id }, { $max: { through } })
    },
  }
}

/** Whether an alert is confirmed, or may still be. The database deletes one up to a minute after its time. */
const isThere = (now: Date) => ({ $or: [{ expiresAt: { $exists: false } }, { expiresAt: { $gt: now } }] })
