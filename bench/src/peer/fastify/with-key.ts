import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { ApiKeyDocument, Collections, Scope } from './database.ts'
import { remember } from './remember.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The company that the request's key acts for. */
    caller: Pick<ApiKeyDocument, 'companyId' | 'companySlug'>
  }
}

const KEY_FORM = /^[a-z0-9]+_[A-Za-z0-9]{32}$/
const projection = { _id: 0, companyId: 1, companySlug: 1, scopes: 1, revokedAt: 1 } as const

type Caller = Pick<ApiKeyDocument, 'companyId' | 'companySlug' | 'scopes' | 'revokedAt'>

/** Lets a request in if its key has the scope: an `onRequest` hook, which runs before the body is read. */
export const withKey = ({ apiKeys }: Collections, scope: Scope) => {
  const find = remember<Caller>((key) => apiKeys.findOne({ _id: hash('sha256', key) }, { projection }))
  return async (request: FastifyRequest) => {
    const { 'x-api-key': key } = request.headers
    if (typeof key !== 'string' || key.trim() === '') throw new Refusal('api_key_missing')
    const found = KEY_FORM.test(key) ? await find(key) : null
    if (found === null || found.revokedAt !== null) throw new Refusal('api_key_invalid')
    if (!found.scopes.includes(scope)) throw new Refusal('scope_missing')
    request.caller = found
  }
}
