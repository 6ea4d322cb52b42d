import express, { type ErrorRequestHandler } from 'express'
import mongoose from 'mongoose'
import { environment } from '../environment.ts'
import { api } from './api.ts'
import { Counter } from './models.ts'
import { requestLog } from './request-log.ts'
import { site } from './site.ts'

/* The service as most teams would write it: Express 5, zod and Mongoose. */

/** Answers with the error; the caller learns nothing of one that is the server's. */
const onError: ErrorRequestHandler = (error, _req, res, _next) => {
  // A refusal carries its status, and so does an error of Express and of its body parser.
  const status: number = error?.statusCode ?? 500
  if (status >= 500) process.stderr.write(`${error?.stack ?? error}\n`)
  const message = status >= 500 ? 'Internal server error' : error.message
  res.status(status).json({ [res.locals.nullMember ?? 'jobId']: null, error: { message } })
}

const { mongodbUri, database, port, publicUrl } = environment
await mongoose.connect(mongodbUri, { dbName: database, w: 'majority', journal: true })
await Promise.all(Object.values(mongoose.models).map((model) => model.init()))
await Counter.updateOne({ _id: 'jobs' }, { $setOnInsert: { last: 0 } }, { upsert: true })

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(requestLog)
app.use('/api', api)
app.use(site)
app.use(onError)
const server = app.listen(port, '127.0.0.1', (error) => {
  if (error) throw error
  process.stderr.write(`Peer is at ${publicUrl}\n`)
})
process.once('SIGTERM', () => server.close(() => mongoose.disconnect()))
