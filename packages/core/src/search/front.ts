import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import type { JobMark, JobPosition, JobRange } from '../job/range.ts'

/*
 * The list of the whole board on its home page: all published jobs, latest publication first, but at most three of one company in a row.
 * Whether a job is shown depends only on the three jobs before it, so the list has the same pages in both directions.
 */

const IN_A_ROW_MAX = 3
/** The marks that one query reads: enough for a page of most boards. */
const MARKS_AT_ONCE = 60

/** A job of the list, read without its texts. */
interface Step {
  mark: JobMark
  /** Whether the three jobs before it in the list are of the same company, too. */
  isHidden: boolean
}

/** Where a page of the list begins or ends. Without a position, it is the first page. */
type FrontStart = Pick<JobRange, 'after' | 'before'>

/** A page of the list. */
export interface FrontPage {
  jobs: StoredJob[]
  /** The shown jobs that hidden jobs of the same company follow. */
  cutIds: Set<number>
  isFirst: boolean
  hasOlder: boolean
}

const justAfter = ({ publishedAt, id }: JobPosition): JobPosition => ({ publishedAt, id: id - 1 })
const justBefore = ({ publishedAt, id }: JobPosition): JobPosition => ({ publishedAt, id: id + 1 })

/** Whether a job is hidden after these, which end just before it. */
const isRowFull = (before: JobMark[], { companyId }: Pick<JobMark, 'companyId'>): boolean =>
  before.length >= IN_A_ROW_MAX && before.slice(-IN_A_ROW_MAX).every((mark) => mark.companyId === companyId)

/** Walks through the list after a position. Jumps over what is hidden, so that a long row costs few queries. */
async function* walkOlder({ jobs }: Deps, after: JobPosition | undefined): AsyncGenerator<Step> {
  let row = after ? await jobs.markBoard({ before: justAfter(after), jobsMax: IN_A_ROW_MAX }) : []
  for (let from = after; ; ) {
    const marks = await jobs.markBoard({ after: from, jobsMax: MARKS_AT_ONCE })
    let isHidden = false
    for (const mark of marks) {
      isHidden = isRowFull(row, mark)
      yield { mark, isHidden }
      row = [...row.slice(1 - IN_A_ROW_MAX), mark]
    }
    const last = marks.at(-1)
    if (last === undefined || marks.length < MARKS_AT_ONCE) return
    from = last
    if (!isHidden) continue
    const next = await jobs.findOtherCompany(last.companyId, { after: last })
    if (next === undefined) return
    from = justBefore(next)
  }
}

/** Walks through the list before a position, from older to newer jobs. */
async function* walkNewer({ jobs }: Deps, before: JobPosition): AsyncGenerator<Step> {
  for (let from = before; ; ) {
    const marks = await jobs.markBoard({ before: from, jobsMax: MARKS_AT_ONCE })
    const isStart = marks.length < MARKS_AT_ONCE
    const steps = marks.map((mark, at): Step => ({ mark, isHidden: isRowFull(marks.slice(0, at), mark) }))
    // The first steps depend on jobs before this batch. The next batch has them again.
    const known = isStart ? steps : steps.slice(IN_A_ROW_MAX)
    yield* known.toReversed()
    const last = known[0]
    if (isStart || last === undefined) return
    from = last.mark
    if (!last.isHidden) continue
    const other = await jobs.findOtherCompany(last.mark.companyId, { before: last.mark })
    const row = await jobs.markBoard({ after: other, jobsMax: IN_A_ROW_MAX })
    yield* row.toReversed().map((mark): Step => ({ mark, isHidden: false }))
    if (other === undefined) return
    from = justAfter(other)
  }
}

/** Takes steps until this many of them are shown. Returns also the hidden ones, in the order of the walk. */
async function take(walk: AsyncGenerator<Step>, shownMax: number): Promise<Step[]> {
  const steps: Step[] = []
  let shown = 0
  for await (const step of walk) {
    steps.push(step)
    if (!step.isHidden && ++shown === shownMax) break
  }
  return steps
}

const listShown = (steps: Step[]): Step[] => steps.filter(({ isHidden }) => !isHidden)

/** Reads a page of the list. If no job is left after a position, or the page before it would not be full, it is the first page. */
export async function readFrontPage(deps: Deps, { after, before }: FrontStart, pageSize: number): Promise<FrontPage> {
  // One job more than the page tells whether there are others.
  const shownMax = pageSize + 1
  if (after === undefined && before !== undefined) {
    const steps = (await take(walkNewer(deps, before), shownMax)).toReversed()
    const shown = listShown(steps)
    if (shown.length > pageSize)
      return { ...(await readJobs(deps, steps, shown.slice(1))), isFirst: false, hasOlder: true }
  }
  const steps = await take(walkOlder(deps, after), shownMax)
  const shown = listShown(steps)
  if (shown.length === 0 && after !== undefined) return readFrontPage(deps, {}, pageSize)
  const page = await readJobs(deps, steps, shown.slice(0, pageSize))
  return { ...page, isFirst: after === undefined, hasOlder: shown.length > pageSize }
}

async function readJobs(deps: Deps, steps: Step[], shown: Step[]): Promise<Pick<FrontPage, 'jobs' | 'cutIds'>> {
  const cut = shown.filter((step) => steps[steps.indexOf(step) + 1]?.isHidden)
  const jobs = await deps.jobs.readMarked(shown.map(({ mark }) => mark))
  return { jobs, cutIds: new Set(cut.map(({ mark }) => mark.id)) }
}
