import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CvStore, CvUpload, CvUploadStore } from './store.ts'

/** Keeps CVs in a map, for the sandbox. */
export function createMemoryCvStore(): CvStore {
  const cvs = new Map<string, { companyId: string; applicationId: string; cv: Buffer }>()
  const remove = async (cvId: string) => {
    cvs.delete(cvId)
  }
  return {
    newId: () => randomBytes(12).toString('hex'),
    async save(owner, cvId, open) {
      cvs.set(cvId, { ...owner, cv: await buffer(open()) })
    },
    async open(cvId) {
      const found = cvs.get(cvId)
      if (found === undefined) throw new Error(`no CV ${cvId} is stored`)
      return Readable.from([found.cv])
    },
    remove,
    async removeAllForApplication({ companyId, id, cvId }) {
      for (const [sentId, owner] of cvs)
        if (sentId === cvId || (owner.companyId === companyId && owner.applicationId === id)) cvs.delete(sentId)
    },
  }
}

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
    async setKept(companyId, cvId, isKept) {
      const upload = find(companyId, cvId)
      if (upload !== undefined) upload.isKept = isKept
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
    async endTime({ companyId, cvId }, now) {
      const upload = find(companyId, cvId)
      if (upload !== undefined) Object.assign(upload, { until: now, fileName: '' })
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
