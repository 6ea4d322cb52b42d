import type { Candidate } from '@boardwalk/sdk'
import type { OutputFormat } from '../output.ts'
import type { WideColumn } from '../records.ts'

const inTable: WideColumn<Candidate>[] = [
  { name: 'date', of: ({ date }) => date, cells: 24 },
  { name: 'name', of: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { name: 'email', of: ({ email }) => email },
  { name: 'job', of: ({ offerId }) => offerId },
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
]
const inCsv: WideColumn<Candidate>[] = fields.map((name) => ({ name, of: (candidate) => candidate[name] }))

/** What is shown of a candidate: to a person who and where, to a program all there is. */
export const candidateColumns = (format: OutputFormat) => (format === 'table' ? inTable : inCsv)
