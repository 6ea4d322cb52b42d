import { ApplicationLookup, ApplicationStatus } from '@boardwalk/schema/application'
import { z } from 'zod'
import { signedIn } from '../administrator/signed-in.ts'
import { eraseApplication } from './service/erase.ts'
import { getApplication, lookUpApplications, setApplicationStatus } from './service/review.ts'

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
}
