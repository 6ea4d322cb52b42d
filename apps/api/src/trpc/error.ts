import type { ApiError } from '@boardwalk/schema/error'
import { limits } from '@boardwalk/schema/limits'
import { issuesOf } from '@boardwalk/schema/wording'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { isDatabaseBusy } from '../db/connection.ts'
import { AppError, invalidRequest } from '../error.ts'

const refusedByTrpc = new Set<TRPCError['code']>([
  'BAD_REQUEST',
  'PARSE_ERROR',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_MEDIA_TYPE',
])

/** Whatever was thrown, as the error that a caller may see; what is not one of ours is `internal`. */
export function appErrorOf(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof AppError) return thrown.cause
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof z.ZodError)
      return invalidRequest(issuesOf(thrown.cause))
    if (thrown.code === 'PAYLOAD_TOO_LARGE') return new AppError('body_too_large', { bytesMax: limits.bodyBytes })
    // What tRPC refuses by itself, before any procedure: its message names the procedure and the method.
    if (refusedByTrpc.has(thrown.code)) return invalidRequest([{ path: '', message: thrown.message }])
  }
  if (isDatabaseBusy(thrown) || (thrown instanceof Error && isDatabaseBusy(thrown.cause)))
    return new AppError('overloaded', undefined, { cause: thrown, retryAfterSeconds: 1 })
  return new AppError('internal', undefined, { cause: thrown })
}

/** What stands under `error` in a body. */
export function apiErrorOf({ message, code, issues }: AppError, requestId: string | undefined): ApiError {
  return { message, code, ...(requestId !== undefined && { requestId }), ...(issues !== undefined && { issues }) }
}
