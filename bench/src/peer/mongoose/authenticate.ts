import { hash } from 'node:crypto'
import { Failure } from './failure.ts'
import { ApiKey } from './models.ts'

export type Scope = 'read' | 'write'

/** The company that a key acts for. */
export interface Caller {
  companyId: string
  companySlug: string
}

export async function authenticate(key: string | undefined, scope: Scope): Promise<Caller> {
  if (!key?.trim()) throw new Failure(401, 'Please provide an API key')
  const found = await ApiKey.findById(hash('sha256', key)).lean()
  if (!found || found.revokedAt) throw new Failure(403, 'Invalid API key')
  if (!found.scopes.includes(scope)) throw new Failure(403, 'Insufficient permissions')
  return found
}
