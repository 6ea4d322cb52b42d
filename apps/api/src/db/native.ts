import type { Connection, mongo } from 'mongoose'

/**
 * A model's collection by the driver alone, for what is asked with every request: a query through Mongoose costs half as
 * much again (bench/README.md). It neither casts nor checks, so what is written must be whole and without `undefined`.
 */
export function nativeOf<Document extends mongo.Document>({
  db,
  collection,
}: {
  db: Connection
  collection: { name: string }
}): mongo.Collection<Document> {
  return db.getClient().db(db.name).collection<Document>(collection.name)
}
