import * as mongo from 'mongodb'
import { VERSION } from '../version.ts'
import type { CollectionDescription } from './collection.ts'
import { type Connection, isDuplicateKey } from './connection.ts'
import { describeStandalone, isOfSet, isStandalone } from './deployment.ts'

/**
 * Creates the missing collections and indexes, gives each collection its validator, and drops indexes of earlier versions. Call
 * it before anything is served: without its unique index, two jobs could share an external id. It refuses a standalone mongod.
 */
export async function prepareDatabase(connection: Connection): Promise<void> {
  const client = connection.createPatientClient()
  try {
    const db = client.db(connection.db.databaseName)
    const hello = await db.admin().command({ hello: 1 })
    if (await isStandalone(db, hello)) throw new Error(describeStandalone(db))
    const found = new Map((await db.listCollections().toArray()).map((info) => [info.name, info]))
    // A database of no set may refuse a commit quorum. The default waits for every data-bearing member, so one that is down would keep each server from starting.
    const options = isOfSet(hello) ? { commitQuorum: 'majority' } : {}
    for (const description of connection.opened.values()) {
      const { name, former } = description
      await setValidator(db, description, found.get(name))
      const indexes = listIndexes(description)
      if (indexes.length > 0) await createIndexes(db.collection(name), indexes, options)
      // Dropped after the new ones are built, so that no query lacks an index.
      for (const index of former) await dropIndex(db, name, index)
    }
  } finally {
    await client.close()
  }
}

const NAMESPACE_EXISTS = 48
const UNAUTHORIZED = 13
const INDEX_NOT_FOUND = 27

/**
 * How the database checks a row. `moderate`: a row that an earlier version wrote and that breaks the schema can still be
 * changed, for example to erase a person's data.
 */
const VALIDATION = { validationLevel: 'moderate', validationAction: 'error' } as const

/**
 * Gives a collection its validator, and makes the collection if it is missing. It leaves the validator of a newer version, which
 * accepts what this version writes: servers of both run side by side during an update (docs/versioning.md).
 */
async function setValidator(
  db: mongo.Db,
  description: CollectionDescription,
  info: mongo.CollectionInfo | undefined,
): Promise<void> {
  const { name } = description
  const validator = createValidator(description)
  if (info === undefined) {
    try {
      // secantus: a collection that racing requests create can lock up its Python server; MongoDB makes it with the first row.
      await db.createCollection(name, { validator, ...VALIDATION })
    } catch (error) {
      if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error
      // Another server that starts at the same time has just made it.
      const [made] = await db.listCollections({ name }).toArray()
      await setValidator(db, description, made)
    }
    return
  }
  const { validator: present, validationLevel, validationAction } = info.options ?? {}
  const { description: version, ...schema } = present?.$jsonSchema ?? {}
  if (isOfNewerVersion(version)) return
  const { description: _, ...expected } = validator.$jsonSchema
  if (
    JSON.stringify([schema, validationLevel, validationAction]) ===
    JSON.stringify([expected, ...Object.values(VALIDATION)])
  )
    return
  try {
    await db.command({ collMod: name, validator, ...VALIDATION })
  } catch (cause) {
    const isUnauthorised = cause instanceof mongo.MongoServerError && cause.code === UNAUTHORIZED
    if (!isUnauthorised) throw cause
    throw new Error(
      `The collection ${name} of ${db.databaseName} cannot get its validator: give the database's user the role dbAdmin too`,
      { cause },
    )
  }
}

/** The database repeats the title when it refuses a write, so the log can name the collection. */
const createValidator = ({ name, schema }: CollectionDescription) => ({
  $jsonSchema: {
    title: name,
    ...schema.toJSONSchema({ useBsonType: true }),
    description: `Boardwalk ${VERSION}`,
  },
})

/** Whether the version in the description of a validator, such as `Boardwalk 1.2.0`, is newer than this program's. */
function isOfNewerVersion(description = ''): boolean {
  const version = /^Boardwalk (\d+\.\d+\.\d+)/.exec(description)?.[1] ?? '0.0.0'
  return version.localeCompare(VERSION, 'en', { numeric: true }) > 0
}

/** The indexes of a schema for the driver. The cast holds because each key of ours is an object, and `unique` has no message. */
const listIndexes = ({ schema }: CollectionDescription) =>
  schema.indexes().map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription)

async function createIndexes(
  rows: mongo.Collection,
  indexes: mongo.IndexDescription[],
  options: { commitQuorum?: string },
): Promise<void> {
  try {
    await rows.createIndexes(indexes, options)
  } catch (cause) {
    const duplicates = isDuplicateKey(cause) ? await findDuplicates(rows, indexes) : undefined
    const why = duplicates ?? (cause instanceof Error ? cause.message : cause)
    throw new Error(`The collection ${rows.collectionName} of ${rows.dbName} cannot get its indexes: ${why}`, { cause })
  }
}

/** Drops an index, unless it is not there or another server has just dropped it. */
async function dropIndex(db: mongo.Db, collection: string, index: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(index)
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== INDEX_NOT_FOUND) throw error
  }
}

/** The unique indexes that are missing, each as `collection (fields)`. */
export async function findMissingIndexes(connection: Connection): Promise<string[]> {
  const missing: string[] = []
  for (const description of connection.opened.values()) {
    const { name } = description
    const wanted = listIndexes(description).filter(({ unique }) => unique === true)
    if (wanted.length === 0) continue
    const there = (await connection.db.collection(name).listIndexes().toArray()).filter(({ unique }) => unique === true)
    const keysThere = new Set(there.map(({ key }) => JSON.stringify(key)))
    for (const { key } of wanted)
      if (!keysThere.has(JSON.stringify(key))) missing.push(`${name} (${Object.keys(key).join(', ')})`)
  }
  return missing
}

/**
 * Finds rows that a unique index forbids, and says what to do about them. It names their ids and not their values, which may
 * be personal data.
 */
async function findDuplicates(
  rows: mongo.Collection,
  indexes: readonly mongo.IndexDescription[],
): Promise<string | undefined> {
  for (const { key, partialFilterExpression = {} } of indexes.filter(({ unique }) => unique === true)) {
    const fields = Object.keys(key)
    const values = Object.fromEntries(fields.map((field, place) => [`value${place}`, `$${field}`]))
    const [found] = await rows
      .aggregate(
        [
          // Other rows are not in the index.
          { $match: partialFilterExpression },
          { $group: { _id: values, rows: { $sum: 1 }, first: { $min: '$_id' }, last: { $max: '$_id' } } },
          { $match: { rows: { $gt: 1 } } },
          { $limit: 1 },
        ],
        { allowDiskUse: true },
      )
      .toArray()
    if (found === undefined) continue
    const ids = [found.first, found.last].map((id) => JSON.stringify(id)).join(' and ')
    return `several rows have the same ${fields.join(' and ')}, for example those with the _id ${ids}. Keep one of them, delete the others, and start again`
  }
  return undefined
}
