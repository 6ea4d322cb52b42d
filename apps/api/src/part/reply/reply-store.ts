import { type Connection, readDuplicates } from '@boardwalk/core/db/connection'
import { claimNext } from '@boardwalk/core/db/row'
import type * as mongo from 'mongodb'
import { openReplies, type ReplyDocument } from './schema.ts'
import type { ReplyKind } from './template.ts'

/** A reply to an application. */
export type Reply = Omit<ReplyDocument, '_id' | 'dueAt'> & { id: string }

/** A reply that is asked for. */
export type NewReply = Pick<Reply, 'applicationId' | 'locale' | 'template'>

/** What all replies of one call have in common. `token` names the call. */
export type ReplyCall = Pick<Reply, 'companyId' | 'kind' | 'by' | 'actor' | 'token' | 'askedAt' | 'sendAt'>

type End = Pick<ReplyDocument, 'changedAt' | 'token'> & { cancelReason: NonNullable<ReplyDocument['cancelReason']> }

const makeId = (applicationId: string, kind: ReplyKind): string => `${applicationId}_${kind}`

const fromDocument = ({ _id, dueAt: _, ...reply }: ReplyDocument): Reply => ({ id: _id, ...reply })

/** A reply in one of these states may be asked for again. */
const ENDED_UNSENT = ['cancelled', 'failed'] as const

export function createReplyStore(connection: Connection) {
  const replies = openReplies(connection)

  /** Lists the applications whose reply a call wrote last. */
  async function listWritten(
    { companyId, kind, token }: Pick<ReplyCall, 'companyId' | 'kind' | 'token'>,
    ids: string[],
  ) {
    const filter = { companyId, _id: { $in: ids.map((id) => makeId(id, kind)) }, token }
    const found = await replies.find(filter, { projection: { applicationId: 1 } }).toArray()
    return found.map(({ applicationId }) => applicationId)
  }

  return {
    /**
     * Stores replies that wait. A reply that exists stays unchanged, unless it was cancelled or has failed. Returns the applications
     * whose reply this call has stored, also if the call is repeated.
     */
    async ask({ companyId, ...call }: ReplyCall, asked: NewReply[]): Promise<string[]> {
      if (asked.length === 0) return []
      const writes = asked.map(
        ({ applicationId, locale, template }): mongo.AnyBulkWriteOperation<ReplyDocument> => ({
          updateOne: {
            filter: { _id: makeId(applicationId, call.kind), companyId, state: { $in: ENDED_UNSENT } },
            update: {
              $set: {
                ...call,
                applicationId,
                locale,
                template,
                state: 'waiting',
                attempts: 0,
                dueAt: call.sendAt,
                changedAt: call.askedAt,
              },
              $unset: { cancelReason: '' },
              $inc: { round: 1 },
            },
            upsert: true,
          },
        }),
      )
      // A duplicate: the reply is there in another state.
      await replies.bulkWrite(writes, { ordered: false }).catch(readDuplicates)
      const ids = asked.map(({ applicationId }) => applicationId)
      return listWritten({ companyId, kind: call.kind, token: call.token }, ids)
    },

    /** Lists the replies to applications of a company. */
    async listOf(companyId: string, applicationIds: string[]): Promise<Reply[]> {
      const found = await replies.find({ companyId, applicationId: { $in: applicationIds } }).toArray()
      return found.map(fromDocument)
    },
    async find(companyId: string, applicationId: string, kind: ReplyKind): Promise<Reply | undefined> {
      const found = await replies.findOne({ _id: makeId(applicationId, kind), companyId })
      return found === null ? undefined : fromDocument(found)
    },

    /** Cancels replies that wait. Returns the applications whose reply this call has cancelled, also if the call is repeated. */
    async cancel(companyId: string, kind: ReplyKind, applicationIds: string[], end: End): Promise<string[]> {
      const filter = {
        companyId,
        _id: { $in: applicationIds.map((id) => makeId(id, kind)) },
        state: 'waiting' as const,
      }
      await replies.updateMany(filter, { $set: { state: 'cancelled', ...end }, $unset: { dueAt: '' } })
      return listWritten({ companyId, kind, token: end.token }, applicationIds)
    },

    /** Takes the reply that has been due the longest. No other process gets it before `until`. */
    async claim(now: Date, until: Date): Promise<Reply | undefined> {
      const found = await claimNext(replies, now, until)
      return found && fromDocument(found)
    },
    /** Gives a claimed reply to the sender of mails. False if it was cancelled, or if another process has claimed it since. */
    async begin({ id, companyId, attempts }: Reply, changedAt: Date): Promise<boolean> {
      const filter = { _id: id, companyId, attempts, state: { $in: ['waiting', 'sending'] as const } }
      return (await replies.updateOne(filter, { $set: { state: 'sending', changedAt } })).matchedCount === 1
    },
    /** Ends a reply that was given to the sender of mails. */
    async end(
      { id, companyId, round }: Reply,
      changedAt: Date,
      outcome: { state: 'sent' | 'refused' | 'failed' } | { state: 'cancelled'; cancelReason: End['cancelReason'] },
    ): Promise<void> {
      const filter = { _id: id, companyId, round, state: { $in: ['waiting', 'sending'] as const } }
      await replies.updateOne(filter, { $set: { ...outcome, changedAt }, $unset: { dueAt: '' } })
    },
    /** Cancels all replies of the board that have not ended. */
    async cancelAll(changedAt: Date): Promise<void> {
      const change = { state: 'cancelled', cancelReason: 'restored', changedAt } as const
      await replies.updateMany({ dueAt: { $exists: true } }, { $set: change, $unset: { dueAt: '' } })
    },
    async removeAllOf(companyId: string, applicationIds: string[]): Promise<void> {
      await replies.deleteMany({ companyId, applicationId: { $in: applicationIds } })
    },
  }
}
