import { KeyName, Scopes } from '@boardwalk/schema/api-key'
import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { createKey, listKeys, renameKey, revokeKey, rollKey } from './service.ts'

const id = z.string()

export const keyProcedures = {
  list: signedIn.query(async ({ ctx }) => ({ keys: await listKeys(ctx.deps, ctx.actor.companyId) })),
  create: signedIn
    .input(z.object({ name: KeyName, scopes: Scopes }))
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.actor, input)),
  rename: signedIn
    .input(z.object({ id, name: KeyName }))
    .mutation(({ ctx, input }) => renameKey(ctx.deps, ctx.actor, input)),
  /** Asks for the key's name again, so that nobody revokes the wrong key by mistake. */
  revoke: signedIn
    .input(z.object({ id, name: z.string() }))
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, ctx.actor, input)),
  roll: signedIn
    .input(z.object({ id, revokeOldInHours: z.literal([0, 24, 72]) }))
    .mutation(({ ctx, input }) => rollKey(ctx.deps, ctx.actor, input)),
}
