import type { ErrorRequestHandler } from 'express'
import { ZodError } from 'zod'
import { messageOf } from '../mongoose/failure.ts'

function statusAndMessage(error: unknown): [number, string] {
  if (error instanceof ZodError) return [400, messageOf(error)]
  // Our own failures carry their status, and so do those of Express and its body parser.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return error instanceof Error && status < 500 ? [status, error.message] : [500, 'Internal server error']
}

export const onError: ErrorRequestHandler = (error, _req, res, _next) => {
  const [status, message] = statusAndMessage(error)
  if (status === 500) process.stderr.write(`${error?.stack ?? error}\n`)
  res.status(status).json({ [res.locals.nullMember ?? 'jobId']: null, error: { message } })
}
