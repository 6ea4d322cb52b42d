import * as mongo from 'mongodb'
import { describeRefusal } from '../process/database-failure.ts'
import type { Metrics } from '../process/metrics.ts'
import type { OpenedDatabase } from './collection.ts'

type MongoOptions = mongo.MongoClient['options']

/** The metrics of database commands and of the pool's connections. */
type Observer = Pick<Metrics, 'databaseCommand' | 'connectionsChanged' | 'connectionsLimited' | 'connectionFailed'>

/** The product's promises need these options, so the address cannot change them. */
const GUARANTEES = {
  w: 'majority',
  journal: true,
  readConcernLevel: 'majority',
  readPreference: 'primary',
} as const

/** One database, by a pool of connections of its own. */
export interface Connection extends OpenedDatabase {
  client: mongo.MongoClient
  /** Makes a second client without time limits, because an index of a large collection takes minutes. Its caller closes it. */
  createPatientClient(): mongo.MongoClient
  close(): Promise<void>
}

/**
 * Reads the options in an address. Throws if one of them weakens a guarantee: the operator would otherwise believe that
 * it holds.
 */
function readAddress(uri: string, setting: string): MongoOptions {
  const options = parseAddress(uri, setting)
  const { writeConcern, readConcern, readPreference, retryWrites, retryReads } = options
  const problems = [
    ...((writeConcern?.w ?? 'majority') === 'majority' ? [] : [`w=${writeConcern?.w} (only w=majority)`]),
    ...(writeConcern?.journal === false ? ['journal=false'] : []),
    ...((readConcern?.level ?? 'majority') === 'majority' ? [] : [`readConcernLevel=${readConcern?.level}`]),
    ...(readPreference.mode === 'primary' ? [] : [`readPreference=${readPreference.mode}`]),
    ...(retryWrites ? [] : ['retryWrites=false']),
    ...(retryReads ? [] : ['retryReads=false']),
  ]
  if (problems.length === 0) return options
  throw new Error(`${setting} must not have ${problems.join(', ')}: with it a failover could lose confirmed data`)
}

function parseAddress(uri: string, setting: string): MongoOptions {
  try {
    return new mongo.MongoClient(uri).options
  } catch (cause) {
    throw new Error(
      `${setting} is not a valid address of a database: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    )
  }
}

/**
 * Connects with majority writes, and majority reads on the primary, so that nothing is shown that a failover could take
 * back. That alone does not order two reads: a new primary may answer the second from before the first. If their order
 * matters, reads share a `Causally` (docs/adr/0002-mailbox.md) or are linearizable (docs/adr/0004-updating-a-job.md).
 * Throws an error that names `setting` if the address is wrong or the database does not answer.
 */
export async function connect(
  uri: string,
  database: string,
  { observer, setting = 'MONGODB_URI' }: { observer?: Observer | undefined; setting?: string } = {},
): Promise<Connection> {
  const options = readAddress(uri, setting)
  const client = new mongo.MongoClient(uri, {
    ...GUARANTEES,
    // The driver waits 30 s for a primary (serverSelectionTimeoutMS), which is longer than an election takes (up to 12 s).
    // Limits how long an operation waits for a connection of the pool (maxPoolSize, 100 unless the address says otherwise).
    waitQueueTimeoutMS: options.waitQueueTimeoutMS || 5_000,
    // Limits how long an operation waits for an answer, in case the database falls silent.
    socketTimeoutMS: options.socketTimeoutMS || 30_000,
    // Limits how long a write waits for a majority. After the error it is unknown whether the write stays.
    wtimeoutMS: options.writeConcern?.wtimeoutMS || 10_000,
    monitorCommands: observer !== undefined,
  })
  // Before the first connection is open, so that all of them are counted.
  if (observer !== undefined) observe(client, observer)
  try {
    await client.connect()
  } catch (cause) {
    await client.close()
    throw new Error(`The database at ${setting} does not answer: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
  return {
    client,
    db: client.db(database),
    opened: new Map(),
    createPatientClient: () => new mongo.MongoClient(uri, { ...GUARANTEES, socketTimeoutMS: 0, wtimeoutMS: 0 }),
    close: () => client.close(),
  }
}

function observe(client: mongo.MongoClient, observer: Observer): void {
  const { databaseCommand, connectionsChanged: changed, connectionFailed } = observer
  observer.connectionsLimited(client.options.maxPoolSize)
  client
    .on('commandSucceeded', ({ commandName, duration }) => databaseCommand(commandName, 'succeeded', duration / 1000))
    .on('commandFailed', ({ commandName, duration }) => databaseCommand(commandName, 'failed', duration / 1000))
    .on('connectionCreated', () => changed('open', 1))
    .on('connectionClosed', () => changed('open', -1))
    .on('connectionCheckOutStarted', () => changed('waiting', 1))
    .on('connectionCheckOutFailed', () => {
      changed('waiting', -1)
      connectionFailed()
    })
    .on('connectionCheckedOut', () => {
      changed('waiting', -1)
      changed('in_use', 1)
    })
    .on('connectionCheckedIn', () => changed('in_use', -1))
}

/** Whether a unique index refused a write with this error. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000
}

/** The writes of an unordered bulk that were refused, by their place in it. Throws the error if it has another reason. */
export function readRefusals(error: unknown): Map<number, { isDuplicateKey: boolean; message: string }> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error
  const refusals = [error.writeErrors].flat()
  if (refusals.length === 0) throw error
  return new Map(
    refusals.map((refusal) => {
      const message = describeRefusal(refusal) ?? refusal.errmsg ?? ''
      return [refusal.index, { isDuplicateKey: refusal.code === 11000, message }]
    }),
  )
}

/** The places of the writes of an unordered bulk that a unique index refused. Throws the error if it has another reason. */
export function readDuplicates(error: unknown): Set<number> {
  const refusals = readRefusals(error)
  if ([...refusals.values()].some(({ isDuplicateKey }) => !isDuplicateKey)) throw error
  return new Set(refusals.keys())
}
