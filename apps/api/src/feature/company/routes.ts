import type { callerOperations } from '@boardwalk/schema/operation/caller'
import type { Routes } from '../api-key/with-key.ts'
import { describeCaller } from './caller.ts'

/** Calls the service of the operation that tells callers who they are. */
export const callerRoutes: Routes<typeof callerOperations> = {
  getMe: ({ ctx }) => describeCaller(ctx.deps, ctx.actor),
}
