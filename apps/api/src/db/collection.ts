import type * as mongo from 'mongodb'

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

/** A collection that was opened: what `prepareDatabase` builds, and what the removal of a company deletes. */
interface Opened {
  name: string
  owner: Owner
  indexes: Index[]
  /** The names of indexes to drop: of those that the MINOR version before this one no longer needs (docs/versioning.md). */
  former: string[]
}

/** A database, and what was opened of it, by the name of the collection. */
export interface OpenedDatabase {
  db: mongo.Db
  opened: Map<string, Opened>
}

/**
 * Names a collection, the owner of its rows, and its indexes. Returns a function that opens the collection of a connection.
 * The driver neither casts nor checks: write a row whole, without `undefined` and without members that its type does not have
 * (docs/adr/0008-the-driver.md).
 */
export function defineCollection<Document extends mongo.Document>(
  name: string,
  owner: Owner,
  indexes: Index[] = [],
  former: string[] = [],
) {
  return ({ db, opened }: OpenedDatabase): mongo.Collection<Document> => {
    opened.set(name, { name, owner, indexes, former })
    return db.collection<Document>(name)
  }
}
