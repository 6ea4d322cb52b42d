import { hash } from 'node:crypto'
import type { ApiKeyDocument, Collections, Scope } from './database.ts'
import { Refusal } from './refusal.ts'

/** Whose key a request came with. */
export type Actor = Pick<ApiKeyDocument, 'companyId' | 'companySlug'>

const KEY_FORM = /^[a-z0-9]+_[A-Za-z0-9]{32}$/
const projection = { _id: 0, companyId: 1, companySlug: 1, scopes: 1, revokedAt: 1 } as const

/** The company of a key, by one read. Throws 401 and 403. */
export async function authenticate(
  { apiKeys }: Collections,
  key: string | string[] | undefined,
  scope: Scope,
): Promise<Actor> {
  if (typeof key !== 'string' || key.trim() === '') throw new Refusal(401, 'Please provide an API key')
  const found = KEY_FORM.test(key) ? await apiKeys.findOne({ _id: hash('sha256', key) }, { projection }) : null
  if (found === null || found.revokedAt !== null) throw new Refusal(403, 'Invalid API key')
  if (!found.scopes.includes(scope)) throw new Refusal(403, 'Insufficient permissions')
  return found
}
