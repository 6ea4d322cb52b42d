import { randomBytes } from 'node:crypto'
import type { Connection } from 'mongoose'
import { defineCollection } from './collection.ts'
import { isDuplicateKey } from './connection.ts'

const openSecrets = defineCollection<{ _id: string; value: string }>('secrets', { noCompany: 'secrets of the server' })

/** Reads the server's own secrets. Each is made once, and all processes on one database share it. */
export function createSecrets(connection: Connection) {
  const secrets = openSecrets(connection)
  return async (name: 'cvLinks' | 'sessions' | 'limits'): Promise<string> => {
    // secantus: of two racing upserts both may believe that they inserted; on MongoDB one upsert would do.
    for (;;) {
      const found = await secrets.findOne({ _id: name })
      if (found !== null) return found.value
      await secrets.insertOne({ _id: name, value: randomBytes(32).toString('base64url') }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    }
  }
}
