import { CompanyProfileChange } from '@boardwalk/schema/company'
import { z } from 'zod'
import { signedIn } from '../administrator/signed-in.ts'
import { toLogoPath } from './logo-path.ts'
import { type CompanyProfile, getCompanyProfile, updateCompanyProfile } from './service.ts'

/** Turns a profile into what the back office shows. It has the address of the logo instead of the logo. */
function showProfile({ logo, ...company }: CompanyProfile) {
  const { name, slug, locale, description, website } = company
  return { name, slug, locale, description, website, logoUrl: logo === null ? null : toLogoPath(company, logo) }
}

export const companyProcedures = {
  get: signedIn.query(async ({ ctx }) => showProfile(await getCompanyProfile(ctx.deps, ctx.actor))),
  update: signedIn
    .input(CompanyProfileChange)
    .mutation(async ({ ctx, input }) => showProfile(await updateCompanyProfile(ctx.deps, ctx.actor, input))),
  /** Sets the logo. The input is the file in base64. */
  setLogo: signedIn
    .input(z.object({ base64: z.base64({ error: 'must be a file in base64' }) }))
    .mutation(async ({ ctx, input }) => {
      const logo = Buffer.from(input.base64, 'base64')
      return showProfile(await updateCompanyProfile(ctx.deps, ctx.actor, { logo }))
    }),
  removeLogo: signedIn.mutation(async ({ ctx }) =>
    showProfile(await updateCompanyProfile(ctx.deps, ctx.actor, { logo: null })),
  ),
}
