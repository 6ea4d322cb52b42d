import { CompanyProfileChange } from '@boardwalk/schema/company'
import { z } from 'zod'
import { signedIn } from '../user/signed-in.ts'
import { toLogoPath } from './logo-path.ts'
import { type EditableProfile, readCompanyProfile, setCompanyLogo, updateCompanyProfile } from './service.ts'

/** Turns a profile into what the back office shows. It has the address of the logo instead of the logo. */
function showProfile({ id: _id, logo, ...company }: EditableProfile) {
  return { ...company, logoUrl: logo === null ? null : toLogoPath(company, logo) }
}

export const companyProcedures = {
  get: signedIn.query(async ({ ctx }) => showProfile(await readCompanyProfile(ctx.deps, ctx.actor))),
  /** Changes texts. `revision` names the profile that the administrator saw. */
  update: signedIn
    .input(CompanyProfileChange.extend({ revision: z.int().min(0) }))
    .mutation(async ({ ctx, input }) => showProfile(await updateCompanyProfile(ctx.deps, ctx.actor, input))),
  /** Sets the logo. The input is the file in base64. */
  setLogo: signedIn
    .input(z.object({ base64: z.base64({ error: 'must be a file in base64' }) }))
    .mutation(async ({ ctx, input }) => {
      return showProfile(await setCompanyLogo(ctx.deps, ctx.actor, Buffer.from(input.base64, 'base64')))
    }),
  removeLogo: signedIn.mutation(async ({ ctx }) => showProfile(await setCompanyLogo(ctx.deps, ctx.actor, null))),
}
