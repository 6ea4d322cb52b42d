import express from 'express'
import mongoose from 'mongoose'
import { environment } from '../environment.ts'
import { api } from './api.ts'
import { onError } from './error.ts'
import { Counter } from './models.ts'
import { site } from './site.ts'

/* The service as most teams would write it: Express 5, zod and Mongoose. */

const { mongodbUri, database, port, publicUrl } = environment
await mongoose.connect(mongodbUri, { dbName: database, w: 'majority', journal: true })
await Promise.all(Object.values(mongoose.models).map((model) => model.init()))
await Counter.updateOne({ _id: 'jobs' }, { $setOnInsert: { last: 0 } }, { upsert: true })

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use('/api', api)
app.use(site)
app.use(onError)
const server = app.listen(port, '127.0.0.1', (error) => {
  if (error) throw error
  process.stderr.write(`Peer is at ${publicUrl}\n`)
})
process.once('SIGTERM', () => server.close(() => mongoose.disconnect()))
