import type { Express } from 'express'
import mongoose from 'mongoose'
import { env } from './env.ts'
import { Counter } from './models.ts'

/** Connects, makes what is missing of the indexes and the counter, and serves until it is told to stop. */
export async function serve(app: Express): Promise<void> {
  await mongoose.connect(env.MONGODB_URI, { dbName: env.DATABASE, w: 'majority', journal: true })
  await Promise.all(Object.values(mongoose.models).map((model) => model.init()))
  await Counter.updateOne({ _id: 'jobs' }, { $setOnInsert: { last: 0 } }, { upsert: true })
  const server = app.listen(env.PORT, '127.0.0.1', (error) => {
    if (error) throw error
    process.stderr.write(`Peer is at ${env.PUBLIC_URL}\n`)
  })
  process.once('SIGTERM', () => server.close(() => mongoose.disconnect()))
}
