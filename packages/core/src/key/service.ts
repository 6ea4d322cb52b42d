import { hash } from 'node:crypto'
import type { Scope } from '@boardwalk/schema/api-key'
import { type KeyActor, noteAudit, type UserActor } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import { record, recordUrgently } from '../journal/service.ts'
import { tell } from '../listener.ts'
import { LETTERS_AND_DIGITS, LOWER_LETTERS_AND_DIGITS, randomText } from '../process/random.ts'
import type { ApiKey, KeyOwner, UseField } from './store.ts'

export type { ApiKey, UseField }

/** The caller of the integration API: one key of one company. */
export interface Actor extends KeyActor {
  scopes: readonly Scope[]
}

/** A new key. `key` is the secret, which is shown only once because only its hash is stored. */
export interface NewKey {
  id: string
  key: string
  name: string
  scopes: Scope[]
}

const SECRET_CHARACTERS = 32
const KEY_FORM = /^[a-z0-9]+_[A-Za-z0-9]{32}$/
/** The use of a key is noted once in this time, to save writes. */
export const USE_NOTED_EVERY_MS = 60_000
const HOUR_MS = 60 * 60 * 1000

/** Hashes a key with SHA-256, in hexadecimal. The database stores this hash and never the key. */
export const hashKey = (key: string) => hash('sha256', key)

/** Creates a key for the actor's company. */
export async function createKey(
  deps: Deps,
  actor: UserActor,
  input: { name: string; scopes: Scope[] },
): Promise<NewKey> {
  const made = await insertKey(deps, actor, input)
  await noteAudit(deps, actor, 'key_created', made.name, { keyId: made.id, scopes: made.scopes.join(', ') })
  return made
}

