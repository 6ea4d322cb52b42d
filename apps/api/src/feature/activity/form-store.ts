import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import type { FormRecord } from './record.ts'

const KEPT_SECONDS = 14 * 24 * 60 * 60

/** Selects forms of a company: by applications, by a request, or by time. */
export type FormFilter = { applicationIds: string[] } | { requestId: string } | { since: Date; until: Date }

const openForms = defineCollection<FormRecord>('applicationForms', { companyIn: 'companyId' }, [
  // A company's forms between two instants.
  { key: { companyId: 1, at: 1 } },
  // The forms of one application.
  { key: { companyId: 1, applicationId: 1, at: 1 } },
  // One form by the id of its request.
  { key: { companyId: 1, requestId: 1 } },
  // The database forgets forms after two weeks.
  { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
])

const toQuery = (filter: FormFilter) => {
  if ('applicationIds' in filter) return { applicationId: { $in: filter.applicationIds } }
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
