import type { components } from './generated/openapi.ts'

/** A value that a request got wrong: where it stands, and what is accepted there. */
export type Issue = components['schemas']['Issue']

/**
 * What every error of this package is.
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
}

/**
 * No answer came, or it broke off: the address is wrong, nobody listens, the network is down. Whether the board did
 * what it was asked is not known.
 */
export class ConnectionError extends BoardwalkError {
  override name = 'ConnectionError'
}

/** No complete answer came within `timeoutMs`; a ConnectionError too, for it leaves as much unknown. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** The call's `signal` was aborted; `cause` is the signal's reason. */
export class AbortedError extends BoardwalkError {
  override name = 'AbortedError'
}

export interface APIErrorInit {
  status: number
  message: string
  /** The error's code in the board's catalogue, such as `job_exists`; not there where something else answered. */
  code?: string | undefined
  issues?: Issue[] | undefined
  requestId?: string | undefined
  headers: Headers
}

/** An answer that is no success. There is a class for each status that the board documents. */
export class APIError extends BoardwalkError {
  override name = 'APIError'
  /** HTTP status of the answer. */
  readonly status: number
  /** The same for a program, such as `job_exists`; not there where a proxy answered instead of the board. */
  readonly code: string | undefined
  /** Every value that is wrong, with a 400. */
  readonly issues: Issue[]
  /** Name it when you ask the board's operator for help. */
  readonly requestId: string | undefined
  /** Headers of the answer. */
  readonly headers: Headers

  constructor({ status, message, code, issues = [], requestId, headers }: APIErrorInit) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
    this.requestId = requestId
    this.headers = headers
  }
}

/** 400: a value is missing or wrong; `issues` names each. */
export class BadRequestError extends APIError {
  override name = 'BadRequestError'
}

/** 401: no key was sent. */
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError'
}

/** 403: the key is not valid or lacks the scope; from `candidates.list` also: no such job. */
export class PermissionDeniedError extends APIError {
  override name = 'PermissionDeniedError'
}

/** 404: no job of the company has this external id. */
export class NotFoundError extends APIError {
  override name = 'NotFoundError'
}

/** 409: there is a job with this external id already. */
export class ConflictError extends APIError {
  override name = 'ConflictError'
}

/** 413: the request is larger than the board accepts. */
export class PayloadTooLargeError extends APIError {
  override name = 'PayloadTooLargeError'
}

/** 415: the board does not take this kind of body. */
export class UnsupportedMediaTypeError extends APIError {
  override name = 'UnsupportedMediaTypeError'
}

/** 429: too many requests; the header `retry-after` may say when to come again. */
export class RateLimitError extends APIError {
  override name = 'RateLimitError'
}

/** 5xx: the fault is the board's, or of a proxy before it. */
export class ServerError extends APIError {
  override name = 'ServerError'
}

const classes: Record<number, typeof APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  429: RateLimitError,
}

/** The error of an answer, of its status's class. */
export function apiErrorOf(init: APIErrorInit): APIError {
  const Class = init.status >= 500 ? ServerError : (classes[init.status] ?? APIError)
  return new Class(init)
}