async function insertKey(
  deps: Deps,
  { companyId, email: createdBy }: UserActor,
  { name, scopes }: { name: string; scopes: Scope[] },
  replaces?: string,
): Promise<NewKey> {
  const prefix = deps.settings.keyPrefix
  const key = `${prefix}_${randomText(LETTERS_AND_DIGITS, SECRET_CHARACTERS)}`
  const id = `key_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const createdAt = new Date(deps.now())
  const last4 = key.slice(-4)
  await deps.apiKeys.insert({
    id,
    hash: hashKey(key),
    companyId,
    name,
    scopes,
    prefix,
    last4,
    createdBy,
    createdAt,
    ...(replaces !== undefined && { replaces }),
  })
  return { id, key, name, scopes }
}

/** Gives a key another name, which changes nothing for its callers. Throws `key_not_found`. */
export async function renameKey(
  deps: Deps,
  actor: UserActor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const former = await deps.apiKeys.rename(actor.companyId, id, name)
  if (former === undefined) throw new AppError('key_not_found', { id })
  if (former !== name) await noteAudit(deps, actor, 'key_renamed', name, { keyId: id, from: former, to: name })
}

/**
 * Lists the keys of one company, or of all, oldest first. A key whose end has passed is shown as revoked at that time.
 */
export async function listKeys(deps: Deps, companyId?: string): Promise<ApiKey[]> {
  const keys = await deps.apiKeys.list(companyId)
  return keys.map((key) =>
    isRefused(deps, key) ? { ...key, revokedAt: key.revokedAt ?? key.revokesAt, revokesAt: null } : key,
  )
}

/** Describes a key, without what would let a caller use or recognise one: no secret, no hash. */
export function describeKey(key: ApiKey) {
  const { id, name, last4, scopes, createdAt, createdBy, revokesAt, revokedAt } = key
  const { lastUsedAt, lastPushAt, lastPollAt } = key
  return {
    id,
    name,
    ending: last4,
    scopes,
    createdAt,
    createdBy,
    endsAt: revokesAt,
    revokedAt,
    lastUsedAt,
    lastPushAt,
    lastPollAt,
  }
}

/** Finds the company id of a key, for the operator. Throws `key_not_found`. */
export async function getCompanyOfKey({ apiKeys }: Deps, id: string): Promise<string> {
  const key = await apiKeys.find(id)
  if (key === undefined) throw new AppError('key_not_found', { id })
  return key.companyId
}

/**
 * Revokes a key for good. When this returns, every process refuses the key, but a request whose body has arrived may finish. It is safe to
 * repeat. If `name` is given, it must be the key's name. Throws `key_not_found` and `invalid_request`, and `not_in_journal` after it has
 * revoked the key.
 */
export async function revokeKey(
  deps: Deps,
  actor: UserActor,
  { id, name }: { id: string; name?: string },
): Promise<void> {
  const key = await findKey(deps, actor, id)
  if (name !== undefined && name !== key.name)
    throw invalidRequest([{ path: 'name', message: 'name must be the name of the key, letter by letter' }])
  const { companyId } = actor
  const at = key.revokedAt ?? new Date(deps.now())
  // Also if the key is revoked already, because the first call may have failed to write the journal.
  await recordUrgently(deps, { kind: 'key_revoked', companyId, targetId: id, at }, async () => {
    if (key.revokedAt === null) {
      await deps.apiKeys.revoke(companyId, id, at)
      await noteAudit(deps, actor, 'key_revoked', key.name, { keyId: id })
    }
    // Also if the key was revoked already: another process may have done so just now.
    await deps.waitUntilForgotten()
  })
}

/** Revokes all keys of a company that is being removed. The journal has the removal. It is safe to repeat. */
export const revokeAllKeys = (deps: Deps, companyId: string): Promise<void> =>
  deps.apiKeys.revokeAll(companyId, new Date(deps.now()))

/** Revokes a key again after the database was restored from a backup. */
export function repeatRevocation(
  deps: Deps,
  { companyId, id, at, isRevoked }: { companyId: string; id: string; at: Date; isRevoked: boolean },
): Promise<void> {
  return isRevoked ? deps.apiKeys.revoke(companyId, id, at) : deps.apiKeys.revokeFrom(companyId, id, at)
}

/**
 * Creates a new key with the same name and scopes, and revokes the old one after `revokeOldInHours` (0 means at once). A key
 * is replaced once, also if two users do it at the same moment. Throws `key_not_found`, `key_revoked` and `key_replaced`, and
 * `unavailable` before anything is created.
 */
export async function rollKey(
  deps: Deps,
  actor: UserActor,
  { id, revokeOldInHours }: { id: string; revokeOldInHours: number },
): Promise<NewKey> {
  const old = await findKey(deps, actor, id)
  if (isRefused(deps, old)) throw new AppError('key_revoked')
  if (old.replacedBy !== undefined) throw new AppError('key_replaced')
  const endsAt = new Date(deps.now() + revokeOldInHours * HOUR_MS)
  const kind = revokeOldInHours === 0 ? 'key_revoked' : 'key_ending'
  await record(deps, [{ kind, companyId: actor.companyId, targetId: id, at: endsAt }])
  const made = await insertKey(deps, actor, old, id)
  if (!(await deps.apiKeys.replace(actor.companyId, id, made.id))) {
    await deps.apiKeys.remove(actor.companyId, made.id)
    throw new AppError('key_replaced')
  }
  if (revokeOldInHours === 0) await deps.apiKeys.revoke(actor.companyId, id, endsAt)
  else await deps.apiKeys.revokeFrom(actor.companyId, id, endsAt)
  await noteAudit(deps, actor, 'key_rolled', old.name, { keyId: id, to: made.id, endsAt: endsAt.toISOString() })
  if (revokeOldInHours === 0) await deps.waitUntilForgotten()
  return made
}

/** Reads the caller's key. Throws `api_key_invalid` if it was revoked or removed meanwhile. */
export async function getOwnKey(deps: Deps, { keyId, companyId }: Pick<Actor, 'keyId' | 'companyId'>): Promise<ApiKey> {
  const key = await deps.apiKeys.find(keyId, companyId)
  if (key === undefined || isRefused(deps, key)) throw new AppError('api_key_invalid')
  return key
}

async function findKey({ apiKeys }: Deps, { companyId }: UserActor, id: string): Promise<ApiKey> {
  const key = await apiKeys.find(id, companyId)
  if (key === undefined) throw new AppError('key_not_found', { id })
  return key
}

/** Hashes the key of an `x-api-key` header. Throws `api_key_missing`, and `api_key_invalid` for a malformed key. */
export function hashHeader(header: string | undefined): string {
  const key = header?.trim() ?? ''
  if (key === '') throw new AppError('api_key_missing')
  if (!KEY_FORM.test(key)) throw new AppError('api_key_invalid')
  return hashKey(key)
}

/** Finds a key by its hash, also a revoked one. Throws `api_key_invalid` for an unknown key. */
export async function getKeyByHash(deps: Deps, keyHash: string): Promise<ApiKey> {
  const key = await deps.apiKeys.findByHash(keyHash)
  if (key === undefined) throw new AppError('api_key_invalid')
  return key
}

/**
 * Returns the owner of a key that this process must read, if it has read it before. It decides nothing, because the key may have ended
 * since: it only says what else to read at the same time.
 */
export const recallOwner = ({ apiKeys }: Deps, keyHash: string): KeyOwner | undefined => apiKeys.recallOwner(keyHash)

/** Throws `api_key_invalid` for a revoked key, as for an unknown one. */
function requireActive(deps: Deps, key: ApiKey): void {
  if (isRefused(deps, key)) throw new AppError('api_key_invalid')
}

/** Finds the key of a request that has waited, and checks it again. Throws `api_key_invalid` if it was revoked meanwhile. */
export async function checkKeyAgain(deps: Deps, keyHash: string): Promise<ApiKey> {
  const key = await getKeyByHash(deps, keyHash)
  requireActive(deps, key)
  return key
}

/** Checks a key, notes its use and returns the caller. Throws `api_key_invalid` for a revoked key. */
export function authenticate(deps: Deps, key: ApiKey): Actor {
  requireActive(deps, key)
  noteUse(deps, key, 'lastUsedAt')
  return { companyId: key.companyId, keyId: key.id, keyName: key.name, scopes: key.scopes }
}

/** Whether a key has the scope, or `scope` is `any`. */
export const hasScope = ({ scopes }: Pick<Actor, 'scopes'>, scope: Scope | 'any'): boolean =>
  scope === 'any' || scopes.includes(scope)

/** Throws `scope_missing` unless the key has the scope, or `scope` is `any`. */
export function requireScope({ scopes }: Pick<Actor, 'scopes'>, scope: Scope | 'any'): void {
  if (scope !== 'any' && !scopes.includes(scope)) throw missesScope(scope, scopes)
}

/** Makes the error of a key without a scope. An issue names the scope, because the contract fixes the message. */
export function missesScope(scope: Scope, scopes: readonly Scope[]): AppError {
  const message = `x-api-key must be a key with the scope ${scope}; this one has ${scopes.join(', ')}`
  return new AppError('scope_missing', undefined, { issues: [{ path: 'x-api-key', message }] })
}

// Does not compare `revokedAt` with the clock, so that a process whose clock is behind refuses the key too.
function isRefused({ now }: Deps, { revokedAt, revokesAt }: Pick<ApiKey, 'revokedAt' | 'revokesAt'>): boolean {
  return revokedAt !== null || (revokesAt !== null && revokesAt.getTime() <= now())
}

/** Notes the use of a key, at most once a minute. */
export function noteUse(deps: Deps, key: ApiKey, field: UseField): void {
  const nowMs = deps.now()
  const { companyId, id, [field]: before } = key
  if (nowMs - (before?.getTime() ?? 0) <= USE_NOTED_EVERY_MS) return
  const at = new Date(nowMs)
  // Also updates the cached key, so that its next use causes no second write.
  key[field] = at
  deps.keyUses.note({ companyId, id, field, at })
  tell(deps, 'keyUsed', { companyId, keyId: id, field, at, before })
}
