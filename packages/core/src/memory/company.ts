import type { ApplicationStatus } from '@boardwalk/schema/application'
import type { Candidate } from '@boardwalk/schema/candidate'
import { BoardJobCreate, ExternalId, JobUpdate } from '@boardwalk/schema/job'
import { describeIssues } from '@boardwalk/schema/wording'
import type { z } from 'zod'
import { actAsOperator } from '../activity/audit.ts'
import type { Company } from '../company/service.ts'
import { createCvFile } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import { eraseApplication } from '../intake/erase.ts'
import { showCandidates } from '../intake/poll.ts'
import { setApplicationStatus } from '../intake/set-status.ts'
import { findWithdrawal, submitApplication, type Withdrawal } from '../intake/submit.ts'
import { createBoardJob } from '../job/create.ts'
import { deleteDraft, editJob, setExternalId } from '../job/edit.ts'
import type { StoredJob } from '../job/job.ts'
import { revokeKey, rollKey } from '../key/service.ts'

const HOUR_MS = 60 * 60 * 1000
const defaultApplicant = { firstName: 'Salma', lastName: 'Bennani', email: 'salma.bennani@example.com' }

const withdrawals: Record<Withdrawal, string> = {
  job_unpublished: 'it is not published',
  job_closed: 'its closing date has passed',
}

/** The external id of a job, or its job id. */
type JobName = string | number

/** What the applicants and the users of one company do. */
export interface BoardCompany {
  readonly slug: string
  /** The newest key. */
  readonly apiKey: string
  apply(job: JobName, application?: Record<string, unknown> & { cv?: Uint8Array }): Promise<Candidate>
  addJob(job: z.input<typeof BoardJobCreate>): Promise<{ jobId: number; jobUrl: string }>
  editJob(job: JobName, changes: z.input<typeof JobUpdate>): Promise<void>
  setExternalId(job: JobName, externalId: string | null): Promise<void>
  deleteDraft(job: JobName): Promise<void>
  setStatus(candidateId: string, status: ApplicationStatus): Promise<void>
  erase(candidateId: string): Promise<void>
  rollKey(options?: { endsInMs?: number | undefined }): Promise<string>
  revokeKey(): Promise<void>
}

export function createBoardCompany(deps: Deps, company: Company, key: { id: string; key: string }): BoardCompany {
  const user = actAsOperator(company.id)
  let newest = key

  async function findJob(name: JobName): Promise<StoredJob> {
    const job = await (typeof name === 'number'
      ? deps.jobs.findById(company.id, name)
      : deps.jobs.findByExternalId(company.id, name))
    if (job === undefined) throw new Error(`${company.name} has no job ${name} in the sandbox: create it first`)
    return job
  }

  /** Changes a job as a user does, who opens it again if a caller of the API has changed it meanwhile. */
  async function change(name: JobName, make: (job: StoredJob) => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await make(await findJob(name))
        return
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'job_changed') throw error
      }
    }
  }

  return {
    slug: company.slug,
    get apiKey() {
      return newest.key
    },

    async apply(name, { cv, ...fields } = {}) {
      const job = await findJob(name)
      const reason = findWithdrawal(deps, job)
      if (reason !== undefined) throw new Error(`Job ${name} takes no applications: ${withdrawals[reason]}`)
      const file = cv && createCvFile('cv', Buffer.from(cv))
      const form = { fields: { consent: 'yes', ...defaultApplicant, ...fields }, cv: file }
      const { id } = await submitApplication(deps, job, form, company.locale)
      const [candidate] = await showCandidates(deps, company.id, await deps.applications.findByIds(company.id, [id]))
      if (candidate === undefined) throw new Error(`application ${id} was accepted and cannot be found`)
      return candidate
    },

    addJob: async (job) => createBoardJob(deps, user, { job: parse(BoardJobCreate, job) }),

    async editJob(name, changes) {
      const parsed = parse(JobUpdate, changes)
      await change(name, ({ id, revision }) => editJob(deps, user, { jobId: id, revision, job: parsed }))
    },

    async setExternalId(name, externalId) {
      if (externalId === null) return change(name, (job) => setId(job, null))
      const id = parse(ExternalId, externalId)
      await change(name, async (job) => {
        const holder = await deps.jobs.findByExternalId(company.id, id)
        // A user takes the id from the job that has it, before another job can get it.
        if (holder !== undefined && holder.id !== job.id) await setId(holder, null)
        await setId(job, id)
      })
    },

    deleteDraft: (name) => change(name, ({ id, revision }) => deleteDraft(deps, user, { jobId: id, revision })),

    setStatus: (id, status) => setApplicationStatus(deps, user, { id, status }),

    async erase(id) {
      await eraseApplication(deps, user, { id, allOfPerson: false })
    },

    async rollKey({ endsInMs = 0 } = {}) {
      newest = await rollKey(deps, user, { id: newest.id, revokeOldInHours: endsInMs / HOUR_MS })
      return newest.key
    },

    revokeKey: () => revokeKey(deps, user, { id: newest.id }),
  }

  function setId({ id, revision }: StoredJob, externalId: string | null) {
    return setExternalId(deps, user, { jobId: id, revision, externalId })
  }
}

/** Parses what a form of the back office would send. Throws `invalid_request`. */
function parse<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error))
  return parsed.data
}
