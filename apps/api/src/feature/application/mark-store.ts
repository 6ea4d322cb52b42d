import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { createOnce } from '../../db/create-once.ts'
import { batch } from '../../db/once.ts'
import type { ApplicationFilter } from './application.ts'

/** All applications of a company, or those of one of its jobs. */
export type Scope = Pick<ApplicationFilter, 'companyId' | 'jobId'>

/** A count that never changes: `total` applications have a date up to `throughMs`. */
export interface Mark {
  throughMs: number
  total: number
}

/** The marks of a scope by date. Each change raises `revision`; 0 says that nothing is stored. */
export interface StoredMarks {
  marks: Mark[]
  revision: number
}

interface MarksDocument {
  _id: string
  companyId: string
  revision: number
  /** The dates of the marks, and the totals in the same order. Two lists are half as large as one of pairs. */
  dates: Date[]
  totals: number[]
}

const openMarks = defineCollection<MarksDocument>('applicationCounts', { companyIn: 'companyId' }, [
  // All marks of a company, which a restore of the database deletes.
  { key: { companyId: 1 } },
])

const formatId = ({ companyId, jobId }: Scope): string => (jobId === undefined ? companyId : `${companyId} ${jobId}`)

function toStoredMarks(found: MarksDocument | undefined): StoredMarks {
  if (found === undefined) return { marks: [], revision: 0 }
  const { dates, totals, revision } = found
  return { marks: dates.map((date, index) => ({ throughMs: date.getTime(), total: totals[index] ?? 0 })), revision }
}

/** Stores marks: one row for each company or job that has many applications. */
export function createMarkStore(connection: Connection) {
  const rows = openMarks(connection)

  async function readAll(scopes: readonly Scope[]): Promise<StoredMarks[]> {
    const companyIds = scopes.map(({ companyId }) => companyId)
    const found = await rows.find({ _id: { $in: scopes.map(formatId) }, companyId: { $in: companyIds } }).toArray()
    const byId = new Map(found.map((row) => [row._id, row]))
    return scopes.map((scope) => toStoredMarks(byId.get(formatId(scope))))
  }

  return {
    /** Reads the marks of a scope. Callers at the same moment share a query, whatever their companies. */
    read: batch(readAll),
    /**
     * Replaces the marks of a scope. Does nothing if another process has changed them since they were read. Then this
     * process counts these applications once more when it next reads the marks.
     */
    async save(scope: Scope, { marks, revision }: StoredMarks): Promise<void> {
      const id = { _id: formatId(scope), companyId: scope.companyId }
      const lists = {
        dates: marks.map(({ throughMs }) => new Date(throughMs)),
        totals: marks.map(({ total }) => total),
      }
      if (revision === 0) await createOnce(rows, { ...id, revision: 1, ...lists })
      else await rows.updateOne({ ...id, revision }, { $set: { revision: revision + 1, ...lists } })
    },
    /** Forgets all marks of a company: after a restore, applications are missing that they counted. */
    async removeAll(companyId: string): Promise<void> {
      await rows.deleteMany({ companyId })
    },
  }
}
export type MarkStore = ReturnType<typeof createMarkStore>
