import type { Paging } from '@boardwalk/schema/page'
import type { Clock } from '../../process/clock.ts'
import { type Application, type ApplicationFilter, erasedFields } from './application.ts'
import type { ApplicationStore } from './store.ts'

type Call = 'insertNew' | 'findByIds' | 'list' | 'count' | 'listChanged' | 'setStatus' | 'listByEmail' | 'erase'

/** Keeps applications in a map, by id. A change puts a new row into the map, so a copy of the map does not change. */
export function createMemoryApplicationStore(
  rows = new Map<string, Application>(),
  { now }: Clock = { now: Date.now },
): Pick<ApplicationStore, Call> {
  /** When each application was changed, in milliseconds. */
  const changedAt = new Map<string, number>()
  const listRows = (companyId: string) => [...rows.values()].filter((row) => row.companyId === companyId)

  function findMatches({ companyId, jobId, afterMs, throughMs }: ApplicationFilter): Application[] {
    return listRows(companyId).filter((row) => {
      const ms = row.date.getTime()
      return ms > afterMs && ms <= throughMs && (jobId === undefined || row.jobId === jobId)
    })
  }

  /** Takes one page, ascending by date. */
  const takePage = (found: Application[], { page, pageSize }: Paging) =>
    found.toSorted((a, b) => a.date.getTime() - b.date.getTime()).slice((page - 1) * pageSize, page * pageSize)

  function change(companyId: string, id: string, changes: Partial<Application>): boolean {
    const row = rows.get(id)
    if (row?.companyId !== companyId) return false
    rows.set(id, { ...row, ...changes })
    changedAt.set(id, now())
    return true
  }

  return {
    async insertNew(companyId, delivered) {
      const storedBefore = delivered.flatMap(({ id, date }) => {
        const row = rows.get(id)
        return row !== undefined && row.date.getTime() !== date.getTime() ? [row] : []
      })
      for (const application of delivered) {
        if (rows.has(application.id)) continue
        const isTaken = listRows(companyId).some(({ date }) => date.getTime() === application.date.getTime())
        if (isTaken) throw new Error(`another application of the company has the date of ${application.id}`)
        rows.set(application.id, application)
      }
      return storedBefore
    },
    findByIds: async (companyId, ids) => listRows(companyId).filter(({ id }) => ids.includes(id)),
    list: async (filter, paging) => takePage(findMatches(filter), paging),
    async listChanged({ companyId, changedSince, jobIds, afterMs, throughMs = Number.POSITIVE_INFINITY }, paging) {
      const changed = findMatches({ companyId, afterMs, throughMs }).filter(
        ({ id, jobId }) => (changedAt.get(id) ?? 0) > changedSince.getTime() || jobIds.includes(jobId),
      )
      return { applications: takePage(changed, paging), total: changed.length }
    },
    count: async (filter) => findMatches(filter).length,
    setStatus: async (companyId, id, status) => change(companyId, id, { status }),
    async listByEmail(companyId, email) {
      return listRows(companyId).filter((row) => row.email.toLowerCase() === email.toLowerCase())
    },
    async erase(companyId, id, erasedAt) {
      if (rows.get(id)?.erasedAt === undefined) change(companyId, id, { ...erasedFields, erasedAt })
    },
  }
}
