import { type Connection, type mongo, Schema } from 'mongoose'

interface Index {
  key: Record<string, 1 | -1>
  unique?: boolean
  sparse?: boolean
  expireAfterSeconds?: number
  partialFilterExpression?: Record<string, unknown>
}

/**
 * Names a collection and its indexes. Returns a function that opens the collection of a connection, by the driver.
 * Mongoose keeps the list of what a connection has opened, and `prepareDatabase` builds it. The driver neither casts nor
 * checks: write a row whole, without `undefined` and without members that its type does not have
 * (docs/adr/0008-mongoose-and-the-driver.md).
 */
export function defineCollection<Document extends mongo.Document>(name: string, indexes: Index[] = []) {
  const schema = new Schema({}, { collection: name })
  for (const { key, ...options } of indexes) schema.index(key, options)
  return (connection: Connection): mongo.Collection<Document> => {
    connection.model(name, schema)
    return connection.getClient().db(connection.name).collection<Document>(name)
  }
}

/** The collections that a connection has opened. */
export function listOpened(connection: Connection): { name: string; indexes: Index[] }[] {
  return Object.values(connection.models).map(({ collection, schema }) => ({
    name: collection.name,
    // `defineCollection` made every schema, so Mongoose's wider type holds nothing else.
    indexes: schema.indexes().map(([key, options]) => ({ ...options, key }) as Index),
  }))
}
