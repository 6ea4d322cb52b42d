import type { Scope } from '@boardwalk/schema/api-key'
import type { Connection } from 'mongoose'
import { createCache } from '../../db/cache.ts'
import { defineCollection } from '../../db/collection.ts'
import { createOnce } from '../../db/create-once.ts'

export interface ApiKey {
  /** The name of the key in logs and in the API. It has no part of the key itself. */
  id: string
  companyId: string
  name: string
  scopes: Scope[]
  /** The part of the key before the `_`, and its last four characters, so that a person can tell keys apart. */
  prefix: string
  last4: string
  /** An administrator's address, or `operator`. */
  createdBy: string
  createdAt: Date
  lastUsedAt: Date | null
  /** The last use that created, changed, unpublished or linked jobs. */
  lastPushAt: Date | null
  /** The last use that asked for candidates. */
  lastPollAt: Date | null
  /** Since when it is refused, whatever the clock of a process says. */
  revokedAt: Date | null
  /** From when on it is refused; null if no end is set. */
  revokesAt: Date | null
}

/** The instants of a key's use that are stored. */
export type UseField = 'lastUsedAt' | 'lastPushAt' | 'lastPollAt'

type Instants = Record<UseField | 'revokedAt' | 'revokesAt', Date>
type ApiKeyDocument = Omit<ApiKey, 'id' | keyof Instants> & Partial<Instants> & { _id: string; keyId: string }

const openKeys = defineCollection<ApiKeyDocument>('apiKeys', [
  // The list of a company's keys.
  { key: { companyId: 1 } },
  // One key by its id.
  { key: { keyId: 1 } },
])

const plain = ({ _id, keyId, ...fields }: ApiKeyDocument): ApiKey => ({
  lastUsedAt: null,
  lastPushAt: null,
  lastPollAt: null,
  revokedAt: null,
  revokesAt: null,
  ...fields,
  id: keyId,
})

export function createApiKeyStore(connection: Connection) {
  const keys = openKeys(connection)

  const byHash = createCache(async (hash: string): Promise<ApiKey | undefined> => {
    const found = await keys.findOne({ _id: hash })
    return found === null ? undefined : plain(found)
  })

  return {
    async insert({ id, hash, ...fields }: Omit<ApiKey, keyof Instants> & { hash: string }): Promise<void> {
      await createOnce(keys, { _id: hash, keyId: id, ...fields })
    },
    /** A key from a cache that is less than a second old. A change by this process shows at once. */
    findByHash: (hash: string): Promise<ApiKey | undefined> => byHash.find(hash),
    /** A key of one company or, for the operator, of any. */
    async find(id: string, companyId?: string): Promise<ApiKey | undefined> {
      const found = await keys.findOne({ keyId: id, ...(companyId !== undefined && { companyId }) })
      return found === null ? undefined : plain(found)
    },
    /** Every key, or one company's, oldest first. */
    async list(companyId?: string): Promise<ApiKey[]> {
      const found = await keys
        .find(companyId === undefined ? {} : { companyId })
        .sort({ createdAt: 1, _id: 1 })
        .toArray()
      return found.map(plain)
    },
    /** Ends a key. A revoked key keeps the time of its first revocation. */
    async revoke(companyId: string, id: string, at: Date): Promise<void> {
      await keys.updateOne({ companyId, keyId: id }, { $min: { revokedAt: at } })
      byHash.forget()
    },
    /** Sets the end of a key. An earlier end stays. */
    async revokeFrom(companyId: string, id: string, at: Date): Promise<void> {
      await keys.updateOne({ companyId, keyId: id }, { $min: { revokesAt: at } })
      byHash.forget()
    },
    /** Stores when a key was used. A later time stays. */
    async noteUse(companyId: string, id: string, fields: UseField[], at: Date): Promise<void> {
      await keys.updateOne({ companyId, keyId: id }, { $max: Object.fromEntries(fields.map((field) => [field, at])) })
    },
  }
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>
