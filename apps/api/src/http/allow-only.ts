import type { RequestHandler } from 'express'
import { AppError } from '../error.ts'

/** Makes a handler that answers 405. `allow` lists the methods that the address has, such as `GET, HEAD`. */
export function allowOnly(allow: string): RequestHandler {
  return (_req, res) => {
    res.set('allow', allow)
    throw new AppError('method_not_allowed', { allow })
  }
}
