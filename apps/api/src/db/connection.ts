import mongoose, { type Connection } from 'mongoose'

/**
 * Connects with the guarantees the mailbox rests on: majority writes, and majority reads on the primary, so that
 * nothing is shown that a failover could take back (docs/adr/0002-mailbox.md).
 */
export async function connect(uri: string, database: string): Promise<Connection> {
  const connecting = mongoose.createConnection(uri, {
    dbName: database,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 10_000,
    w: 'majority',
    journal: true,
    readConcernLevel: 'majority',
    readPreference: 'primary',
  })
  try {
    return await connecting.asPromise()
  } catch (cause) {
    await connecting.destroy()
    throw new Error(`The database of MONGODB_URI does not answer: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** Whether an error is a unique index's refusal. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11000
}

/** Creates every model's indexes; a missing unique one would let two jobs share an external id. */
export async function createIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await model.createIndexes()
}
