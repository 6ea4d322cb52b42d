import type { RequestHandler } from 'express'

/** The pages have no scripts, so nothing that a company or an applicant sends can run in them. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets the headers of every page. */
export const setPageHeaders: RequestHandler = (_req, res, next) => {
  // A stored page would give one form id to two visitors, or hide that a job is published again.
  res.set({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
  next()
}
