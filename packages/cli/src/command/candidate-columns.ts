import type { Candidate } from '@boardwalk/sdk'
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
