import { isoInstant } from '@boardwalk/schema/iso-date'
import { limits } from '@boardwalk/schema/limits'
import type { Boardwalk, Candidate } from '@boardwalk/sdk'
import { UsageFailure } from '../failure.ts'
import type { OutputFormat } from '../output.ts'
import type { WideColumn } from '../records.ts'

/* What the commands for candidates share: their list, its columns, and the check of dates. */

const tableColumns: WideColumn<Candidate>[] = [
  { name: 'date', text: ({ date }) => date, cells: 24 },
  { name: 'name', text: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { name: 'email', text: ({ email }) => email },
  { name: 'job', text: ({ offerId }) => offerId },
]

const personFields = ['firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'cv', 'message'] as const
const boardFields = ['companyId', 'jobBoardId', 'jobId', 'jobTitle'] as const
const fields = ['id', 'date', 'status', 'offerId', ...personFields, ...boardFields] as const
const csvColumns: WideColumn<Candidate>[] = fields.map((name) => ({
  name,
  text: (candidate) => String(candidate[name]),
}))

/** Chooses the columns of candidates: a table has the four that a person needs, CSV has all fields. */
export const chooseCandidateColumns = (format: OutputFormat) => (format === 'table' ? tableColumns : csvColumns)

/** Lists the candidates of a job, or without one all of the company's. */
export function listCandidates(
  { candidates }: Boardwalk,
  job: string | undefined,
  dates: { since?: string | undefined; from?: string | undefined; to?: string | undefined } = {},
): AsyncIterable<Candidate> {
  const query = { pageSize: limits.pageSize, ...dates }
  return job === undefined ? candidates.listAll(query) : candidates.list(job, query)
}

/** Throws a Failure if the value of a flag is not a date that the board accepts. The flags are given by name. */
export function checkDates(flags: Record<string, string | undefined>): void {
  for (const [name, text] of Object.entries(flags)) {
    const [problem] = (text === undefined ? undefined : isoInstant(`--${name}`).safeParse(text).error?.issues) ?? []
    if (problem !== undefined) throw new UsageFailure(problem.message)
  }
}
