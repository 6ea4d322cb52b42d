import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { CV_TYPES } from '@boardwalk/schema/application'
import { getCompanyBySlug } from '../company/service.ts'
import { createCvFile } from '../cv/upload.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { DOWNLOAD_POLICY, sendFile, sendJson } from '../http/send.ts'
import { openCvLink } from '../intake/cv.ts'
import { type SentForm, submitApplication } from '../intake/submit.ts'
import { getJobBySlug } from '../job/read.ts'
import { toApiError, toAppError } from '../trpc/error.ts'

const CV_PATH = new RegExp(`^/cv/([^/]+)/([^/]+)\\.(?:${CV_TYPES.join('|')})$`)
const APPLY_PATH = /^\/\w+\/companies\/([^/]+)\/jobs\/([^/]+)\/apply$/

/** Finds the page of a request. Undefined for an address that is none. */
export function findPage(method: string, path: string) {
  const [, companyId, applicationId] = CV_PATH.exec(path) ?? []
  if (companyId !== undefined && applicationId !== undefined)
    return { operation: 'cvLink', companyId, applicationId } as const
  const [, companySlug, jobSlug] = APPLY_PATH.exec(path) ?? []
  if (companySlug !== undefined && jobSlug !== undefined && method === 'POST')
    return { operation: 'apply', companySlug, jobSlug } as const
  return undefined
}

/**
 * Makes a handler for requests outside the integration API: links to CVs, the form of a job as a program sends it, and openapi.json, by
 * which a client recognises a board.
 */
export function createPages(deps: Deps, readDocument: () => Promise<object>) {
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = req
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const page = findPage(method, pathname)
    if (page?.operation === 'cvLink') {
      const { companyId, applicationId } = page
      const read = (name: string) => searchParams.get(name) ?? ''
      const link = { companyId, applicationId, expires: read('expires'), signature: read('signature') }
      return sendFile(req, res, await openCvLink(deps, link), 'attachment', DOWNLOAD_POLICY)
    }
    if (page?.operation === 'apply') {
      const company = await getCompanyBySlug(deps, page.companySlug)
      const job = await getJobBySlug(deps, company, page.jobSlug)
      const { id, date } = await submitApplication(deps, job, await readForm(req), company.locale)
      return sendJson(res, 201, { id, date: date.toISOString() })
    }
    if (pathname === '/api/openapi.json' && method === 'GET') {
      return sendJson(res, 200, await readDocument())
    }
    throw new AppError('route_not_found', { method, path: pathname })
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      await answer(req, res)
    } catch (thrown) {
      const error = toAppError(thrown)
      sendJson(res, error.status, { error: toApiError(error, req.boardwalk.id) })
    }
  }
}

async function readForm(req: IncomingMessage): Promise<SentForm> {
  const body = new Response(await buffer(req), { headers: { 'content-type': req.headers['content-type'] ?? '' } })
  const form = await body.formData().catch(() => {
    throw new AppError('body_unsupported', { message: 'Content-Type must be multipart/form-data' })
  })
  const file = form.get('cv')
  // If the applicant chose no file, the browser sends an empty one without a name.
  const isSent = file !== null && typeof file !== 'string' && file.name !== ''
  const cv = isSent ? createCvFile(file.name, Buffer.from(await file.arrayBuffer())) : undefined
  form.delete('cv')
  const fields: Record<string, unknown> = {}
  form.forEach((value, name) => {
    fields[name] = value
  })
  return { fields, cv }
}
