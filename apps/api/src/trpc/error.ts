import type { ApiError } from '@boardwalk/schema/error'
import { issuesOf } from '@boardwalk/schema/wording'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { AppError, invalidRequest } from '../error.ts'

/** Whatever was thrown, as the error that a caller may see; what is not one of ours is `internal`. */
export function appErrorOf(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof AppError) return thrown.cause
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof z.ZodError)
      return invalidRequest(issuesOf(thrown.cause))
  }
  return new AppError('internal', undefined, { cause: thrown })
}

/** What stands under `error` in a body. */
export function apiErrorOf({ message, code, issues }: AppError, requestId: string): ApiError {
  return { message, code, requestId, ...(issues !== undefined && { issues }) }
}
