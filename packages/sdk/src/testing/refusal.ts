import type { Issue } from '../error.ts'
import { messageOf } from './wording.ts'

const statuses = {
  invalid_request: 400,
  api_key_missing: 401,
  api_key_invalid: 403,
  scope_missing: 403,
  candidates_forbidden: 403,
  job_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  job_exists: 409,
  body_too_large: 413,
  body_unsupported: 415,
}

/** What the board answers instead of a success. */
export class Refusal extends Error {
  readonly code: keyof typeof statuses
  readonly status: number
  readonly issues: Issue[] | undefined

  constructor(code: keyof typeof statuses, message: string, issues?: Issue[]) {
    super(message)
    this.code = code
    this.status = statuses[code]
    this.issues = issues
  }

  /** As it stands under `error` in a body. */
  get error() {
    const { message, code, issues } = this
    return { message, code, ...(issues !== undefined && { issues }) }
  }
}

/** The 400 that names every wrong value. */
export const invalidRequest = (issues: Issue[]) => new Refusal('invalid_request', messageOf(issues), issues)

export const unknownJob = (code: 'job_not_found' | 'candidates_forbidden', externalId: string, companyId: string) =>
  new Refusal(code, `External id ${externalId} is not associated with any job within company ${companyId}`)
