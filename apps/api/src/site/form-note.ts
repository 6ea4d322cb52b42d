import type { FormRecord } from '@boardwalk/core/activity/schema'
import { findApplicationId, type SentForm, type Submission } from '@boardwalk/core/intake/submit'
import { findTrace } from '@boardwalk/core/process/log'
import { toAppError } from '@boardwalk/core/trpc/error'
import { APPLY_FIELDS } from '@boardwalk/schema/application'
import type { Request } from 'express'
import type { Deps } from '../deps.ts'

/** Records the outcome of a form: in the log, in the metrics, and in a row by which users find a missing application. */
export interface FormNote {
  submitted(result: Submission): void
  refused(thrown: unknown, form?: Pick<SentForm, 'fields'>): void
}

const FIELDS = new Set<string>([...APPLY_FIELDS, 'formId', 'keptCv'])

/**
 * Begins the note of a form. It has ids and the names of our own fields only: no text of the applicant, and no name of another field,
 * which the sender chose.
 */
export function beginFormNote(
  { log, formRecorder, metrics, now }: Deps,
  job: { id: number; companyId: string },
  req: Request,
): FormNote {
  const about = {
    companyId: job.companyId,
    jobId: job.id,
    requestId: req.boardwalk.id,
    at: new Date(now()),
    traceId: findTrace().traceId ?? null,
  }
  const note = (result: Pick<FormRecord, 'applicationId' | 'outcome' | 'reason' | 'fields'>) => {
    const { at: _, traceId, ...logged } = { ...about, ...result }
    log.info({ ...logged, ...(traceId !== null && { traceId }) }, 'application form')
    metrics.formEnded(result.outcome)
    formRecorder.note({ ...about, ...result })
  }
  return {
    submitted: ({ id, outcome }) => note({ applicationId: id, outcome, reason: null, fields: [] }),
    refused(thrown, { fields = {} } = { fields: {} }) {
      const { code, reason = code, issues = [] } = toAppError(thrown)
      const refused = new Set(issues.map(({ path }) => (FIELDS.has(path) ? path : 'form')))
      const applicationId = findApplicationId(job, { fields }) ?? null
      note({ applicationId, outcome: 'refused', reason, fields: [...refused] })
    },
  }
}
