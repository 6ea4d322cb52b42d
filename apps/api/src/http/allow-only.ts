import type { RequestHandler } from 'express'
import { AppError } from '../error.ts'

/** Refuses every other method of an address, and says which ones it has. */
export function allowOnly(allow: string): RequestHandler {
  return (_req, res) => {
    res.set('allow', allow)
    throw new AppError('method_not_allowed', { allow })
  }
}
