import type { RequestListener } from 'node:http'
import { Request } from '@boardwalk/core/http/request'

/** Wraps a handler that is tried without the whole server, so that its requests have their `boardwalk`. */
export const withRequestOnly =
  (handler: RequestListener): RequestListener =>
  (req, res) => {
    req.boardwalk = new Request(req, res)
    handler(req, res)
  }
