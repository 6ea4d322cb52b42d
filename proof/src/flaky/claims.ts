/** A job as the board has it. */
export interface BoardJob {
  title: string
  status: string
}
/** The jobs of a company, by external id. */
export type BoardJobs = ReadonlyMap<string, BoardJob>
/** The titles of the jobs that a feed has, by external id. */
export type Feed = ReadonlyMap<string, string>

/** What a program said about one job. */
export interface Claim {
  id: string
  status: string
}

export interface Truth {
  before: BoardJobs
  /** What was sent. */
  feed: Feed
  after: BoardJobs
}

/** Finds what a program said about jobs and the board contradicts. `who` names the program in the sentences. */
export function findUntrueClaims(who: string, claims: readonly Claim[], { before, feed, after }: Truth): string[] {
  return claims.flatMap(({ id, status }) => {
    const why = contradict(status, feed.get(id), before.get(id), after.get(id))
    return why === undefined ? [] : [`${who} said "${status}" of job ${id}, but ${why}`]
  })
}

const isAsSent = (job: BoardJob | undefined, title: string | undefined) =>
  job !== undefined && job.title === title && job.status === 'PUBLISHED'

type Job = BoardJob | undefined

/** The board did not write the row: it refused it, or the row was not sent. */
const notWritten: ReadonlySet<string> = new Set(['failed', 'unsent'])

/** Says why a claim is untrue. Undefined if it is true, or if it says that nothing is known. */
function contradict(status: string, title: string | undefined, before: Job, after: Job): string | undefined {
  if (status === 'unconfirmed') return undefined
  if (status === 'unpublished') return after?.status === 'PUBLISHED' ? 'it is published' : undefined
  // A row that is not in the feed is one that sync could not unpublish.
  if (notWritten.has(status) && title === undefined)
    return before?.status === 'PUBLISHED' && after?.status !== 'PUBLISHED' ? 'it was unpublished' : undefined
  if (notWritten.has(status)) return isAsSent(after, title) && !isAsSent(before, title) ? 'it was written' : undefined
  if (!isAsSent(after, title)) return `the board has ${JSON.stringify(after ?? null)} and the row ${title}`
  return contradictWritten(status, before, isAsSent(before, title))
}

/** The same for a job that is on the board as it was sent. */
function contradictWritten(status: string, before: Job, wasAsSent: boolean): string | undefined {
  if (status === 'created') return before === undefined ? undefined : 'the board had it before'
  if (status === 'unchanged') return undefined
  if (status !== 'updated') return 'that is no outcome'
  if (before === undefined) return 'the board did not have it before'
  return wasAsSent ? 'nothing of it was changed' : undefined
}

/** How a command of jobs ended. `rows` is the number of rows of its feed. */
export interface Ending {
  code: number | null
  rows: number
  claims: readonly Claim[]
  after: BoardJobs
  feed: Feed
}

const isDone = ({ status }: Claim) => ['created', 'updated', 'unchanged', 'unpublished'].includes(status)

/** Says why the exit status of `jobs push` or `jobs sync` is untrue. Every row is right and may be written. */
export function findUntrueExit(who: string, { code, rows, claims, after, feed }: Ending): string[] {
  const missing = [...feed].filter(([id, title]) => !isAsSent(after.get(id), title)).length
  const done = claims.filter(isDone).length
  const isAllDone = claims.length >= rows && done === claims.length
  const problems: string[] = []
  if (code === 0 && missing > 0) problems.push(`${missing} of ${rows} rows are not on the board`)
  if (code === 0 && !isAllDone) problems.push(`only ${done} of ${rows} rows are reported as done`)
  if (code === 3 && done === 0) problems.push('no row went through')
  if (code === 3 && claims.length < rows) problems.push(`${rows - claims.length} of ${rows} rows have no outcome`)
  if (code === 3 && isAllDone) problems.push('no row failed')
  // The rows are right, the key too, and nobody interrupted.
  if (code !== null && ![0, 1, 3, 5].includes(code)) problems.push('only the way to the board was disturbed')
  return problems.map((problem) => `${who} ended with ${code}, but ${problem}`)
}

/** Finds jobs that are not as the feed says, and published jobs that it does not have. */
export function findDifferences(who: string, feed: Feed, after: BoardJobs): string[] {
  const wrong = [...feed].filter(([id, title]) => !isAsSent(after.get(id), title))
  const extra = [...after].filter(([id, { status }]) => status === 'PUBLISHED' && !feed.has(id))
  return [
    ...wrong.map(([id]) => `${who}: at the end job ${id} is not live as the feed says`),
    ...extra.map(([id]) => `${who}: at the end job ${id} is live, and the feed does not have it`),
  ]
}
