import * as mongo from 'mongodb'
import type { Index } from './collection.ts'
import { type Connection, isDuplicateKey } from './connection.ts'

/**
 * Creates the missing collections and indexes, and drops indexes of earlier versions. Call it before anything is served:
 * without its unique index, two jobs could share an external id.
 */
export async function prepareDatabase(connection: Connection): Promise<void> {
  const client = connection.createPatientClient()
  try {
    const db = client.db(connection.db.databaseName)
    const there = new Set((await connection.db.listCollections().toArray()).map(({ name }) => name))
    // The default waits for every data-bearing member, so one that is down would keep each server from starting.
    const options = (await hasMembers(db)) ? { commitQuorum: 'majority' } : {}
    for (const { name, indexes, former } of connection.opened.values()) {
      // secantus: a collection that racing requests create can lock up its Python server; MongoDB makes it with the first row.
      if (!there.has(name)) await createCollection(db, name)
      if (indexes.length > 0) await createIndexes(db.collection(name), indexes, options)
      // After the new ones, so that a query is never without an index.
      for (const index of former) await dropIndex(db, name, index)
    }
  } finally {
    await client.close()
  }
}

const NAMESPACE_EXISTS = 48
const INDEX_NOT_FOUND = 27

/** Creates a collection, unless another server that starts at the same time has just done so. */
async function createCollection(db: mongo.Db, name: string): Promise<void> {
  try {
    await db.createCollection(name)
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error
  }
}

async function createIndexes(
  rows: mongo.Collection,
  indexes: Index[],
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

/** Whether a database is a replica set or a sharded cluster: a standalone refuses a commit quorum. */
async function hasMembers(db: mongo.Db): Promise<boolean> {
  const { setName, msg } = await db.admin().command({ hello: 1 })
  return setName !== undefined || msg === 'isdbgrid'
}

/** The unique indexes that are missing, each as `collection (fields)`. */
export async function findMissingIndexes(connection: Connection): Promise<string[]> {
  const missing: string[] = []
  for (const { name, indexes } of connection.opened.values()) {
    const wanted = indexes.filter(({ unique }) => unique === true)
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
async function findDuplicates(rows: mongo.Collection, indexes: readonly Index[]): Promise<string | undefined> {
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
