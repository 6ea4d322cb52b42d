import { type Connection, type mongo, Schema } from 'mongoose'

export interface Index {
  key: Record<string, 1 | -1>
  unique?: boolean
  sparse?: boolean
  expireAfterSeconds?: number
  partialFilterExpression?: Record<string, unknown>
}

/** How rows that have no company's id belong to a company: `idIn` is the path of the id of a row of another collection. */
export interface OwnedBy {
  collection: string
  idIn: string
  /** Makes the id that is stored there from the `_id` of the other row. */
  toId?: (id: unknown) => unknown
}

/**
 * Whose rows a collection holds: a company's, by the path of the field with its id; those of rows of other collections;
 * or no company's, with the reason. The removal of a company (feature/company/removal.ts) deletes by it.
 */
export type Owner = { companyIn: string } | { ownedBy: OwnedBy[] } | { noCompany: string }

interface Definition {
  owner: Owner
  /** The names of indexes to drop: of those that the MINOR version before this one no longer needs (docs/versioning.md). */
  former: string[]
}
const definitions = new WeakMap<Schema, Definition>()

/**
 * Names a collection, the owner of its rows, and its indexes. Returns a function that opens the collection of a connection, by the driver.
 * Mongoose keeps the list of what a connection has opened, and `prepareDatabase` builds it. The driver neither casts nor
 * checks: write a row whole, without `undefined` and without members that its type does not have
 * (docs/adr/0008-mongoose-and-the-driver.md).
 */
export function defineCollection<Document extends mongo.Document>(
  name: string,
  owner: Owner,
  indexes: Index[] = [],
  former: string[] = [],
) {
  const schema = new Schema({}, { collection: name })
  for (const { key, ...options } of indexes) schema.index(key, options)
  definitions.set(schema, { owner, former })
  return (connection: Connection): mongo.Collection<Document> => {
    connection.model(name, schema)
    return connection.getClient().db(connection.name).collection<Document>(name)
  }
}

/** The collections that a connection has opened. */
export function listOpened(connection: Connection): ({ name: string; indexes: Index[] } & Definition)[] {
  return Object.values(connection.models).map(({ collection, schema }) => {
    const definition = definitions.get(schema)
    if (definition === undefined) throw new Error(`${collection.name} was not defined by defineCollection`)
    return {
      name: collection.name,
      // `defineCollection` made every schema, so Mongoose's wider type holds nothing else.
      indexes: schema.indexes().map(([key, options]) => ({ ...options, key }) as Index),
      ...definition,
    }
  })
}
