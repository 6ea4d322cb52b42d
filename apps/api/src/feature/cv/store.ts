import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Connection, mongo } from 'mongoose'
import { defineCollection } from '../../db/collection.ts'
import { isDuplicateKey } from '../../db/connection.ts'

const { GridFSBucket, ObjectId } = mongo

/** What is known here of an application that a CV was sent for. */
export interface CvHolder {
  id: string
  companyId: string
  cvId: string | null
}

interface FileDocument {
  _id: mongo.ObjectId
  metadata: { companyId: string; applicationId: string }
}

interface ChunkDocument {
  _id: mongo.ObjectId
  files_id: mongo.ObjectId
}

// The two collections and indexes of GridFS. They are defined here so that they exist before the first upload.
const openFiles = defineCollection<FileDocument>('cvs.files', [
  { key: { filename: 1, uploadDate: 1 } },
  // Every CV that was sent for an application, to be erased with it.
  { key: { 'metadata.companyId': 1, 'metadata.applicationId': 1 } },
])
const openChunks = defineCollection<ChunkDocument>('cvs.chunks', [{ key: { files_id: 1, n: 1 }, unique: true }])

export function createCvStore(connection: Connection) {
  if (connection.db === undefined) throw new Error('the CV store needs an open connection')
  const bucket = new GridFSBucket(connection.db, { bucketName: 'cvs' })
  const files = openFiles(connection)
  const chunks = openChunks(connection)

  async function remove(cvId: string): Promise<void> {
    const id = new ObjectId(cvId)
    await files.deleteOne({ _id: id })
    await chunks.deleteMany({ files_id: id })
  }

  return {
    /** An id that no CV has had. */
    newId: (): string => new ObjectId().toHexString(),
    /** Stores a CV of an application. */
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
        // An earlier try of this call, whose answer was lost, has stored all of it or a part.
        await remove(cvId)
        await upload()
      }
    },
    /** Opens a stored CV and reads its first bytes, so that a CV that cannot be read fails here. */
    async open(cvId: string): Promise<Readable> {
      const content = bucket.openDownloadStream(new ObjectId(cvId))
      await once(content, 'readable')
      return content
    },
    /** Removes a CV, or the chunks that a broken upload left. */
    remove,
    /** Removes every CV that was sent for an application, and the one that it has. It is safe to repeat. */
    async removeAllOf({ companyId, id, cvId }: CvHolder): Promise<void> {
      const sent = await files
        .find({ 'metadata.companyId': companyId, 'metadata.applicationId': id }, { projection: { _id: 1 } })
        .toArray()
      const ids = [...sent.map(({ _id }) => _id), ...(cvId === null ? [] : [new ObjectId(cvId)])]
      // The chunks first: without its file nobody would find them again after a crash.
      await chunks.deleteMany({ files_id: { $in: ids } })
      await files.deleteMany({ _id: { $in: ids } })
    },
  }
}
export type CvStore = ReturnType<typeof createCvStore>
/** The calls of the store that a function makes. */
export type Cvs<Call extends keyof CvStore> = { cvs: Pick<CvStore, Call> }
