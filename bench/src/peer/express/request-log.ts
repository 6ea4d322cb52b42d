import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { log } from '../log.ts'

/** Gives each request an id, which the answer has too, and writes a line when it has been answered. */
export const requestLog: RequestHandler = (req, res, next) => {
  const startedMs = performance.now()
  const requestId = req.get('x-request-id') ?? randomUUID()
  res.set('x-request-id', requestId)
  res.once('finish', () => {
    const { method, originalUrl: url } = req
    log.info({ requestId, method, url, status: res.statusCode, ms: performance.now() - startedMs }, 'request')
  })
  next()
}
