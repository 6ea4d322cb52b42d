import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import mongoose, { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from '../../db/connection.ts'

const { GridFSBucket, ObjectId } = mongoose.mongo

const secretSchema = new Schema<{ _id: string; value: string }>(
  { _id: { type: String, required: true }, value: { type: String, required: true } },
  { versionKey: false, collection: 'secrets' },
)

// GridFS's own two collections and indexes, named here so that they are there before the first upload.
const fileSchema = new Schema({}, { strict: false, collection: 'cvs.files' })
fileSchema.index({ filename: 1, uploadDate: 1 })
const chunkSchema = new Schema({}, { strict: false, collection: 'cvs.chunks' })
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true })

export function cvStore(connection: Connection) {
  if (connection.db === undefined) throw new Error('the CV store needs an open connection')
  const bucket = new GridFSBucket(connection.db, { bucketName: 'cvs', writeConcern: { w: 'majority', journal: true } })
  const secrets = connection.model('Secret', secretSchema)
  connection.model('CvFile', fileSchema)
  connection.model('CvChunk', chunkSchema)
  return {
    /** Stores a CV and answers its id; it is there for good when this answers. */
    async save(companyId: string, cv: Buffer): Promise<string> {
      const upload = bucket.openUploadStream('cv.pdf', { metadata: { companyId } })
      upload.end(cv)
      await finished(upload)
      return upload.id.toHexString()
    },
    /** The bytes of a stored CV. */
    open(cvId: string): Readable {
      return bucket.openDownloadStream(new ObjectId(cvId))
    },
    async remove(cvId: string): Promise<void> {
      await bucket.delete(new ObjectId(cvId))
    },
    /** The secret that signs links to CVs: made once, shared by all processes over one database. */
    async linkSecret(): Promise<string> {
      for (;;) {
        const found = await secrets.findById('cvLinks').lean()
        if (found !== null) return found.value
        await secrets
          .create({ _id: 'cvLinks', value: randomBytes(32).toString('base64url') })
          .catch((error: unknown) => {
            if (!isDuplicateKey(error)) throw error
          })
      }
    },
  }
}
