import { createHmac, randomBytes } from 'node:crypto'
import { IN_DATABASE } from '../settings.ts'
import { defineCollection } from './collection.ts'
import { type Connection, isDuplicateKey } from './connection.ts'

const openSecrets = defineCollection<{ _id: string; value: string }>('secrets', { noCompany: 'secrets of the server' })

/** Secrets for one purpose, never empty: the first signs, all are accepted. */
export type SigningSecrets = [string, ...string[]]

/**
 * Makes the secrets for signing links to CVs or sessions from the operator's list, the newest first. Each purpose has
 * secrets of its own, so that one that leaks is of no use for the other. Several processes may have lists that differ by
 * the secret that is being introduced or dropped (docs/guides/running.md).
 */
export async function deriveSigningSecrets(
  list: readonly string[],
  purpose: 'cvLinks' | 'sessions',
  readSecret: ReturnType<typeof createSecrets>,
): Promise<SigningSecrets> {
  const [first, ...others] = await Promise.all(
    list.map((secret) =>
      secret === IN_DATABASE
        ? readSecret(purpose)
        : createHmac('sha256', secret).update(`boardwalk ${purpose}`).digest('base64url'),
    ),
  )
  if (first === undefined) throw new Error('there must be a secret that signs')
  return [first, ...others]
}

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
