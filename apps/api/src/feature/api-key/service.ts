import { createHash } from 'node:crypto'
import type { Scope } from '@boardwalk/schema/api-key'
import type { Background } from '../../background.ts'
import type { Clock } from '../../clock.ts'
import { waitUntilForgotten } from '../../db/cache.ts'
import { AppError, invalidRequest } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { LETTERS_AND_DIGITS, LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import type { WithSettings } from '../../settings.ts'
import { type Administrator, noteAudit } from '../audit/service.ts'
import type { ApiKey, ApiKeyStore, UseField } from './store.ts'

/** Who calls: one key of one company. */
export interface Actor {
  companyId: string
  keyId: string
  scopes: readonly Scope[]
}

/** What a call does, as its company looks at it: pushes jobs, polls candidates, or neither. */
export type KeyUse = 'push' | 'poll' | 'look'

/** A new key. The key itself is in this answer and nowhere else: only its hash is kept. */
export interface NewKey {
  id: string
  key: string
  name: string
  scopes: Scope[]
}

const SECRET_CHARACTERS = 32
const KEY_FORM = /^[a-z0-9]+_[A-Za-z0-9]{32}$/
const USE_NOTED_EVERY_MS = 60_000
const HOUR_MS = 60 * 60 * 1000

type Keys<Call extends keyof ApiKeyStore> = { apiKeys: Pick<ApiKeyStore, Call> }
type InsertDeps = Keys<'insert'> & Clock & WithSettings<'keyPrefix'>
type NoteUseDeps = Keys<'noteUse'> & Clock & { background: Pick<Background, 'run'> }

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** Makes a key of the actor's company. */
export async function createKey(
  deps: InsertDeps & Needs<typeof noteAudit>,
  actor: Administrator,
  input: { name: string; scopes: Scope[] },
): Promise<NewKey> {
  const made = await insertKey(deps, actor, input)
  await noteAudit(deps, actor, 'key_created', made.name, { keyId: made.id, scopes: made.scopes.join(', ') })
  return made
}

async function insertKey(
  deps: InsertDeps,
  { companyId, email: createdBy }: Administrator,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<NewKey> {
  const prefix = deps.settings.keyPrefix
  const key = `${prefix}_${randomText(LETTERS_AND_DIGITS, SECRET_CHARACTERS)}`
  const id = `key_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const createdAt = new Date(deps.now())
  const last4 = key.slice(-4)
  await deps.apiKeys.insert({ id, hash: hashOf(key), companyId, name, scopes, prefix, last4, createdBy, createdAt })
  return { id, key, name, scopes }
}

/** The keys of one company or of all, oldest first. One whose end has come is revoked since then. */
export async function listKeys(deps: Keys<'list'> & Clock, companyId?: string): Promise<ApiKey[]> {
  const keys = await deps.apiKeys.list(companyId)
  return keys.map((key) =>
    isRefused(deps, key) ? { ...key, revokedAt: key.revokedAt ?? key.revokesAt, revokesAt: null } : key,
  )
}

/** The company of a key, for the operator. Throws `key_not_found`. */
export async function companyOfKey({ apiKeys }: Keys<'find'>, id: string): Promise<string> {
  const key = await apiKeys.find(id)
  if (key === undefined) throw new AppError('key_not_found', { id })
  return key.companyId
}

/**
 * Ends a key for good; once more changes nothing. Once this answers, every process refuses the key. `name`, if given,
 * must be its name. Throws `key_not_found` and `invalid_request`.
 */
export async function revokeKey(
  deps: Keys<'find' | 'revoke'> & Needs<typeof noteAudit>,
  actor: Administrator,
  { id, name }: { id: string; name?: string },
): Promise<void> {
  const key = await findKey(deps, actor, id)
  if (name !== undefined && name !== key.name)
    throw invalidRequest([{ path: 'name', message: 'name must be the name of the key, letter by letter' }])
  if (key.revokedAt === null) {
    await deps.apiKeys.revoke(actor.companyId, id, new Date(deps.now()))
    await noteAudit(deps, actor, 'key_revoked', key.name, { keyId: id })
  }
  // Also for one that somebody else is revoking at this moment.
  await waitUntilForgotten()
}

/**
 * Makes a key of the same name and scopes, and ends the old one, at once or in so many hours. Throws `key_not_found` and
 * `key_revoked`.
 */
export async function rollKey(
  deps: Keys<'find' | 'revoke' | 'revokeFrom'> & InsertDeps & Needs<typeof noteAudit>,
  actor: Administrator,
  { id, revokeOldInHours }: { id: string; revokeOldInHours: number },
): Promise<NewKey> {
  const old = await findKey(deps, actor, id)
  if (isRefused(deps, old)) throw new AppError('key_revoked')
  const made = await insertKey(deps, actor, old)
  const endsAt = new Date(deps.now() + revokeOldInHours * HOUR_MS)
  if (revokeOldInHours === 0) await deps.apiKeys.revoke(actor.companyId, id, endsAt)
  else await deps.apiKeys.revokeFrom(actor.companyId, id, endsAt)
  await noteAudit(deps, actor, 'key_rolled', old.name, { keyId: id, to: made.id, endsAt: endsAt.toISOString() })
  if (revokeOldInHours === 0) await waitUntilForgotten()
  return made
}

/** When a key was first used, or since then last, and null until then. Throws `key_not_found`. */
export async function lastUseOf(
  deps: Keys<'find'>,
  actor: Administrator,
  { id }: { id: string },
): Promise<Date | null> {
  return (await findKey(deps, actor, id)).lastUsedAt
}

async function findKey({ apiKeys }: Keys<'find'>, { companyId }: Administrator, id: string): Promise<ApiKey> {
  const key = await apiKeys.find(id, companyId)
  if (key === undefined) throw new AppError('key_not_found', { id })
  return key
}

/**
 * The key in the `x-api-key` header, whether it still works or not. Throws `api_key_missing`, and `api_key_invalid` for
 * a malformed or an unknown one.
 */
export async function keyOfHeader(deps: Keys<'findByHash'>, header: string | undefined): Promise<ApiKey> {
  const key = header?.trim() ?? ''
  if (key === '') throw new AppError('api_key_missing')
  const found = KEY_FORM.test(key) ? await deps.apiKeys.findByHash(hashOf(key)) : undefined
  if (found === undefined) throw new AppError('api_key_invalid')
  return found
}

/** Throws `api_key_invalid` for a revoked key, in the words for an unknown one. */
export function requireActive(deps: Clock, key: ApiKey): void {
  if (isRefused(deps, key)) throw new AppError('api_key_invalid')
}

/** Who calls with a key; its use is noted. Throws `api_key_invalid` for a revoked one. */
export function authenticate(deps: NoteUseDeps, key: ApiKey, use: KeyUse): Actor {
  requireActive(deps, key)
  noteUse(deps, key, use)
  return { companyId: key.companyId, keyId: key.id, scopes: key.scopes }
}

/** Throws `scope_missing` unless the key has the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!actor.scopes.includes(scope)) throw new AppError('scope_missing')
}

// What somebody revokes now is over on a node too whose clock is behind.
function isRefused({ now }: Clock, { revokedAt, revokesAt }: Pick<ApiKey, 'revokedAt' | 'revokesAt'>): boolean {
  return revokedAt !== null || (revokesAt !== null && revokesAt.getTime() <= now())
}

const useFields: Record<KeyUse, UseField[]> = {
  push: ['lastUsedAt', 'lastPushAt'],
  poll: ['lastUsedAt', 'lastPollAt'],
  look: ['lastUsedAt'],
}

/** A first use at once; later ones to the minute. */
function noteUse(deps: NoteUseDeps, key: ApiKey, use: KeyUse): void {
  const nowMs = deps.now()
  const fields = useFields[use]
  if (fields.every((field) => nowMs - (key[field]?.getTime() ?? 0) <= USE_NOTED_EVERY_MS)) return
  // The key is remembered for a while, and its next use need not be noted again.
  for (const field of fields) key[field] = new Date(nowMs)
  deps.background.run('note the use of a key', () =>
    deps.apiKeys.noteUse(key.companyId, key.id, fields, new Date(nowMs)),
  )
}
