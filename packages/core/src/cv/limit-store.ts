import { type CreateLimiter, takeAndFindWait } from '../db/limiter.ts'
import type { UploadLimits } from '../process/settings.ts'

/** The time for which a CV is kept. */
const WINDOW_SECONDS = 24 * 60 * 60
const UNIT_BYTES = 1024

/** Limits the bytes of CVs that are kept for forms with mistakes. All processes count together. */
export function createKeptCvLimit(
  createLimiter: CreateLimiter,
  { keptBytesOfAddress, keptBytesOfCompany }: UploadLimits,
) {
  const create = (keyPrefix: string, bytes: number) =>
    createLimiter({ keyPrefix, points: Math.floor(bytes / UNIT_BYTES), duration: WINDOW_SECONDS })
  const ofAddress = create('kept-cv-address', keptBytesOfAddress)
  const ofCompany = create('kept-cv-company', keptBytesOfCompany)
  return {
    /** Counts the bytes of a CV. False if it must not be kept. */
    async take({ address, companyId, bytes }: { address: string; companyId: string; bytes: number }): Promise<boolean> {
      const points = Math.ceil(bytes / UNIT_BYTES)
      // One after the other, so that an address over its limit takes nothing from the company's limit.
      const isOver =
        (await takeAndFindWait(ofAddress, address, points)) !== undefined ||
        (await takeAndFindWait(ofCompany, companyId, points)) !== undefined
      return !isOver
    },
  }
}

export type KeptCvLimit = ReturnType<typeof createKeptCvLimit>
