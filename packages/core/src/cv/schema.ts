import * as mongo from 'mongodb'
import { type InferSchemaType, Schema } from 'mongoose'
import { boolean, date, defineCollection, number, objectId, part, text, typed, withoutId } from '../db/collection.ts'
import { toFileId } from './type.ts'

/** The metadata of a CV, as GridFS stores it. */
const file = Schema.create({
  _id: objectId,
  length: number,
  chunkSize: number,
  uploadDate: date,
  filename: text,
  metadata: part(Schema.create({ companyId: text, applicationId: text }, withoutId)),
})
  // GridFS expects this index.
  .index({ filename: 1, uploadDate: 1 })
  // Every CV that was sent for an application, to erase them with it.
  .index({ 'metadata.companyId': 1, 'metadata.applicationId': 1 })

export const openFiles = defineCollection('cvs.files', { companyIn: 'metadata.companyId' }, file)

/** A part of a CV, as GridFS stores it. */
const chunk = Schema.create({ _id: objectId, files_id: objectId, n: number, data: typed<mongo.Binary>(Buffer) })
  // The chunks of a file in their order.
  .index({ files_id: 1, n: 1 }, { unique: true })

export const openChunks = defineCollection(
  'cvs.chunks',
  {
    ownedBy: [
      { collection: 'cvs.files', idIn: 'files_id' },
      // A file's chunks are stored before the file, so only `cvUploads` knows the chunks of an upload that broke off.
      { collection: 'cvUploads', idIn: 'files_id', toId: (id) => new mongo.ObjectId(toFileId(String(id))) },
    ],
  },
  chunk,
)

/** A stored CV that may have no application yet. A sweep removes it after its time if no application holds it. */
const upload = Schema.create({
  /** The id of the CV. */
  _id: text,
  companyId: text,
  /** The application that it was sent for. */
  applicationId: text,
  /** The applicant's name of the file. */
  fileName: text,
  /** No sweep removes the CV before this instant. */
  until: date,
  /** Whether the CV is complete, and kept until the applicant sends the form again. */
  isKept: boolean,
  /** Whether a form has taken the CV and may be accepted with it. */
  isTaken: boolean,
  /** Whether its removal has begun. From then on no form may use it. */
  isCondemned: boolean,
})
  // The CV that is kept for a form.
  .index({ companyId: 1, applicationId: 1 })
  // The uploads of all companies whose time has passed.
  .index({ until: 1 })
export type UploadDocument = InferSchemaType<typeof upload>

export const openUploads = defineCollection('cvUploads', { companyIn: 'companyId' }, upload)
