import { signedIn } from '../user/signed-in.ts'
import { summary } from './service.ts'

export const homeProcedures = {
  summary: signedIn.query(({ ctx }) => summary(ctx.deps, ctx.actor)),
}
