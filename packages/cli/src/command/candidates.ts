import { isoInstant } from '@boardwalk/schema/iso-date'
import type { Candidate } from '@boardwalk/sdk'
import { exitCode, Failure } from '../failure.ts'
import type { OutputFormat } from '../output.ts'
import type { WideColumn } from '../records.ts'

const tableColumns: WideColumn<Candidate>[] = [
  { name: 'date', text: ({ date }) => date, cells: 24 },
  { name: 'name', text: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { name: 'email', text: ({ email }) => email },
  { name: 'job', text: ({ offerId }) => offerId },
]

const fields: (keyof Candidate)[] = [
  'id',
  'date',
  'status',
  'offerId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'linkedinUrl',
  'cv',
  'message',
  'companyId',
  'jobBoardId',
  'jobId',
  'jobTitle',
]
const csvColumns: WideColumn<Candidate>[] = fields.map((name) => ({
  name,
  text: (candidate) => String(candidate[name]),
}))

/** Chooses the columns of candidates: a table has the four that a person needs, CSV has all fields. */
export const chooseCandidateColumns = (format: OutputFormat) => (format === 'table' ? tableColumns : csvColumns)

/** Throws a Failure if the value of a flag is not a date that the board accepts. The flags are given by name. */
export function checkDates(flags: Record<string, string | undefined>): void {
  for (const [name, text] of Object.entries(flags)) {
    const [problem] = (text === undefined ? undefined : isoInstant(`--${name}`).safeParse(text).error?.issues) ?? []
    if (problem !== undefined) throw new Failure(problem.message, exitCode.usage)
  }
}
