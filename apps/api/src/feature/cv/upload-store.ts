import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { createOnce } from '../../db/row.ts'

/** A stored CV that may have no application yet. It is removed when its time has passed and no application holds it. */
export interface CvUpload {
  cvId: string
  companyId: string
  /** The application that it was sent for. */
  applicationId: string
  /** The applicant's name of the file. */
  fileName: string
  /** No sweep removes the CV before this instant. */
  until: Date
}

interface UploadDocument extends Omit<CvUpload, 'cvId'> {
  _id: string
  /** Whether the CV is complete and is kept until its form is sent again. */
  isKept: boolean
  /** Whether a form has taken it, and may be accepted with it. Missing in documents of earlier versions. */
  isTaken?: boolean
  /** Whether its removal has begun. From then on no form may use it. */
  isCondemned: boolean
}

const openUploads = defineCollection<UploadDocument>('cvUploads', { companyIn: 'companyId' }, [
  // The CV that is kept for a form.
  { key: { companyId: 1, applicationId: 1 } },
  // The uploads of all companies whose time has passed.
  { key: { until: 1 } },
])

const fromDocument = ({ _id, companyId, applicationId, fileName, until }: UploadDocument): CvUpload => ({
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
    /** Lists the CVs that are kept for an application, newest first. */
    async listKept(companyId: string, applicationId: string): Promise<CvUpload[]> {
      const conditions = { companyId, applicationId, isKept: true, isCondemned: false }
      return (await uploads.find(conditions).sort({ until: -1, _id: -1 }).toArray()).map(fromDocument)
    },
    /** Takes an upload for a form, and gives it more time. False if it was removed or its removal has begun. */
    async prolong({ companyId, cvId }: Pick<CvUpload, 'companyId' | 'cvId'>, until: Date): Promise<boolean> {
      const { matchedCount } = await uploads.updateOne(
        { _id: cvId, companyId, isCondemned: false },
        { $set: { until, isTaken: true } },
      )
      return matchedCount === 1
    },
    /** Ends the time of an upload and erases its file name, unless a form has given it another time since. */
    async endTime({ companyId, cvId, until }: Omit<CvUpload, 'fileName'>, now: Date): Promise<void> {
      await uploads.updateOne({ _id: cvId, companyId, until }, { $set: { until: now, fileName: '' } })
    },
    /** Lists uploads of all companies whose time has passed, oldest first. */
    async listExpired(now: Date, uploadsMax: number): Promise<CvUpload[]> {
      const found = await uploads
        .find({ until: { $lte: now } })
        .sort({ until: 1, _id: 1 })
        .limit(uploadsMax)
        .toArray()
      return found.map(fromDocument)
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
        { _id: cvId, companyId, isTaken: { $ne: true } },
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
