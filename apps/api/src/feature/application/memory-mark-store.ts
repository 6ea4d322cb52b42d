import type { MarkStore, Scope, StoredMarks } from './mark-store.ts'

/** Keeps marks in a map. Tests and the sandbox use it. */
export function createMemoryMarkStore(): Pick<MarkStore, 'read' | 'save'> {
  const rows = new Map<string, StoredMarks>()
  const formatKey = ({ companyId, jobId }: Scope) => JSON.stringify([companyId, jobId])
  return {
    read: async (scope) => rows.get(formatKey(scope)) ?? { marks: [], revision: 0 },
    async save(scope, { marks, revision }) {
      const isCurrent = (rows.get(formatKey(scope))?.revision ?? 0) === revision
      if (isCurrent) rows.set(formatKey(scope), { marks, revision: revision + 1 })
    },
  }
}
