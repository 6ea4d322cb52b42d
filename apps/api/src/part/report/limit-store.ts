import { type CreateLimiter, takeAndFindWait } from '@boardwalk/core/db/limiter'

const DAY_SECONDS = 24 * 60 * 60
/**
 * Different jobs that one address may report in a day. A visitor reports one or two, and several visitors may share an address. An attacker
 * needs four addresses to use up the mails of a day about single jobs.
 */
const JOBS_A_DAY_MAX = 5

/** Whether a report may be stored, and whether the address has reported the job before on this day. */
interface ReportCount {
  /** The seconds until the address may report a further job. Undefined if the report may be stored. */
  waitSeconds: number | undefined
  isRepeat: boolean
}

/** Limits how many different jobs an address may report. All processes count together. The counts have hashes of addresses. */
export function createReportLimit(createLimiter: CreateLimiter) {
  const reporters = createLimiter({ keyPrefix: 'report-jobs', points: JOBS_A_DAY_MAX, duration: DAY_SECONDS })
  const reported = createLimiter({ keyPrefix: 'report-again', points: 1, duration: DAY_SECONDS })
  return {
    /** Counts a report. `caller` is the network address from which it came. */
    async take(caller: string, jobId: number): Promise<ReportCount> {
      const pair = JSON.stringify([caller, jobId])
      if ((await reported.get(pair)) !== null) return { waitSeconds: undefined, isRepeat: true }
      const waitSeconds = await takeAndFindWait(reporters, caller)
      if (waitSeconds === undefined) await reported.set(pair, 1, DAY_SECONDS)
      return { waitSeconds, isRepeat: false }
    },
  }
}
