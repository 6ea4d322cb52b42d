import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { CvStore } from './store.ts'

/** CVs in memory. */
export function createMemoryCvStore(): CvStore {
  const cvs = new Map<string, { companyId: string; applicationId: string; cv: Buffer }>()
  const remove = async (cvId: string) => {
    cvs.delete(cvId)
  }
  return {
    newId: () => randomBytes(12).toString('hex'),
    async save(owner, cvId, cv) {
      cvs.set(cvId, { ...owner, cv })
    },
    async open(cvId) {
      const found = cvs.get(cvId)
      if (found === undefined) throw new Error(`no CV ${cvId} is stored`)
      return Readable.from([found.cv])
    },
    remove,
    async removeAllOf({ companyId, id, cvId }) {
      for (const [sentId, owner] of cvs)
        if (sentId === cvId || (owner.companyId === companyId && owner.applicationId === id)) cvs.delete(sentId)
    },
  }
}
