import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CvStore } from './store.ts'

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
