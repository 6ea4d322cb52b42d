import { ApplicationLookup, ApplicationStatus } from '@boardwalk/schema/application'
import { isoInstant } from '@boardwalk/schema/iso-date'
import { Page, PageSize } from '@boardwalk/schema/page'
import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { eraseApplication } from './erase.ts'
import { findApplications } from './find.ts'
import { discardApplication, letApplicationIn, listHeld } from './hold.ts'
import { getApplication, lookUpApplications, setApplicationStatus } from './review.ts'

const Id = z.string().max(100)

export const applicationProcedures = {
  list: signedIn.input(ApplicationLookup).query(({ ctx, input }) => lookUpApplications(ctx.deps, ctx.actor, input)),
  get: signedIn.input(z.object({ id: Id })).query(({ ctx, input }) => getApplication(ctx.deps, ctx.actor, input)),
  setStatus: signedIn
    .input(z.object({ id: Id, status: ApplicationStatus }))
    .mutation(({ ctx, input }) => setApplicationStatus(ctx.deps, ctx.actor, input)),
  /** Erases an application's data for good. `allOfPerson` erases every application with the same e-mail address. */
  erase: signedIn
    .input(z.object({ id: Id, allOfPerson: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => eraseApplication(ctx.deps, ctx.actor, input)),
  /** Lists what is held back, because the trap field of the form was filled in. */
  listHeld: signedIn
    .input(z.object({ page: Page, pageSize: PageSize }))
    .query(({ ctx, input }) => listHeld(ctx.deps, ctx.actor, input)),
  /** Finds where applications are, by a number (of the application or the request) or by a time. */
  find: signedIn
    .input(
      z.object({
        reference: z.string().max(200).optional(),
        since: isoInstant('since').optional(),
        until: isoInstant('until', { dayEnd: true }).optional(),
      }),
    )
    .query(({ ctx, input: { reference, ...time } }) =>
      findApplications(ctx.deps, ctx.actor, { id: reference, requestId: reference, ...time }),
    ),
  letIn: signedIn
    .input(z.object({ id: Id }))
    .mutation(({ ctx, input }) => letApplicationIn(ctx.deps, ctx.actor, input)),
  discard: signedIn
    .input(z.object({ id: Id }))
    .mutation(({ ctx, input }) => discardApplication(ctx.deps, ctx.actor, input)),
}
