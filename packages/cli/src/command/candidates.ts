import { limits } from '@boardwalk/schema/limits'
import type { AllCandidatesQuery, Boardwalk, Candidate, CandidatePage, PagePromise } from '@boardwalk/sdk'
import type { OutputFormat } from '../output.ts'
import type { WideColumn } from '../records.ts'

/* What the commands for candidates share: their list and its columns. */

const tableColumns: WideColumn<Candidate>[] = [
  { name: 'date', text: ({ date }) => date, cells: 24 },
  // Without it, the row of a person whose data was erased would have a date alone.
  { name: 'name', text: ({ firstName, lastName, erasedAt }) => (erasedAt ? '(erased)' : `${firstName} ${lastName}`) },
  { name: 'email', text: ({ email }) => email },
  { name: 'job', text: ({ offerId }) => offerId },
]

const personFields = ['firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'cv', 'message'] as const
const boardFields = ['companyId', 'jobBoardId', 'jobId', 'jobTitle'] as const
const changeFields = ['statusChangedBy', 'statusChangedAt', 'confirmation', 'erasedAt', 'changedAt'] as const
const fields = ['id', 'date', 'status', 'offerId', ...personFields, ...boardFields, ...changeFields] as const
const csvColumns: WideColumn<Candidate>[] = [
  ...fields.map((name) => ({
    name,
    text: (candidate: Candidate) => String(candidate[name] ?? ''),
  })),
  { name: 'answers', text: ({ answers = [] }) => answers.map(({ label, value }) => `${label}: ${value}`).join('\n') },
]

/** Chooses the columns of candidates: a table has the four that a person needs, CSV has all fields. */
export const chooseCandidateColumns = (format: OutputFormat) => (format === 'table' ? tableColumns : csvColumns)

const changeTableColumns: WideColumn<Candidate>[] = [
  { name: 'id', text: ({ id }) => id, cells: 32 },
  { name: 'status', text: ({ status, erasedAt }) => (erasedAt === null ? status : 'erased') },
  { name: 'name', text: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { name: 'job', text: ({ offerId }) => offerId },
]

/** Chooses the columns of candidates that have changed. */
export const chooseChangedColumns = (format: OutputFormat) => (format === 'table' ? changeTableColumns : csvColumns)

/** Lists the candidates of a job, or without one all of the company's. `changedSince` is for all of the company's only. */
export function listCandidates(
  { candidates }: Boardwalk,
  job: string | undefined,
  dates: Pick<AllCandidatesQuery, 'since' | 'from' | 'to' | 'changedSince'> = {},
): PagePromise<CandidatePage, Candidate> {
  const query = { pageSize: limits.pageSize, ...dates }
  return job === undefined ? candidates.listAll(query) : candidates.list(job, query)
}
