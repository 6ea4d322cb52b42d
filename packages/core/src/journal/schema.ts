import { type InferSchemaType, Schema } from 'mongoose'
import { date, defineCollection, objectId, oneOf, text } from '../db/collection.ts'

/** One line of the journal. It holds ids and a date, and no personal data. */
const entry = Schema.create({
  _id: objectId,
  /** What was ended for good or suspended, and a restored backup would bring back. The last entry about a suspension counts. */
  kind: oneOf([
    'application_erased',
    'key_revoked',
    'key_ending',
    'user_removed',
    'company_removed',
    'job_suspended',
    'job_resumed',
    'company_suspended',
    'company_resumed',
  ]),
  companyId: text,
  /** The id of the application, the key, the user, the job or the company. */
  targetId: text,
  /** When it ended. For `key_ending`: from when on the key is refused. */
  at: date,
})
export type EntryDocument = InferSchemaType<typeof entry>

export const openEntries = defineCollection(
  'entries',
  { noCompany: 'ids only; a company that was removed must be removed again after a restore' },
  entry,
)
