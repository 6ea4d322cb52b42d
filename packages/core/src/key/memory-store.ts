import type { ApiKey, ApiKeyStore } from './store.ts'

/** The methods that the sandbox uses. */
type MemoryApiKeyStore = Pick<
  ApiKeyStore,
  'insert' | 'findByHash' | 'recallOwner' | 'find' | 'replace' | 'remove' | 'revoke' | 'revokeFrom'
>

export type MemoryApiKey = ApiKey & { hash: string }

/** Keeps keys in a map, by id, for the sandbox. */
export function createMemoryApiKeyStore(rows = new Map<string, MemoryApiKey>()): MemoryApiKeyStore {
  const findOwn = (companyId: string, id: string) => {
    const row = rows.get(id)
    return row?.companyId === companyId ? row : undefined
  }
  const earliest = (a: Date | null, b: Date) => (a !== null && a < b ? a : b)

  return {
    async insert(key) {
      rows.set(key.id, {
        lastUsedAt: null,
        lastPushAt: null,
        lastPollAt: null,
        revokedAt: null,
        revokesAt: null,
        replaces: null,
        ...key,
      })
    },
    findByHash: async (hash) => [...rows.values()].find((row) => row.hash === hash),
    recallOwner: () => undefined,
    find: async (id, companyId) => (companyId === undefined ? rows.get(id) : findOwn(companyId, id)),
    async replace(companyId, id, replacedBy) {
      const row = findOwn(companyId, id)
      if (row === undefined || (row.replacedBy ?? replacedBy) !== replacedBy) return false
      row.replacedBy = replacedBy
      return true
    },
    async remove(companyId, id) {
      if (findOwn(companyId, id) !== undefined) rows.delete(id)
    },
    async revoke(companyId, id, at) {
      const row = findOwn(companyId, id)
      if (row !== undefined) row.revokedAt = earliest(row.revokedAt, at)
    },
    async revokeFrom(companyId, id, at) {
      const row = findOwn(companyId, id)
      if (row !== undefined) row.revokesAt = earliest(row.revokesAt, at)
    },
  }
}
