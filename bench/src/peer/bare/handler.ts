import type { IncomingMessage, ServerResponse } from 'node:http'
import { authenticate } from '../native/authentication.ts'
import { listCandidates } from '../native/candidates.ts'
import type { Collections } from '../native/database.ts'
import { changeOf } from '../native/job-change.ts'
import { jobUrl } from '../native/job-url.ts'
import { changeJob, insertJob, type JobAddress, readPublishedJob, unpublishJob } from '../native/jobs.ts'
import { type Link, linkJobs } from '../native/links.ts'
import { Refusal } from '../native/refusal.ts'
import { jobPage } from '../page.ts'
import { isLocale } from '../page-words.ts'

type Job = { id: string; title: string } & Record<string, unknown>

const BODY_BYTES_MAX = 1024 * 1024

/** The five operations under `/api`, and the job page. */
export function createHandler(collections: Collections, publicUrl: string) {
  const answer = (companySlug: string, { _id, slug }: JobAddress) => ({
    jobId: _id,
    jobUrl: jobUrl(publicUrl, companySlug, slug),
    error: null,
  })

  async function createJob(req: IncomingMessage, res: ServerResponse) {
    const { companyId, companySlug } = await authenticate(collections, req.headers['x-api-key'], 'write')
    const { job } = await readJson<{ job: Job }>(req)
    const created = await insertJob(collections, companyId, job.id, job.title, changeOf(job))
    if (created === null) throw new Refusal(409, `Job with external id ${job.id} already exists`)
    sendJson(res, 200, answer(companySlug, created))
  }

  async function updateJob(req: IncomingMessage, res: ServerResponse, externalId: string) {
    const { companyId, companySlug } = await authenticate(collections, req.headers['x-api-key'], 'write')
    const { job } = await readJson<{ job: Job }>(req)
    const change = changeOf(job)
    for (;;) {
      const changed = await changeJob(collections, companyId, externalId, change)
      if (changed !== null) return sendJson(res, 200, answer(companySlug, changed))
      const created = await insertJob(collections, companyId, externalId, job.title, change)
      if (created !== null) return sendJson(res, 201, answer(companySlug, created))
    }
  }

  async function unpublish(req: IncomingMessage, res: ServerResponse, externalId: string) {
    const { companyId } = await authenticate(collections, req.headers['x-api-key'], 'write')
    sendJson(res, 200, { jobId: await unpublishJob(collections, companyId, externalId), error: null })
  }

  async function link(req: IncomingMessage, res: ServerResponse) {
    const { companyId } = await authenticate(collections, req.headers['x-api-key'], 'write')
    const { links } = await readJson<{ links: Link[] }>(req)
    sendJson(res, 200, { results: await linkJobs(collections, companyId, links), error: null })
  }

  async function candidates(req: IncomingMessage, res: ServerResponse, externalId: string, query: string) {
    const { companyId } = await authenticate(collections, req.headers['x-api-key'], 'read')
    const parameters = new URLSearchParams(query)
    const instant = (name: string) => {
      const text = parameters.get(name)
      return text === null ? undefined : new Date(text)
    }
    const list = await listCandidates(collections, companyId, externalId, {
      since: instant('since'),
      from: instant('from'),
      to: instant('to'),
      page: Number(parameters.get('page') ?? 1),
      pageSize: Number(parameters.get('pageSize') ?? 50),
    })
    sendJson(res, 200, list)
  }

  async function page(res: ServerResponse, locale: string, companySlug: string, jobSlug: string) {
    const found = isLocale(locale) ? await readPublishedJob(collections, companySlug, jobSlug) : undefined
    if (found === undefined || !isLocale(locale)) throw new Refusal(404, 'No such address')
    send(res, 200, 'text/html; charset=utf-8', jobPage(found.job, found.company, locale, publicUrl))
  }

  async function handleJob(
    req: IncomingMessage,
    res: ServerResponse,
    part: string,
    isCandidates: boolean,
    query: string,
  ) {
    const externalId = decodeURIComponent(part)
    if (req.method === 'PUT') return updateJob(req, res, externalId)
    if (req.method === 'DELETE') return unpublish(req, res, externalId)
    if (isCandidates) return candidates(req, res, externalId, query)
    throw new Refusal(404, 'No such address')
  }

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const [path = '', query = ''] = (req.url ?? '/').split('?', 2)
    if (req.method === 'POST' && path === '/api/job') return createJob(req, res)
    if (req.method === 'POST' && path === '/api/job/link') return link(req, res)
    const [, first = '', second, third = '', fourth, fifth = ''] = path.split('/')
    if (first === 'api' && second === 'job') return handleJob(req, res, third, fourth === 'candidates', query)
    if (second === 'companies' && fourth === 'jobs') return page(res, first, third, fifth)
    throw new Refusal(404, 'No such address')
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    handle(req, res).catch((error: unknown) => {
      if (!(error instanceof Refusal)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      const { statusCode, message } = error instanceof Refusal ? error : new Refusal(500, 'Internal server error')
      sendJson(res, statusCode, { [nullMemberOf(req.url ?? '')]: null, error: { message } })
    })
  }
}

function nullMemberOf(url: string): 'jobId' | 'candidates' | 'results' {
  if (url.includes('/candidates')) return 'candidates'
  return url.endsWith('/link') ? 'results' : 'jobId'
}

function readJson<Body>(req: IncomingMessage): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > BODY_BYTES_MAX)
        return void reject(new Refusal(413, `The request body is over ${BODY_BYTES_MAX} bytes`))
      chunks.push(chunk)
    })
    req.on('error', reject)
    req.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()))
      } catch {
        reject(new Refusal(400, 'The request body is not JSON'))
      }
    })
  })
}

const sendJson = (res: ServerResponse, status: number, body: object) =>
  send(res, status, 'application/json; charset=utf-8', JSON.stringify(body))

function send(res: ServerResponse, status: number, type: string, text: string): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}
