import type { Scope } from '@boardwalk/schema/api-key'
import { type Connection, Schema } from 'mongoose'

export interface ApiKey {
  /** SHA-256 of the key, in hexadecimal: all that is kept of it. */
  id: string
  companyId: string
  name: string
  scopes: Scope[]
  /** The key's last four characters, so that a person can tell one from another. */
  last4: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

type ApiKeyDocument = Omit<ApiKey, 'id' | 'lastUsedAt' | 'revokedAt'> & {
  _id: string
  lastUsedAt?: Date
  revokedAt?: Date
}

const schema = new Schema<ApiKeyDocument>(
  {
    _id: { type: String, required: true },
    companyId: { type: String, required: true },
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    last4: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date },
    revokedAt: { type: Date },
  },
  { versionKey: false, collection: 'apiKeys' },
)
// The list of a company's keys.
schema.index({ companyId: 1 })

const plain = ({ _id, lastUsedAt, revokedAt, ...fields }: ApiKeyDocument): ApiKey => ({
  id: _id,
  ...fields,
  lastUsedAt: lastUsedAt ?? null,
  revokedAt: revokedAt ?? null,
})

export function apiKeyStore(connection: Connection) {
  const keys = connection.model('ApiKey', schema)
  return {
    async insert({ id, ...fields }: Omit<ApiKey, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
      await keys.create({ _id: id, ...fields })
    },
    async find(id: string): Promise<ApiKey | undefined> {
      const found = await keys.findById(id).lean()
      return found === null ? undefined : plain(found)
    },
    /** Every key, or one company's, oldest first. */
    async list(companyId?: string): Promise<ApiKey[]> {
      const found = await keys
        .find(companyId === undefined ? {} : { companyId })
        .sort({ createdAt: 1 })
        .lean()
      return found.map(plain)
    },
    /** False where there is no such key. A key revoked before keeps its first time. */
    async revoke(id: string, at: Date): Promise<boolean> {
      const { matchedCount } = await keys.updateOne({ _id: id }, { $min: { revokedAt: at } })
      return matchedCount === 1
    },
    /** Notes the use of a key unless one was noted after `before`. */
    async noteUse(id: string, at: Date, before: Date): Promise<void> {
      await keys.updateOne(
        { _id: id, $or: [{ lastUsedAt: { $exists: false } }, { lastUsedAt: { $lt: before } }] },
        { $set: { lastUsedAt: at } },
      )
    },
  }
}
