import { randomUUID } from 'node:crypto'
import * as mongo from 'mongodb'
import { Schema } from 'mongoose'
import { isTransient } from '../process/database-failure.ts'
import { LATEST } from './change-each.ts'
import { date, defineCollection, number, optional, text } from './collection.ts'
import { type Connection, readDuplicates } from './connection.ts'

/*
 * What a database must be able to do, found out by trying it. The driver asks a database for its promises, and a database that lacks one
 * may say nothing. docs/adr/0025-databases.md has the reasons.
 */

const OLDEST_VERSION = 7

/** Says what to do about a mongod that was started without a replica set. */
export const describeStandalone = ({ databaseName }: mongo.Db): string =>
  [
    `The database ${databaseName} is on a standalone mongod, which refuses reads that Boardwalk needs. Make it a replica set of one member:`,
    '  start mongod with --replSet rs0 (in mongod.conf: replication.replSetName: rs0)',
    "  mongosh --eval 'rs.initiate()'",
  ].join('\n')

/** Whether an answer to `hello` comes from a member of a replica set, or from the router of a sharded cluster. */
export const isOfSet = ({ setName, msg }: mongo.Document): boolean => setName !== undefined || msg === 'isdbgrid'

/** Whether a database whose answer to `hello` is given is a standalone: it is of no set and refuses a linearizable read. */
export async function isStandalone(db: mongo.Db, hello: mongo.Document): Promise<boolean> {
  return !isOfSet(hello) && !(await works(() => readLatest(db)))
}

const readLatest = (db: mongo.Db) => db.collection(TRIALS).findOne({}, LATEST)

const TRIALS = 'trials'

/** A row that a start writes to find out what the database does. The start deletes it at its end. */
const trial = Schema.create({
  _id: text,
  /** The start that wrote the row: another process may start at the same time. */
  start: text,
  count: optional(number),
  mark: optional(text),
  at: date,
})
  // Tried: two rows of a start may lack a mark, and two with the same mark are refused.
  .index({ start: 1, mark: 1 }, { unique: true, partialFilterExpression: { mark: { $exists: true } } })
  // Tried: the database keeps the time. It also deletes the rows of a start that was killed.
  .index({ at: 1 }, { expireAfterSeconds: 3_600 })

const openTrials = defineCollection(TRIALS, { noCompany: 'tries what the database can do' }, trial)

/** Something that a database should do. */
interface Trial {
  /** What a database does that fails the trial, and what that costs. It goes on from "the database". */
  lack: string
  /** Whether a board without it would answer some requests with 500. */
  isNeeded?: boolean
  /** Whether the database did it. Throws if it refused. */
  run: () => Promise<boolean>
}

/**
 * Opens the collection of the trials. Returns a function that tries each promise of the database once: call it after
 * `prepareDatabase`. It returns what the operator should know of the database, and throws if no board can be served over it.
 */
export function createTrials(connection: Connection): () => Promise<string[]> {
  const rows = openTrials(connection)
  return async () => {
    const start = randomUUID()
    // A client of its own, because a trial numbers the writes of its session itself.
    const client = connection.createPatientClient()
    try {
      const trials = await createList(connection, start, client.db(connection.db.databaseName))
      const lacks = (await Promise.all(trials.map(async (each) => ((await works(each.run)) ? [] : [each])))).flat()
      const needed = lacks.filter(({ isNeeded }) => isNeeded)
      if (needed.length > 0)
        throw new Error(`No board can be served: the database ${needed.map(({ lack }) => lack).join('; it ')}`)
      return lacks.map(({ lack }) => `the database ${lack}`)
    } finally {
      await rows.deleteMany({ start })
      await client.close()
    }
  }
}

