import type { HeldApplication, HeldStore } from './held-store.ts'

/** Keeps what is held back in a map, for the sandbox, where no user lets anything in. */
export function createMemoryHeldStore(): Pick<HeldStore, 'insert' | 'find' | 'listByEmail' | 'decide' | 'remove'> {
  const rows = new Map<string, HeldApplication>()
  const findRow = (companyId: string, id: string) => {
    const row = rows.get(id)
    return row?.companyId === companyId ? row : undefined
  }
  return {
    async insert(held) {
      if (!rows.has(held.id)) rows.set(held.id, held)
    },
    find: async (companyId, id) => findRow(companyId, id),
    async listByEmail(companyId, email) {
      return [...rows.values()].filter(
        (row) => row.companyId === companyId && row.email.toLowerCase() === email.toLowerCase(),
      )
    },
    decide: async (companyId, id) => findRow(companyId, id),
    async remove(companyId, ids) {
      for (const id of ids) if (findRow(companyId, id) !== undefined) rows.delete(id)
    },
  }
}
