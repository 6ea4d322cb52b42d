import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { Refusal } from '../refusal.ts'
import { ApiKey } from './models.ts'

/** The company that a key acts for. */
export interface Caller {
  companyId: string
  companySlug: string
}

declare global {
  namespace Express {
    interface Locals {
      caller: Caller
      /** The member that is null in the body of an error. */
      nullMember?: 'jobId' | 'candidates' | 'results'
    }
  }
}

/** Lets a request of an operation in if its key has the scope. */
export function withKey(scope: 'read' | 'write', nullMember: Express.Locals['nullMember']): RequestHandler {
  return async (req, res, next) => {
    res.locals.nullMember = nullMember
    res.locals.caller = await authenticate(req.get('x-api-key'), scope)
    next()
  }
}

async function authenticate(key: string | undefined, scope: string): Promise<Caller> {
  if (!key?.trim()) throw new Refusal('api_key_missing')
  const found = await ApiKey.findById(hash('sha256', key)).lean()
  if (!found || found.revokedAt) throw new Refusal('api_key_invalid')
  if (!found.scopes.includes(scope)) throw new Refusal('scope_missing')
  return found
}
