import type { RequestHandler } from 'express'
import { authenticate, type Caller, type Scope } from '../mongoose/authenticate.ts'

declare global {
  namespace Express {
    interface Locals {
      caller: Caller
      /** The member that is null in the body of an error. */
      nullMember?: 'jobId' | 'candidates' | 'results'
    }
  }
}

/** Begins an operation: whoever calls it must have a key of this scope. */
export function operation(scope: Scope, nullMember: Express.Locals['nullMember']): RequestHandler {
  return async (req, res, next) => {
    res.locals.nullMember = nullMember
    res.locals.caller = await authenticate(req.get('x-api-key'), scope)
    next()
  }
}
