import { randomUUID } from 'node:crypto'
import type { Locale } from '@boardwalk/schema/company'
import type { Request, Response } from 'express'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import { submitApplication } from '../feature/application/service.ts'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { sendJson } from '../http/send-json.ts'
import type { Typed } from './apply-form.tsx'
import { applyPage } from './apply-page.tsx'
import { confirmationPage } from './confirmation-page.tsx'
import { readForm } from './form-body.ts'
import { APPLY_FIELDS } from './words.ts'

interface JobShown {
  locale: Locale
  company: Company
  job: StoredJob
}

/** Takes in an application to a job: programs get JSON, browsers a page. */
export async function receiveApplication(deps: Deps, shown: JobShown, req: Request, res: Response): Promise<void> {
  const wantsJson = req.accepts(['html', 'json']) === 'json'
  const { fields, cv, issues } = await readForm(req, res)
  try {
    if (issues.length > 0) throw invalidRequest(issues)
    const { id, date } = await submitApplication(deps, shown.job, { fields, cv })
    if (wantsJson) sendJson(res, 201, { id, date: date.toISOString() })
    else
      res
        .status(201)
        .type('html')
        .send(confirmationPage({ ...shown, applicationId: id }))
  } catch (error) {
    if (wantsJson || !(error instanceof AppError) || error.issues === undefined) throw error
    const again = { issues: error.issues, formId: formIdOf(fields, error), typed: typedOf(fields) }
    res
      .status(error.status)
      .type('html')
      .send(applyPage({ ...shown, ...again }))
  }
}

/** The form keeps its id, so that it stays one application however often it is sent; but not an id that is refused. */
function formIdOf({ formId }: Record<string, unknown>, { issues = [] }: AppError): string {
  const isRefused = issues.some(({ path }) => path === 'formId')
  return typeof formId === 'string' && !isRefused ? formId : randomUUID()
}

function typedOf(fields: Record<string, unknown>): Typed {
  const typed: Typed = {}
  for (const field of APPLY_FIELDS) {
    const value = fields[field]
    if (field !== 'cv' && typeof value === 'string') typed[field] = value
  }
  return typed
}
