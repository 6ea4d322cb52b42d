import type { ApiError } from '@boardwalk/schema/error'
import { limits } from '@boardwalk/schema/limits'
import { describeIssues } from '@boardwalk/schema/wording'
import { TRPCError } from '@trpc/server'
import { type TRPC_ERROR_CODE_NUMBER, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { z } from 'zod'
import { AppError, invalidRequest, restate } from '../error.ts'
import { isDatabaseBusy } from '../process/database-failure.ts'

/* Errors on their way to a caller: from anything that was thrown to an AppError, and from an AppError to the body of an answer. */

/** Codes with which tRPC itself refuses a call, before any procedure runs. */
const refusedByTrpc = new Set<TRPCError['code']>([
  'BAD_REQUEST',
  'PARSE_ERROR',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_MEDIA_TYPE',
])

interface CallOptions {
  /** Whether the call only reads. It changes nothing, so its error never says that a change is in doubt. */
  isRead?: boolean
  /** The most bytes that the body may have. */
  bytesMax?: number | undefined
}

/** Turns anything that was thrown into an error that a caller may see. An unknown error becomes `internal`. */
export function toAppError(
  thrown: unknown,
  { isRead = false, bytesMax = limits.bodyBytes }: CallOptions = {},
): AppError {
  const error = findAppError(thrown, bytesMax)
  return isRead ? restate(error, 'unavailable') : error
}

function findAppError(thrown: unknown, bytesMax: number): AppError {
  if (thrown instanceof AppError) return thrown
  // tRPC wraps the errors of procedures and of schemas.
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof AppError) return thrown.cause
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof z.ZodError)
      return invalidRequest(describeIssues(thrown.cause))
    if (thrown.code === 'PAYLOAD_TOO_LARGE') return new AppError('body_too_large', { bytesMax })
    // The message of tRPC names the procedure and the method.
    if (refusedByTrpc.has(thrown.code)) return invalidRequest([{ path: '', message: thrown.message }])
  }
  if (isDatabaseBusy(thrown) || (thrown instanceof Error && isDatabaseBusy(thrown.cause)))
    return new AppError('unconfirmed', { reason: 'database_busy' }, { cause: thrown, retryAfterSeconds: 1 })
  return new AppError('internal', undefined, { cause: thrown })
}

/** Makes the member `error` of the body of an answer. */
export function toApiError({ message, code, issues }: AppError, requestId: string | undefined): ApiError {
  return { message, code, ...(requestId !== undefined && { requestId }), ...(issues !== undefined && { issues }) }
}

/** Makes the error of the back office's procedures in tRPC's own form. `data` has the members of the integration API's `error`. */
export function toProcedureError(
  error: AppError,
  requestId: string | undefined,
  code: TRPC_ERROR_CODE_NUMBER = TRPC_ERROR_CODES_BY_KEY.INTERNAL_SERVER_ERROR,
) {
  const { message, ...rest } = toApiError(error, requestId)
  return { code, message, data: { ...rest, httpStatus: error.status } }
}
