import { randomBytes } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from './connection.ts'

const schema = new Schema<{ _id: string; value: string }>(
  { _id: { type: String, required: true }, value: { type: String, required: true } },
  { versionKey: false, collection: 'secrets' },
)

/** The server's own secrets: each made once, shared by all processes over one database. */
export function createSecrets(connection: Connection) {
  const secrets = connection.model('Secret', schema)
  return async (name: 'cvLinks' | 'sessions' | 'limits'): Promise<string> => {
    // secantus: of two racing upserts both may believe that they inserted; on MongoDB one upsert would do.
    for (;;) {
      const found = await secrets.findById(name).lean()
      if (found !== null) return found.value
      await secrets.create({ _id: name, value: randomBytes(32).toString('base64url') }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    }
  }
}
