import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as mongo from 'mongodb'
import { type Connection, isDuplicateKey } from '../db/connection.ts'
import { createOnce } from '../db/row.ts'
import { openChunks, openFiles, openUploads, type UploadDocument } from './schema.ts'
import { findCvType, toFileId } from './type.ts'

const { GridFSBucket, ObjectId } = mongo

const toObjectId = (cvId: string) => new ObjectId(toFileId(cvId))

/** The parts of an application that the CV feature needs. */
export interface CvHolder {
  id: string
  companyId: string
  cvId: string | null
}

/** Stores CVs in GridFS. */
export function createCvStore(connection: Connection) {
  const bucket = new GridFSBucket(connection.db, { bucketName: 'cvs' })
  const files = openFiles(connection)
  const chunks = openChunks(connection)

  async function remove(cvId: string): Promise<void> {
    const id = toObjectId(cvId)
    await files.deleteOne({ _id: id })
    await chunks.deleteMany({ files_id: id })
  }

  /**
   * Reads a CV one chunk at a time. GridFS's own stream reads all of it at once, holds it in memory while a reader stalls, and ends
   * without an error if the last chunks are missing.
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
    /** Makes an id that no file ever had. */
    newId: (): string => new ObjectId().toHexString(),
    /** Stores a CV of an application. Calls `open` for each try. */
    async save(owner: { companyId: string; applicationId: string }, cvId: string, open: () => Readable): Promise<void> {
      const upload = () =>
        pipeline(open(), bucket.openUploadStreamWithId(toObjectId(cvId), `cv.${findCvType(cvId)}`, { metadata: owner }))
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
      const content = Readable.from(readChunks(toObjectId(cvId)))
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
      const ids = [...sent.map(({ _id }) => _id), ...(cvId === null ? [] : [toObjectId(cvId)])]
      // The chunks first: after a crash in between, chunks without their file could not be found. One delete for each CV, because a
      // sharded cluster may skip chunks that move in a delete of several (docs/adr/0025-databases.md).
      for (const id of ids) await chunks.deleteMany({ files_id: id })
      for (const id of ids) await files.deleteOne({ _id: id })
    },
  }
}
export type CvStore = ReturnType<typeof createCvStore>

/** A stored CV that may have no application yet. */
export type CvUpload = Omit<UploadDocument, '_id' | 'isKept' | 'isTaken' | 'isCondemned'> & { cvId: string }

const toUpload = ({ _id, companyId, applicationId, fileName, until }: UploadDocument): CvUpload => ({
  cvId: _id,
  companyId,
  applicationId,
  fileName,
  until,
})

/** Stores until when each uploaded CV is kept, and whether a form has taken it. */
export function createCvUploadStore(connection: Connection) {
  const uploads = openUploads(connection)
  return {
    async insert({ cvId, ...upload }: CvUpload): Promise<void> {
      await createOnce(uploads, { _id: cvId, ...upload, isKept: false, isTaken: false, isCondemned: false })
    },
    async setKept(companyId: string, cvId: string, isKept: boolean): Promise<void> {
      await uploads.updateOne({ _id: cvId, companyId }, { $set: { isKept } })
    },
    /** Lists the CVs that are kept for an application, newest first. */
    async listKept(companyId: string, applicationId: string): Promise<CvUpload[]> {
      const conditions = { companyId, applicationId, isKept: true, isCondemned: false }
      return (await uploads.find(conditions).sort({ until: -1, _id: -1 }).toArray()).map(toUpload)
    },
    /** Takes an upload for a form, and gives it more time. False if it was removed or its removal has begun. */
    async prolong({ companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>, until: Date): Promise<boolean> {
      const { matchedCount } = await uploads.updateOne(
        { _id: cvId, companyId, isCondemned: false },
        { $set: { until, isTaken: true } },
      )
      return matchedCount === 1
    },
    /** Ends the time of an upload and erases its file name. */
    async endTime({ companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>, now: Date): Promise<void> {
      await uploads.updateOne({ _id: cvId, companyId }, { $set: { until: now, fileName: '' } })
    },
    /** Lists uploads of all companies whose time has passed, oldest first. */
    async listExpired(now: Date, uploadsMax: number): Promise<CvUpload[]> {
      const found = await uploads
        .find({ until: { $lte: now } })
        .sort({ until: 1 })
        .limit(uploadsMax)
        .toArray()
      return found.map(toUpload)
    },
    /** Begins the removal of an upload. False if it has more time now. */
    async condemn({ companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>, now: Date): Promise<boolean> {
      const { matchedCount } = await uploads.updateOne(
        { _id: cvId, companyId, until: { $lte: now } },
        { $set: { isCondemned: true } },
      )
      return matchedCount === 1
    },
    /** Begins the removal of an upload that a later one replaced. False if a form has taken it. */
    async condemnReplaced({ companyId, cvId }: CvUpload): Promise<boolean> {
      const { matchedCount } = await uploads.updateOne(
        { _id: cvId, companyId, isTaken: false },
        { $set: { isCondemned: true } },
      )
      return matchedCount === 1
    },
    /**
     * Erases the file names of an application's uploads, and ends their time, so that the next sweep removes them.
     * Returns the ids of the CVs.
     */
    async abandon(
      { companyId, applicationId }: Pick<CvUpload, 'companyId' | 'applicationId'>,
      now: Date,
    ): Promise<string[]> {
      const ofApplication = { companyId, applicationId }
      await uploads.updateMany(ofApplication, { $set: { fileName: '', until: now, isKept: false } })
      return (await uploads.find(ofApplication, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
    },
    async remove(companyId: string, cvId: string): Promise<void> {
      await uploads.deleteOne({ _id: cvId, companyId })
    },
  }
}
export type CvUploadStore = ReturnType<typeof createCvUploadStore>
