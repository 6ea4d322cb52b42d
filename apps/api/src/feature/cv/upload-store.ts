import type { Connection } from 'mongoose'
import { defineCollection } from '../../db/collection.ts'
import { createOnce } from '../../db/create-once.ts'

/** A stored CV that no application is known to hold yet: its bytes go when its time is over. */
export interface CvUpload {
  cvId: string
  companyId: string
  /** The application that it was sent for. */
  applicationId: string
  /** As the applicant called the file. */
  fileName: string
  /** Until then nobody may remove it. */
  until: Date
}

interface UploadDocument extends Omit<CvUpload, 'cvId'> {
  _id: string
  /** Whether it is whole and kept for the next sending of its form. */
  isKept: boolean
  /** Whether its removal has begun, so that no form may take it any more. */
  isCondemned: boolean
}

const openUploads = defineCollection<UploadDocument>('cvUploads', [
  // The CV that is kept for a form.
  { key: { companyId: 1, applicationId: 1 } },
  // The uploads whose time is over, of all companies.
  { key: { until: 1 } },
])

const plain = ({ _id, companyId, applicationId, fileName, until }: UploadDocument): CvUpload => ({
  cvId: _id,
  companyId,
  applicationId,
  fileName,
  until,
})

export function createCvUploadStore(connection: Connection) {
  const uploads = openUploads(connection)
  return {
    async insert({ cvId, ...upload }: CvUpload): Promise<void> {
      await createOnce(uploads, { _id: cvId, ...upload, isKept: false, isCondemned: false })
    },
    async markKept(companyId: string, cvId: string): Promise<void> {
      await uploads.updateOne({ _id: cvId, companyId }, { $set: { isKept: true } })
    },
    /** The CVs kept for an application, the last one first. */
    async listKept(companyId: string, applicationId: string): Promise<CvUpload[]> {
      const conditions = { companyId, applicationId, isKept: true, isCondemned: false }
      return (await uploads.find(conditions).sort({ until: -1, _id: -1 }).toArray()).map(plain)
    },
    /** Gives an upload more time; false where it is gone or about to go. */
    async prolong({ companyId, cvId }: CvUpload, until: Date): Promise<boolean> {
      const { matchedCount } = await uploads.updateOne(
        { _id: cvId, companyId, isCondemned: false },
        { $set: { until } },
      )
      return matchedCount === 1
    },
    /** Uploads of all companies whose time is over, the oldest first. */
    async listExpired(now: Date, uploadsMax: number): Promise<CvUpload[]> {
      const found = await uploads
        .find({ until: { $lte: now } })
        .sort({ until: 1, _id: 1 })
        .limit(uploadsMax)
        .toArray()
      return found.map(plain)
    },
    /** From then on no form can take it; false where it got more time in between. */
    async condemn({ companyId, cvId }: CvUpload, now: Date): Promise<boolean> {
      const { matchedCount } = await uploads.updateOne(
        { _id: cvId, companyId, until: { $lte: now } },
        { $set: { isCondemned: true } },
      )
      return matchedCount === 1
    },
    /** Forgets how the files of an application were called, and ends their time; answers the ids of the CVs. */
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
/** The calls of the store that a function makes. */
export type CvUploads<Call extends keyof CvUploadStore> = { cvUploads: Pick<CvUploadStore, Call> }
