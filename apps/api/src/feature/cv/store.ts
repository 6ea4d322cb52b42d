import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import mongoose, { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from '../../db/connection.ts'
import type { Application } from '../application/store.ts'

const { GridFSBucket, ObjectId } = mongoose.mongo

// GridFS's own two collections and indexes, named here so that they are there before the first upload.
const fileSchema = new Schema({}, { strict: false, collection: 'cvs.files' })
fileSchema.index({ filename: 1, uploadDate: 1 })
// All that was ever sent for an application, to be erased with it.
fileSchema.index({ 'metadata.companyId': 1, 'metadata.applicationId': 1 })
const chunkSchema = new Schema({}, { strict: false, collection: 'cvs.chunks' })
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true })

export function cvStore(connection: Connection) {
  if (connection.db === undefined) throw new Error('the CV store needs an open connection')
  const bucket = new GridFSBucket(connection.db, { bucketName: 'cvs' })
  const files = connection.model('CvFile', fileSchema)
  const chunks = connection.model('CvChunk', chunkSchema)

  async function remove(cvId: string): Promise<void> {
    const id = new ObjectId(cvId)
    await files.deleteOne({ _id: id })
    await chunks.deleteMany({ files_id: id })
  }

  return {
    /** An id that no CV has had. */
    newId: (): string => new ObjectId().toHexString(),
    /** Stores a CV of an application; it is there for good when this answers. */
    async save(owner: { companyId: string; applicationId: string }, cvId: string, cv: Buffer): Promise<void> {
      const upload = async () => {
        const stream = bucket.openUploadStreamWithId(new ObjectId(cvId), 'cv.pdf', { metadata: owner })
        stream.end(cv)
        await finished(stream)
      }
      try {
        await upload()
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // An earlier try of this call, whose answer was lost, has stored all or a part.
        await remove(cvId)
        await upload()
      }
    },
    /** The bytes of a stored CV, the first of them read: one that cannot be read fails here. */
    async open(cvId: string): Promise<Readable> {
      const content = bucket.openDownloadStream(new ObjectId(cvId))
      await once(content, 'readable')
      return content
    },
    /** Removes a CV, and what a broken upload left of one: chunks without a file. */
    remove,
    /** Removes every CV that was sent for an application, and the one that it holds; again does no harm. */
    async removeAllOf({ companyId, id, cvId }: Pick<Application, 'companyId' | 'id' | 'cvId'>): Promise<void> {
      const sent = await files
        .find({ 'metadata.companyId': companyId, 'metadata.applicationId': id }, { _id: 1 })
        .lean()
      const ids = [...sent.map(({ _id }) => _id), ...(cvId === null ? [] : [new ObjectId(cvId)])]
      // The chunks first: without its file nobody would find them again after a crash.
      await chunks.deleteMany({ files_id: { $in: ids } })
      await files.deleteMany({ _id: { $in: ids } })
    },
  }
}
export type CvStore = ReturnType<typeof cvStore>
