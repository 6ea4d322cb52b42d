import { createHash } from 'node:crypto'
import type { Scope } from '@boardwalk/schema/api-key'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import type { ApiKey } from './store.ts'

/** Who calls: one key of one company. */
export interface Actor {
  companyId: string
  keyId: string
  scopes: readonly Scope[]
}

const SECRET_CHARACTERS = 32
const KEY_FORM = /^[a-z0-9]+_[A-Za-z0-9]{32}$/
const USE_NOTED_EVERY_MS = 60_000

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** Makes a key of a company. The key itself is in this answer and nowhere else: only its hash is kept. */
export async function createKey(
  deps: Pick<Deps, 'apiKeys' | 'now' | 'settings'>,
  input: { companyId: string; name: string; scopes: Scope[] },
): Promise<{ id: string; key: string; scopes: Scope[] }> {
  const key = `${deps.settings.keyPrefix}_${randomText(LETTERS_AND_DIGITS, SECRET_CHARACTERS)}`
  const id = hashOf(key)
  await deps.apiKeys.insert({ id, ...input, last4: key.slice(-4), createdAt: new Date(deps.now()) })
  return { id, key, scopes: input.scopes }
}

/** The keys of one company or of all, revoked ones too. */
export function listKeys(deps: Pick<Deps, 'apiKeys'>, companyId?: string): Promise<ApiKey[]> {
  return deps.apiKeys.list(companyId)
}

/** Ends a key for good. Throws `key_not_found`. */
export async function revokeKey(deps: Pick<Deps, 'apiKeys' | 'now'>, id: string): Promise<void> {
  if (!(await deps.apiKeys.revoke(id, new Date(deps.now())))) throw new AppError('key_not_found', { id })
}

/**
 * Finds out who calls from the `x-api-key` header. Throws `api_key_missing`, and `api_key_invalid` for a malformed,
 * unknown or revoked key alike. The database is asked each time, so that a revocation takes effect at once everywhere.
 */
export async function authenticate(
  deps: Pick<Deps, 'apiKeys' | 'now' | 'background'>,
  header: string | undefined,
): Promise<Actor> {
  const key = header?.trim() ?? ''
  if (key === '') throw new AppError('api_key_missing')
  const found = KEY_FORM.test(key) ? await deps.apiKeys.find(hashOf(key)) : undefined
  if (found === undefined || found.revokedAt !== null) throw new AppError('api_key_invalid')
  noteUse(deps, found)
  return { companyId: found.companyId, keyId: found.id, scopes: found.scopes }
}

/** Throws `scope_missing` unless the key has the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.includes(scope)) throw new AppError('scope_missing')
}

function noteUse(deps: Pick<Deps, 'apiKeys' | 'now' | 'background'>, key: ApiKey): void {
  const nowMs = deps.now()
  const before = new Date(nowMs - USE_NOTED_EVERY_MS)
  if (key.lastUsedAt !== null && key.lastUsedAt >= before) return
  deps.background.run('note the use of a key', () => deps.apiKeys.noteUse(key.id, new Date(nowMs), before))
}
