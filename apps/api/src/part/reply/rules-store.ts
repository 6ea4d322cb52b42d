import { type Connection, isDuplicateKey } from '@boardwalk/core/db/connection'
import { openReplyRules, type ReplyRulesDocument } from './schema.ts'

/** How a company replies. `revision` is 0 before its first change. */
export type ReplyRules = Omit<ReplyRulesDocument, '_id' | 'token'>

/** How long a refusal waits at first. */
const DELAY_MINUTES = 60

/** The rules of a company that has set none. */
const atFirst: ReplyRules = {
  revision: 0,
  delayMinutes: DELAY_MINUTES,
  tellsKeyRefusals: false,
  templates: {},
}

export function createReplyRulesStore(connection: Connection) {
  const rules = openReplyRules(connection)
  return {
    /** Reads how a company replies. */
    async find(companyId: string): Promise<ReplyRules> {
      const found = await rules.findOne({ _id: companyId })
      if (found === null) return atFirst
      const { revision, delayMinutes, tellsKeyRefusals, templates } = found
      return { revision, delayMinutes, tellsKeyRefusals, templates }
    },
    /** Replaces the rules that have a revision by those of the next. False if another call has replaced them. `token` names the call. */
    async replace(companyId: string, { revision, ...changed }: ReplyRules, token: string): Promise<boolean> {
      const filter = { _id: companyId, $or: [{ revision }, { token }] }
      const change = { $set: { ...changed, token, revision: revision + 1 } }
      try {
        const { matchedCount, upsertedCount } = await rules.updateOne(filter, change, { upsert: revision === 0 })
        return matchedCount + upsertedCount === 1
      } catch (error) {
        // The company has rules of another revision.
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
  }
}
