import type { RequestHandler } from 'express'
import { compress } from '../http/compress.ts'

/** The pages have no scripts, so nothing that a company or an applicant sends can run in them. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets the headers of every page, and compresses it. */
export const setPageHeaders: RequestHandler = (req, res, next) => {
  res.set('content-security-policy', POLICY)
  // A stored page would give one form id to two visitors, or hide that a job is published again. `compress` forbids that.
  compress(req, res, next)
}
