import { createHmac, randomBytes } from 'node:crypto'
import { Schema } from 'mongoose'
import { IN_DATABASE } from '../process/settings.ts'
import { defineCollection, text } from './collection.ts'
import type { Connection } from './connection.ts'

const openSecrets = defineCollection(
  'secrets',
  { noCompany: 'secrets of the server' },
  Schema.create({ _id: text, value: text }),
)

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
    const $setOnInsert = { value: randomBytes(32).toString('base64url') }
    const secret = await secrets.findOneAndUpdate(
      { _id: name },
      { $setOnInsert },
      { upsert: true, returnDocument: 'after' },
    )
    if (secret === null) throw new Error('an upsert always answers a row')
    return secret.value
  }
}
