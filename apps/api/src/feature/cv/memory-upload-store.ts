import type { CvUpload, CvUploadStore } from './upload-store.ts'

interface Upload extends CvUpload {
  isKept: boolean
  isCondemned: boolean
}

const plain = ({ isKept: _kept, isCondemned: _condemned, ...upload }: Upload): CvUpload => upload

/** Uploads of CVs in memory. */
export function createMemoryCvUploadStore(): CvUploadStore {
  const uploads = new Map<string, Upload>()

  const find = (companyId: string, cvId: string) => {
    const upload = uploads.get(cvId)
    return upload?.companyId === companyId ? upload : undefined
  }
  const ofApplication = (companyId: string, applicationId: string) =>
    [...uploads.values()].filter((each) => each.companyId === companyId && each.applicationId === applicationId)
  const byUntil = (a: Upload, b: Upload) => a.until.getTime() - b.until.getTime()

  return {
    async insert(upload) {
      uploads.set(upload.cvId, { ...upload, isKept: false, isCondemned: false })
    },
    async markKept(companyId, cvId) {
      const upload = find(companyId, cvId)
      if (upload !== undefined) upload.isKept = true
    },
    async listKept(companyId, applicationId) {
      const kept = ofApplication(companyId, applicationId).filter(({ isKept, isCondemned }) => isKept && !isCondemned)
      return kept.sort(byUntil).reverse().map(plain)
    },
    async prolong({ companyId, cvId }, until) {
      const upload = find(companyId, cvId)
      if (upload === undefined || upload.isCondemned) return false
      upload.until = until
      return true
    },
    async listExpired(now, uploadsMax) {
      const expired = [...uploads.values()].filter(({ until }) => until <= now)
      return expired.sort(byUntil).slice(0, uploadsMax).map(plain)
    },
    async condemn({ companyId, cvId }, now) {
      const upload = find(companyId, cvId)
      if (upload === undefined || upload.until > now) return false
      upload.isCondemned = true
      return true
    },
    async abandon({ companyId, applicationId }, now) {
      const abandoned = ofApplication(companyId, applicationId)
      for (const upload of abandoned) Object.assign(upload, { fileName: '', until: now, isKept: false })
      return abandoned.map(({ cvId }) => cvId)
    },
    async remove(companyId, cvId) {
      if (find(companyId, cvId) !== undefined) uploads.delete(cvId)
    },
  }
}
