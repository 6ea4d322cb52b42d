import { LRUCache } from 'lru-cache'
import type { Connection } from '../db/connection.ts'
import { batch, createCache } from '../db/once.ts'
import { createOnce } from '../db/row.ts'
import { type ApiKeyDocument, openKeys } from './schema.ts'

/** The fields that store when a key was used. */
export type UseField = 'lastUsedAt' | 'lastPushAt' | 'lastPollAt'

/** A use of a key. `field` is the one that gets the time of the use. */
export interface NotedUse {
  companyId: string
  id: string
  field: UseField
  at: Date
}

/** The members that a row lacks until they have a value. */
type Absent = UseField | 'revokedAt' | 'revokesAt' | 'replaces'

/** A key of one company, without the secret. A member that the row lacks is null. */
export type ApiKey = Omit<ApiKeyDocument, '_id' | 'keyId' | Absent> & {
  id: string
  replaces: string | null
} & Record<Exclude<Absent, 'replaces'>, Date | null>

/** What never changes of a key. */
export type KeyOwner = Pick<ApiKey, 'companyId' | 'scopes'>

/** The number of keys whose owner a process remembers. */
const OWNERS_MAX = 10_000

const fromDocument = ({ _id, keyId, ...fields }: ApiKeyDocument): ApiKey => ({
  lastUsedAt: null,
  lastPushAt: null,
  lastPollAt: null,
  revokedAt: null,
  revokesAt: null,
  replaces: null,
  ...fields,
  id: keyId,
})

export function createApiKeyStore(connection: Connection) {
  const keys = openKeys(connection)

  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const owners = new LRUCache<string, KeyOwner>({ maxSize: OWNERS_MAX, sizeCalculation: () => 1 })

  /** Remembers the owner of a key that was read, unless the key has an end. */
  function noteOwner(hash: string, key: ApiKey | undefined): void {
    if (key === undefined || key.revokedAt !== null || key.revokesAt !== null) owners.delete(hash)
    else owners.set(hash, { companyId: key.companyId, scopes: key.scopes })
  }

  /** Callers at the same moment share a query, even of different companies. */
  const findByHash = batch(async (hashes: readonly string[]): Promise<(ApiKey | undefined)[]> => {
    const found = await keys.find({ _id: { $in: [...hashes] } }).toArray()
    const byHash = new Map(found.map((row) => [row._id, fromDocument(row)]))
    for (const hash of hashes) noteOwner(hash, byHash.get(hash))
    return hashes.map((hash) => byHash.get(hash))
  })
  const byHash = createCache(findByHash)

  async function noteUsesOfField(field: UseField, uses: NotedUse[]): Promise<void> {
    const at = new Date(Math.max(...uses.map((use) => use.at.getTime())))
    await keys.updateMany(
      { keyId: { $in: uses.map(({ id }) => id) }, companyId: { $in: uses.map(({ companyId }) => companyId) } },
      { $max: { [field]: at } },
      // One server's acknowledgement is enough, because the next use of the key is noted too.
      { writeConcern: { w: 1, journal: false } },
    )
  }

  async function revokeMatching(filter: { companyId: string; keyId?: string }, at: Date): Promise<void> {
    await keys.updateMany(filter, { $min: { revokedAt: at } })
    byHash.forget()
  }

  return {
    async insert({ id, hash, ...fields }: Omit<ApiKey, Absent> & { hash: string; replaces?: string }): Promise<void> {
      await createOnce(keys, { _id: hash, keyId: id, ...fields })
    },
    /** Finds a key in a cache that is less than a second old. A change by this process shows at once. */
    findByHash: (hash: string): Promise<ApiKey | undefined> => byHash.find(hash),
    /** Returns the owner of a key that had no end when this process last read it, if `findByHash` must read it again. */
    recallOwner: (hash: string): KeyOwner | undefined => (byHash.has(hash) ? undefined : owners.get(hash)),
    /** Finds a key of one company, or of any company for the operator. */
    async find(id: string, companyId?: string): Promise<ApiKey | undefined> {
      const found = await keys.findOne({ keyId: id, ...(companyId !== undefined && { companyId }) })
      return found === null ? undefined : fromDocument(found)
    },
    /** Lists every key, or one company's keys, oldest first. */
    async list(companyId?: string): Promise<ApiKey[]> {
      const found = await keys
        .find(companyId === undefined ? {} : { companyId })
        .sort({ createdAt: 1, _id: 1 })
        .toArray()
      return found.map(fromDocument)
    },
    /** Gives a key another name. Returns the former name; undefined if the company has no such key. */
    async rename(companyId: string, id: string, name: string): Promise<string | undefined> {
      const former = await keys.findOneAndUpdate({ companyId, keyId: id }, { $set: { name } })
      return former?.name
    },
    /** Notes which key replaces a key. False if a third key replaces it already. */
    async replace(companyId: string, id: string, replacedBy: string): Promise<boolean> {
      const filter = { companyId, keyId: id, $or: [{ replacedBy: { $exists: false } }, { replacedBy }] }
      return (await keys.updateOne(filter, { $set: { replacedBy } })).matchedCount === 1
    },
    /** Deletes a key whose secret was never shown. */
    async remove(companyId: string, id: string): Promise<void> {
      await keys.deleteOne({ companyId, keyId: id })
    },
    /** Revokes a key. A revoked key keeps the time of its first revocation. */
    revoke: (companyId: string, id: string, at: Date): Promise<void> => revokeMatching({ companyId, keyId: id }, at),
    /** Revokes all keys of a company. */
    revokeAll: (companyId: string, at: Date): Promise<void> => revokeMatching({ companyId }, at),
    /** Sets the instant from which a key is refused. An earlier instant stays. */
    async revokeFrom(companyId: string, id: string, at: Date): Promise<void> {
      await keys.updateOne({ companyId, keyId: id }, { $min: { revokesAt: at } })
      byHash.forget()
    },
    /**
     * Stores when keys were used, with one command for each field. All uses of a field get the time of the latest. A later time
     * that is already stored stays.
     */
    async noteUses(uses: NotedUse[]): Promise<void> {
      const byField = new Map<UseField, NotedUse[]>()
      for (const use of uses) {
        const ofField = byField.get(use.field)
        if (ofField === undefined) byField.set(use.field, [use])
        else ofField.push(use)
      }
      await Promise.all([...byField].map(([field, ofField]) => noteUsesOfField(field, ofField)))
    },
  }
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>
