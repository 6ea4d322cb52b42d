import type { RequestHandler } from 'express'

/** The pages have no script: what a company or an applicant sends could run nowhere, even if it stood there. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every page says of itself. */
export const asPages: RequestHandler = (_req, res, next) => {
  // A stored page would hand one form's id to two visitors, or hide that a job is published again.
  res.set({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
  next()
}
