import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as mongo from 'mongodb'
import { type Connection, isDuplicateKey } from '../../db/connection.ts'
import { openChunks, openFiles } from './schema.ts'

const { GridFSBucket, ObjectId } = mongo

/** The parts of an application that the CV feature needs. */
export interface CvHolder {
  id: string
  companyId: string
  cvId: string | null
}

export function createCvStore(connection: Connection) {
  const bucket = new GridFSBucket(connection.db, { bucketName: 'cvs' })
  const files = openFiles(connection)
  const chunks = openChunks(connection)

  async function remove(cvId: string): Promise<void> {
    const id = new ObjectId(cvId)
    await files.deleteOne({ _id: id })
    await chunks.deleteMany({ files_id: id })
  }

  /**
   * Reads a CV one chunk at a time. The stream of GridFS would read all of it at once, and keep it in memory for a reader that stalls. It
   * would also end without an error if the last chunks were missing.
   */
  async function* readChunks(id: mongo.ObjectId): AsyncGenerator<Uint8Array> {
    const file = await files.findOne({ _id: id }, { projection: { length: 1 } })
    if (file === null) throw new Error(`the CV ${id} is missing`)
    let missing = file.length
    for await (const { data } of chunks.find({ files_id: id }, { sort: { n: 1 }, batchSize: 1 })) {
      missing -= data.length()
      yield data.value()
    }
    if (missing !== 0) throw new Error(`the CV ${id} lacks ${missing} bytes`)
  }

  return {
    /** Makes an id that no CV ever had. */
    newId: (): string => new ObjectId().toHexString(),
    /** Stores a CV of an application. Opens it again for each try. */
    async save(owner: { companyId: string; applicationId: string }, cvId: string, open: () => Readable): Promise<void> {
      const upload = () =>
        pipeline(open(), bucket.openUploadStreamWithId(new ObjectId(cvId), 'cv.pdf', { metadata: owner }))
      try {
        await upload()
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // An earlier try of this call has stored the CV or a part of it, and its answer was lost.
        await remove(cvId)
        await upload()
      }
    },
    /**
     * Opens a stored CV and reads its first bytes, so that a CV that cannot be read fails here. If its last chunks are missing, the
     * stream ends with an error.
     */
    async open(cvId: string): Promise<Readable> {
      const content = Readable.from(readChunks(new ObjectId(cvId)))
      await once(content, 'readable')
      return content
    },
    /** Removes a CV, or the chunks that a broken upload left. */
    remove,
    /** Removes every CV that was sent for an application, and the CV that it holds. It is safe to repeat. */
    async removeAllForApplication({ companyId, id, cvId }: CvHolder): Promise<void> {
      const sent = await files
        .find({ 'metadata.companyId': companyId, 'metadata.applicationId': id }, { projection: { _id: 1 } })
        .toArray()
      const ids = [...sent.map(({ _id }) => _id), ...(cvId === null ? [] : [new ObjectId(cvId)])]
      // The chunks come first. After a crash in between, they could not be found without their file.
      await chunks.deleteMany({ files_id: { $in: ids } })
      await files.deleteMany({ _id: { $in: ids } })
    },
  }
}
export type CvStore = ReturnType<typeof createCvStore>
