import type * as mongo from 'mongodb'
import { type InferRawDocType, type InferSchemaType, Schema } from 'mongoose'

/*
 * A Mongoose schema describes the rows of each collection, in the `schema.ts` of its feature. The TypeScript type, the indexes
 * and the database's validator come from it. Queries use the driver's collection (docs/adr/0008-the-driver.md).
 */

export const text = { type: String, required: true } as const
export const number = { type: Number, required: true } as const
export const boolean = { type: Boolean, required: true } as const
export const date = { type: Date, required: true } as const
export const objectId = { type: Schema.Types.ObjectId, required: true } as const

/** A text that is one of these values. */
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  ({ type: String, enum: values, required: true }) as const

/** A list of members or of schemas. */
export const list = <const Item>(item: Item) => ({ type: [item], required: true }) as const

/** A member with members of its own. */
export const part = <const Part extends Schema>(schema: Part) => ({ type: schema, required: true }) as const

/** A member that TypeScript takes for a `Value`. Mongoose reads the hint at compile time only. */
interface Hint<Value> {
  type: typeof Schema.Types.Mixed
  required: true
  __rawDocTypeHint: Value
}

/** A member whose type in TypeScript is more exact than the `type` that the database checks. */
export const typed = <Value>(type: unknown) => ({ type, required: true }) as unknown as Hint<Value>

/** A member that may be absent, but not null. */
export const optional = <const Member extends object>(member: Member) =>
  ({ ...member, required: false, allowNull: false }) as Omit<Member, 'required'> & { required: false; allowNull: false }

/** A member that is always written and may be null. Mongoose has no such kind, so the database accepts a row without it too. */
export const nullable = <const Member extends object>(member: Member) =>
  ({ ...member, required: false }) as unknown as Hint<ValueOf<Member> | null>

type ValueOf<Member> = InferRawDocType<{ member: Member }> extends { member: infer Value } ? Value : never

/** The options of a schema whose ids the driver makes, or which is a part of a row. */
export const withoutId = { _id: false } as const

/** How rows that have no company's id belong to a company: `idIn` is the path of the id of a row of another collection. */
export interface OwnedBy {
  collection: string
  idIn: string
  /** Makes the id that is stored there from the `_id` of the other row. */
  toId?: (id: unknown) => unknown
}

/**
 * Whose rows a collection holds: a company's, by the path of the field with its id; those of rows of other collections;
 * or no company's, with the reason. The removal of a company (company/removal.ts) deletes by it.
 */
export type Owner = { companyIn: string } | { ownedBy: OwnedBy[] } | { noCompany: string }

/** What `prepareDatabase` builds, and the removal of a company deletes. */
export interface CollectionDescription {
  name: string
  owner: Owner
  schema: Schema
  /** The names of indexes to drop: those that the MINOR version before this one no longer needs (docs/versioning.md). */
  former: string[]
}

/** A database, and the collections of it that were opened, by name. */
export interface OpenedDatabase {
  db: mongo.Db
  opened: Map<string, CollectionDescription>
}

/**
 * Names a collection, the owner of its rows and their schema. Returns a function that opens the collection of a connection.
 * Leave a member out rather than write `undefined`: the driver would store null, which the database may refuse.
 */
export function defineCollection<RowSchema extends Schema>(
  name: string,
  owner: Owner,
  schema: RowSchema,
  former: string[] = [],
) {
  return ({ db, opened }: OpenedDatabase): mongo.Collection<InferSchemaType<RowSchema>> => {
    opened.set(name, { name, owner, schema, former })
    return db.collection<InferSchemaType<RowSchema>>(name)
  }
}
