import type { ErrorRequestHandler } from 'express'

/** Answers with the error; the caller learns nothing of one that is the server's. */
export const onError: ErrorRequestHandler = (error, _req, res, _next) => {
  // A refusal carries its status, and so does an error of Express and of its body parser.
  const status: number = error?.statusCode ?? 500
  if (status >= 500) process.stderr.write(`${error?.stack ?? error}\n`)
  const message = status >= 500 ? 'Internal server error' : error.message
  res.status(status).json({ [res.locals.nullMember ?? 'jobId']: null, error: { message } })
}
