import type { CvUpload, CvUploadStore } from './upload-store.ts'

interface Upload extends CvUpload {
  isKept: boolean
  isTaken: boolean
  isCondemned: boolean
}

const toUpload = ({ isKept: _kept, isTaken: _taken, isCondemned: _condemned, ...upload }: Upload): CvUpload => upload

/** Keeps uploads of CVs in a map, for the sandbox. */
export function createMemoryCvUploadStore(): CvUploadStore {
  const uploads = new Map<string, Upload>()

  const find = (companyId: string, cvId: string) => {
    const upload = uploads.get(cvId)
    return upload?.companyId === companyId ? upload : undefined
  }
  const findByApplication = (companyId: string, applicationId: string) =>
    [...uploads.values()].filter((each) => each.companyId === companyId && each.applicationId === applicationId)
  const byUntil = (a: Upload, b: Upload) => a.until.getTime() - b.until.getTime()

  return {
    async insert(upload) {
      uploads.set(upload.cvId, { ...upload, isKept: false, isTaken: false, isCondemned: false })
    },
    async markKept(companyId, cvId) {
      const upload = find(companyId, cvId)
      if (upload !== undefined) upload.isKept = true
    },
    async listKept(companyId, applicationId) {
      const kept = findByApplication(companyId, applicationId).filter(
        ({ isKept, isCondemned }) => isKept && !isCondemned,
      )
      return kept.sort(byUntil).reverse().map(toUpload)
    },
    async prolong({ companyId, cvId }, until) {
      const upload = find(companyId, cvId)
      if (upload === undefined || upload.isCondemned) return false
      Object.assign(upload, { until, isTaken: true })
      return true
    },
    async endTime({ companyId, cvId, until }, now) {
      const upload = find(companyId, cvId)
      if (upload?.until.getTime() === until.getTime()) Object.assign(upload, { until: now, fileName: '' })
    },
    async listExpired(now, uploadsMax) {
      const expired = [...uploads.values()].filter(({ until }) => until <= now)
      return expired.sort(byUntil).slice(0, uploadsMax).map(toUpload)
    },
    async condemn({ companyId, cvId }, now) {
      const upload = find(companyId, cvId)
      if (upload === undefined || upload.until > now) return false
      upload.isCondemned = true
      return true
    },
    async condemnReplaced({ companyId, cvId }) {
      const upload = find(companyId, cvId)
      if (upload === undefined || upload.isTaken) return false
      upload.isCondemned = true
      return true
    },
    async abandon({ companyId, applicationId }, now) {
      const abandoned = findByApplication(companyId, applicationId)
      for (const upload of abandoned) Object.assign(upload, { fileName: '', until: now, isKept: false })
      return abandoned.map(({ cvId }) => cvId)
    },
    async remove(companyId, cvId) {
      if (find(companyId, cvId) !== undefined) uploads.delete(cvId)
    },
  }
}