async function createList(connection: Connection, start: string, own: mongo.Db): Promise<Trial[]> {
  const { db, client } = connection
  const rows = db.collection<{ _id: string; count?: number }>(TRIALS)
  const at = new Date()
  const newRow = (rest: { mark?: string; count?: number } = {}) => ({ _id: randomUUID(), start, at, ...rest })
  const [hello, { version }] = await Promise.all([
    db.admin().command({ hello: 1 }),
    db.admin().command({ buildInfo: 1 }),
  ])
  return [
    {
      lack: `has version ${version}: Boardwalk is written for ${OLDEST_VERSION}.0 and later, and tested on no earlier one`,
      run: async () => Number.parseInt(version, 10) >= OLDEST_VERSION,
    },
    {
      lack: 'sends no operationTime, so it cannot order reads: with several members, a failover could hide applications that were accepted; with one member nothing is lost',
      run: async () => hello.operationTime !== undefined,
    },
    {
      lack: 'supports no sessions, without which no poll can be answered',
      isNeeded: true,
      run: async () => {
        await client.withSession({ causalConsistency: true }, (session) => rows.findOne({ _id: start }, { session }))
        return true
      },
    },
    {
      lack: 'refuses linearizable reads, without which a push that changes nothing cannot be answered',
      isNeeded: true,
      run: async () => {
        await readLatest(db)
        return true
      },
    },
    {
      lack: 'does not look at read concerns: with several members, an answer may show what a failover takes back, or hide a change; with one member nothing is lost',
      run: () => isRefused(() => db.command({ find: TRIALS, filter: {}, limit: 1, readConcern: { level: 'none' } })),
    },
    {
      lack: 'does not look at write concerns: with several members, a failover could lose confirmed data; with one member, a crash could',
      run: () => isRefused(() => db.command({ insert: TRIALS, documents: [newRow()], writeConcern: IMPOSSIBLE })),
    },
    {
      lack: 'carries a write out twice if the driver repeats it: after a lost connection, a limit may count a request twice, and a link that can be used once may be refused',
      run: async () => {
        const counted = newRow({ count: 0 })
        await rows.insertOne(counted)
        await own.client.withSession(async (session) => {
          const updates = [{ q: { _id: counted._id }, u: { $inc: { count: 1 } } }]
          const command = { update: TRIALS, updates, txnNumber: mongo.Long.ONE }
          await own.command(command, { session })
          await own.command(command, { session })
        })
        return (await rows.findOne({ _id: counted._id }))?.count === 1
      },
    },
    {
      lack: 'does not check rows against their schema: a wrong row, by a defect or by hand, is stored',
      run: () => isRefused(() => rows.insertOne(Object.assign(newRow(), { count: 'wrong' }) as never)),
    },
    {
      lack: `deletes no rows whose time is over: those of ${listExpiring(connection)} stay, with personal data, until you delete them`,
      run: async () =>
        (await rows.listIndexes().toArray()).some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined),
    },
    {
      lack: 'does not keep partial unique indexes, without which jobs of the back office would be refused or come twice',
      isNeeded: true,
      run: async () => {
        const marks = [undefined, undefined, 'same', 'same']
        const added = rows.insertMany(marks.map((mark) => newRow(mark === undefined ? {} : { mark })))
        const refused = await added.then(() => new Set<number>(), readDuplicates)
        return refused.size === 1 && refused.has(3)
      },
    },
  ]
}

/** A confirmation that no database can give: it asks for as many members with data as the largest set has members. */
const IMPOSSIBLE = { w: 50, wtimeout: 1 } as const
const WRITE_CONCERN_TIMEOUT = 64

/** Lists the collections whose rows the database deletes when their time is over. */
const listExpiring = ({ opened }: Connection): string =>
  [...opened.values()]
    .filter(({ schema }) => schema.indexes().some(([, options]) => options.expireAfterSeconds !== undefined))
    .map(({ name }) => name)
    .filter((name) => name !== TRIALS)
    .sort()
    .join(', ')

/** Runs a trial. A database that is away, or that does not know the user, has shown nothing: then it throws. */
async function works(run: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await run()) !== false
  } catch (error) {
    throwUnlessRefused(error)
    return false
  }
}

const UNAUTHORIZED = 13

function throwUnlessRefused(error: unknown): void {
  const code = error instanceof mongo.MongoServerError ? error.code : undefined
  if (code !== WRITE_CONCERN_TIMEOUT && (isTransient(error) || code === UNAUTHORIZED)) throw error
}

/** Whether the database refused a command that it must refuse. */
async function isRefused(send: () => Promise<object>): Promise<boolean> {
  try {
    return 'writeConcernError' in (await send())
  } catch (error) {
    throwUnlessRefused(error)
    return true
  }
}
