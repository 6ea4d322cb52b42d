import type { ErrorCode } from './generated/contract.ts'
import type { components } from './generated/openapi.ts'

/** A wrong value in a request: where it is, and what the board accepts there. */
export type Issue = components['schemas']['Issue']

/**
 * The base class of every error of this package.
 * @example
 * try {
 *   await boardwalk.jobs.create(job)
 * } catch (error) {
 *   if (error instanceof ConflictError) await boardwalk.jobs.update(job.id, job)
 *   else if (error instanceof APIError) console.error(error.status, error.code, error.issues, error.requestId)
 *   else throw error
 * }
 */
export class BoardwalkError extends Error {
  override name = 'BoardwalkError'
  /**
   * True if the board may have changed what you asked, although the call failed: an answer was lost, or a 5xx does not say.
   * False if nothing was changed, as by each read.
   */
  isUnconfirmed = false
}

/**
 * No answer came, or only a part of it, or a proxy's page instead of it: the address is wrong, no server listens there, or
 * the network is down. `isUnconfirmed` says whether the request may have reached the board.
 */
export class ConnectionError extends BoardwalkError {
  override name = 'ConnectionError'
}

/** No complete answer came within `timeoutMs`. Unless you only read, the board may have done what you asked. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** Your `signal` was aborted. `cause` is the signal's reason. */
export class AbortedError extends BoardwalkError {
  override name = 'AbortedError'
}

export interface APIErrorInit {
  status: number
  message: string
  /** The error's code in the board's catalogue, such as `job_exists`. Undefined if a proxy answered instead of the board. */
  code?: ErrorCode | (string & {}) | undefined
  issues?: Issue[] | undefined
  requestId?: string | undefined
  headers: Headers
}

/** An answer that is not a success. Each status that the board documents has a class of its own. */
export class APIError extends BoardwalkError {
  override name = 'APIError'
  /** The HTTP status of the answer. */
  declare readonly status: number
  /** A code for programs, such as `job_exists`. Undefined if a proxy answered instead of the board. */
  declare readonly code: ErrorCode | (string & {}) | undefined
  /** Every wrong value, if the status is 400. Otherwise empty. */
  declare readonly issues: Issue[]
  /** The id of the request. Give it to the board's operator when you ask for help. */
  declare readonly requestId: string | undefined
  /** The headers of the answer. */
  declare readonly headers: Headers

  constructor({ message, issues = [], ...init }: APIErrorInit) {
    super(message)
    Object.assign(this, init, { issues })
  }
}

/** 400: values are missing or wrong. `issues` names each of them. */
export class BadRequestError extends APIError {
  override name = 'BadRequestError'
}

/** 401: the request has no key. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError'
}

/** 403: the key is not valid or lacks the scope. For `candidates.list`, also: no job has this external id. */
export class PermissionDeniedError extends APIError {
  override name = 'PermissionDeniedError'
}

/** 404: the company has no job, or no candidate, with this id. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError'
}

/** 404 for an address, not for a job: `baseUrl` is not that of an integration API, or the board has no such operation. */
export class PageNotFoundError extends APIError {
  override name = 'PageNotFoundError'
}

/** 409: a job of the company already has this external id. */
export class ConflictError extends APIError {
  override name = 'ConflictError'
}

/** 412: with `create: false`, no job of the company has this external id, so nothing was changed. */
export class PreconditionFailedError extends APIError {
  override name = 'PreconditionFailedError'
}

/** 413: the body is larger than the board accepts, 1 MiB. */
export class PayloadTooLargeError extends APIError {
  override name = 'PayloadTooLargeError'
}

/** 415: the board does not accept this type of body. A proxy may have changed it. */
export class UnsupportedMediaTypeError extends APIError {
  override name = 'UnsupportedMediaTypeError'
}

/** 429: too many requests. The header `retry-after` may say how long to wait. */
export class RateLimitError extends APIError {
  override name = 'RateLimitError'
}

/** 5xx: the board failed, or a proxy in front of it. */
export class ServerError extends APIError {
  override name = 'ServerError'
}
