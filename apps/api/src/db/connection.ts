import mongoose, { type Connection } from 'mongoose'

/** Is told of each database command, once it has its answer. */
type ObserveCommand = (command: string, outcome: 'succeeded' | 'failed', seconds: number) => void

/**
 * Connects with the guarantees the mailbox rests on: majority writes, and majority reads on the primary, so that
 * nothing is shown that a failover could take back (docs/adr/0002-mailbox.md).
 */
export async function connect(uri: string, database: string, observe?: ObserveCommand): Promise<Connection> {
  const connecting = mongoose.createConnection(uri, {
    dbName: database,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 10_000,
    // Of an operation that waits for one of the pool's connections (maxPoolSize, 100 unless the address says otherwise).
    waitQueueTimeoutMS: 5_000,
    // Of an operation under way: a database that accepts it and falls silent.
    socketTimeoutMS: 30_000,
    w: 'majority',
    journal: true,
    readConcernLevel: 'majority',
    readPreference: 'primary',
    monitorCommands: observe !== undefined,
  })
  try {
    const connection = await connecting.asPromise()
    if (observe !== undefined) {
      const client = connection.getClient()
      client.on('commandSucceeded', ({ commandName, duration }) => observe(commandName, 'succeeded', duration / 1000))
      client.on('commandFailed', ({ commandName, duration }) => observe(commandName, 'failed', duration / 1000))
    }
    return connection
  } catch (cause) {
    await connecting.destroy()
    throw new Error(`The database of MONGODB_URI does not answer: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** Whether an operation was given up before it began, because every connection was busy. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && error.name === 'MongoWaitQueueTimeoutError'
}

/** Whether an error is a unique index's refusal. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11000
}

/** Whether an error says of a write that it may succeed when it is tried again, as after a failover. */
export function isRetryable(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel('RetryableWriteError')
}

/** Which writes of an unordered bulk were refused, by their place in it; throws where it failed in another way. */
export function refusalsOf(error: unknown): Map<number, { isDuplicateKey: boolean; message: string }> {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error
  const refusals = [error.writeErrors].flat()
  if (refusals.length === 0) throw error
  return new Map(
    refusals.map(({ index, code, errmsg = '' }) => [index, { isDuplicateKey: code === 11000, message: errmsg }]),
  )
}

/**
 * Creates the collections and indexes that are missing, before anything is served: a missing unique index would let two
 * jobs share an external id, and a collection that racing requests create can lock up SecantusDB's Python server.
 */
export async function prepareDatabase(connection: Connection): Promise<void> {
  const there = new Set((await connection.listCollections()).map(({ name }) => name))
  for (const model of Object.values(connection.models)) {
    if (!there.has(model.collection.name)) await model.createCollection()
    await model.createIndexes()
  }
}

/** The unique indexes that guarantees rest on and that are not there, each as `collection (fields)`. */
export async function missingIndexes(connection: Connection): Promise<string[]> {
  const missing: string[] = []
  for (const model of Object.values(connection.models)) {
    const wanted = model.schema.indexes().filter(([, { unique }]) => unique === true)
    if (wanted.length === 0) continue
    const there = (await model.listIndexes()).filter(({ unique }) => unique === true)
    const keysThere = new Set(there.map(({ key }) => JSON.stringify(key)))
    for (const [key] of wanted) {
      if (!keysThere.has(JSON.stringify(key))) missing.push(`${model.collection.name} (${Object.keys(key).join(', ')})`)
    }
  }
  return missing
}
