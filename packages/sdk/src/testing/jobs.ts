import type { AnswerOf, Schema } from '../operation.ts'
import { changedContent, isSame, type JobContent } from './content.ts'
import { Refusal, unknownJob } from './refusal.ts'

export interface StoredJob extends JobContent {
  jobId: number
  /** null for a board job that has none yet. */
  externalId: string | null
  /** A `since` before this may be from a poll that the external id did not lead to this job; 0: there is none. */
  linkedAtMs: number
  jobUrl: string
  createdAt: string
  updatedAt: string
}

type Fields = Record<string, unknown>

/** As long as the board allows for its processes to notice a new external id. */
const LINK_MARGIN_MS = 2_000

/** One company's jobs, in the order of their job ids. */
export class StoredJobs {
  readonly #jobs: StoredJob[] = []
  readonly #companyId: string
  readonly #companyUrl: string
  readonly #now: () => number

  constructor(companyId: string, companyUrl: string, now: () => number) {
    this.#companyId = companyId
    this.#companyUrl = companyUrl
    this.#now = now
  }

  /** Stores a new job; `null` for one that the board has and no caller's id names. */
  add(externalId: string | null, fields: Fields): AnswerOf<'createJob'> {
    const content = changedContent(undefined, fields)
    if (externalId !== null && this.find(externalId) !== undefined)
      throw new Refusal('job_exists', `Job with external id ${externalId} already exists; update it with PUT instead`)
    const jobId = this.#jobs.length + 1
    const jobUrl = `${this.#companyUrl}/jobs/${slugOf(String(content.fields.get('title')))}-${jobId}`
    const at = this.#instant()
    this.#jobs.push({ ...content, externalId, linkedAtMs: 0, jobId, jobUrl, createdAt: at, updatedAt: at })
    return { jobId, jobUrl }
  }

  update(externalId: string, fields: Fields): { status: 'created' | 'updated' | 'unchanged' } & AnswerOf<'updateJob'> {
    const job = this.find(externalId)
    if (job === undefined) return { status: 'created', ...this.add(externalId, fields) }
    const content = changedContent(job, fields)
    const { jobId, jobUrl } = job
    if (isSameContent(job, content)) return { status: 'unchanged', jobId, jobUrl }
    Object.assign(job, content, { updatedAt: this.#instant() })
    return { status: 'updated', jobId, jobUrl }
  }

  /** What `update` would do. */
  plan(externalId: string, fields: Fields) {
    const job = this.find(externalId)
    const content = changedContent(job, fields)
    if (job === undefined) return { status: 'created' as const, jobId: null, jobUrl: null }
    const { jobId, jobUrl } = job
    return { status: isSameContent(job, content) ? ('unchanged' as const) : ('updated' as const), jobId, jobUrl }
  }

  unpublish(externalId: string): AnswerOf<'unpublishJob'> {
    const { jobId } = this.get(externalId)
    this.update(externalId, { status: 'UNPUBLISHED' })
    return { jobId }
  }

  /** `clockMs` is a date that no candidate accepted from now on will have. */
  link({ platformJobId, externalJobId }: Schema['Link'], clockMs: number): Schema['LinkResult'] {
    const job = this.findById(platformJobId)
    if (job === undefined) return { platformJobId, externalJobId, status: 'not_found' }
    if (job.externalId !== null || this.find(externalJobId) !== undefined)
      return { platformJobId, externalJobId, status: 'already_linked', currentExternalJobId: job.externalId }
    const linkedAtMs = clockMs + LINK_MARGIN_MS
    Object.assign(job, { externalId: externalJobId, linkedAtMs, updatedAt: this.#instant() })
    return { platformJobId, externalJobId, status: 'linked' }
  }

  find = (externalId: string) => this.#jobs.find((job) => job.externalId === externalId)
  findById = (jobId: number) => this.#jobs.find((job) => job.jobId === jobId)

  get(externalId: string): StoredJob {
    const job = this.find(externalId)
    if (job === undefined) throw unknownJob('job_not_found', externalId, this.#companyId)
    return job
  }

  list(status: unknown, afterJobId = 0): StoredJob[] {
    return this.#jobs.filter((job) => job.jobId > afterJobId && (status === undefined || job.status === status))
  }

  #instant = () => new Date(this.#now()).toISOString()
}

const isSameContent = (a: JobContent, b: JobContent) =>
  a.status === b.status && isSame(Object.fromEntries(a.fields), Object.fromEntries(b.fields))

/** A job as the board shows it: its own members win over extra fields of their names. */
export function shownJob({ externalId, linkedAtMs: _, status, fields, ...own }: StoredJob): Fields {
  return { country: 'Maroc', displaySalary: false, ...Object.fromEntries(fields), ...own, id: externalId, status }
}

function slugOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'job'
}
