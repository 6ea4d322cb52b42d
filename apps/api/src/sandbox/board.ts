import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApplicationStatus } from '@boardwalk/schema/application'
import type { Candidate } from '@boardwalk/schema/candidate'
import { BoardJobCreate } from '@boardwalk/schema/job'
import { type OperationName, operationList } from '@boardwalk/schema/operations'
import { describeIssues } from '@boardwalk/schema/wording'
import type { z } from 'zod'
import { invalidRequest } from '../error.ts'
import { actAsOperator } from '../feature/activity/audit.ts'
import { hashKey } from '../feature/api-key/service.ts'
import { eraseApplication } from '../feature/application/erase.ts'
import { showCandidates } from '../feature/application/poll.ts'
import { setApplicationStatus } from '../feature/application/review.ts'
import { submitApplication } from '../feature/application/submit.ts'
import { createCvFile } from '../feature/cv/upload.ts'
import { createBoardJob } from '../feature/job/create.ts'
import { isOnPath, splitUrl } from '../http/endpoint.ts'
import { withRequest } from '../http/request-log.ts'
import { createRest } from '../http/rest.ts'
import { integrationRouter } from '../router/integration.ts'
import { type BoardOptions, company, createBoardDeps } from './board-deps.ts'
import { createPages, findPage } from './pages.ts'

/** An operation of the API, or a page. */
type BoardOperation = OperationName | 'apply' | 'cvLink'

interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
}

const endpoints = operationList.map(({ name, method, path }) => ({ name, method, ...splitUrl(`/api${path}`) }))

function findOperation({ method: sent, path }: SentRequest): BoardOperation | undefined {
  const method = sent === 'HEAD' ? 'GET' : sent
  const address = splitUrl(path)
  const endpoint = endpoints.find((each) => each.method === method && isOnPath(each, address))
  return endpoint?.name ?? findPage(method, `/${address.parts.join('/')}`)?.operation
}

/** A Boardwalk of one company in memory: the server's own transport and rules, as @boardwalk/sandbox publishes them. */
export interface Board {
  /** Answers the integration API, the form of a job and links to CVs. */
  handle: (req: IncomingMessage, res: ServerResponse) => void
  /** Says what a request asks for, and the slug of the company whose key it has. */
  identify(request: SentRequest): Promise<{ operation: BoardOperation | undefined; company: string | undefined }>
  /** Applies to a job, as an applicant does. `job` is its external id or its job id. */
  apply(job: string | number, fields: Record<string, unknown>, cv?: Uint8Array): Promise<Candidate>
  /** Adds a job, as a user does. */
  addJob(job: z.input<typeof BoardJobCreate>): Promise<{ jobId: number; jobUrl: string }>
  setStatus(candidateId: string, status: ApplicationStatus): Promise<void>
  erase(candidateId: string): Promise<void>
}

export function createBoard(options: BoardOptions): Board {
  const deps = createBoardDeps(options)
  const user = actAsOperator(company.id)
  const pages = createPages(deps)
  const rest = createRest(integrationRouter, '/api', deps, () => {})

  async function findJob(name: string | number) {
    const job = await (typeof name === 'number'
      ? deps.jobs.findById(company.id, name)
      : deps.jobs.findByExternalId(company.id, name))
    if (job === undefined) throw new Error(`The sandbox has no job ${name}`)
    if (job.status !== 'PUBLISHED') throw new Error(`Job ${name} takes no applications: it is not published`)
    return job
  }

  return {
    async identify(request) {
      const key = await deps.apiKeys.findByHash(hashKey(request.headers['x-api-key']?.trim() ?? ''))
      const operation = findOperation(request)
      return { operation, company: key && deps.companies.recallSlug(key.companyId) }
    },

    handle: withRequest(deps, (req, res) => void rest(req, res, () => void pages(req, res))),

    async apply(name, fields, cv) {
      const file = cv && createCvFile('cv.pdf', Buffer.from(cv))
      const form = { fields: { consent: 'yes', ...fields }, cv: file }
      const { id } = await submitApplication(deps, await findJob(name), form, company.locale)
      const [candidate] = await showCandidates(deps, company.id, await deps.applications.findByIds(company.id, [id]))
      if (candidate === undefined) throw new Error(`application ${id} was accepted and cannot be found`)
      return candidate
    },

    async addJob(job) {
      const parsed = BoardJobCreate.safeParse(job)
      if (!parsed.success) throw invalidRequest(describeIssues(parsed.error))
      return createBoardJob(deps, user, { job: parsed.data })
    },

    setStatus: (id, status) => setApplicationStatus(deps, user, { id, status }),

    async erase(id) {
      await eraseApplication(deps, user, { id, allOfPerson: false })
    },
  }
}
