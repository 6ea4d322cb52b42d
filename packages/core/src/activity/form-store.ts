import type { Connection } from '../db/connection.ts'
import { beginningWith } from '../db/word-pattern.ts'
import { type FormRecord, openForms } from './schema.ts'

/** Selects forms of a company: by applications, by a request, by the reference of one of them, or by time. */
export type FormFilter =
  | { applicationIds: string[] }
  | { applicationReference: string }
  | { requestId: string }
  | { requestReference: string }
  | { since: Date; until: Date }

const toQuery = (filter: FormFilter) => {
  if ('applicationIds' in filter) return { applicationId: { $in: filter.applicationIds } }
  if ('applicationReference' in filter) return { applicationId: beginningWith(filter.applicationReference) }
  if ('requestReference' in filter) return { requestId: beginningWith(filter.requestReference) }
  return 'requestId' in filter ? filter : { at: { $gte: filter.since, $lte: filter.until } }
}

export function createFormStore(connection: Connection) {
  const forms = openForms(connection)
  return {
    async insertMany(records: FormRecord[]): Promise<void> {
      // One server's acknowledgement is enough, because Boardwalk does not promise that every form is recorded.
      const writeConcern = { w: 1, journal: false }
      await forms.insertMany(
        records.map((record) => ({ ...record })),
        { ordered: false, writeConcern },
      )
    },
    /** Lists the oldest forms that match, oldest first. */
    async list(companyId: string, filter: FormFilter, formsMax: number): Promise<FormRecord[]> {
      const found = await forms
        .find({ companyId, ...toQuery(filter) }, { projection: { _id: 0 }, sort: { at: 1 }, limit: formsMax })
        .toArray()
      return found
    },
  }
}
