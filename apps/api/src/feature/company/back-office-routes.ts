import { CompanyProfileChange } from '@boardwalk/schema/company'
import { z } from 'zod'
import { signedIn } from '../administrator/signed-in.ts'
import { logoPath } from './logo-path.ts'
import { type CompanyProfile, companyProfile, updateCompanyProfile } from './service.ts'

/** The profile as the back office shows it: the logo by its address. */
function shown({ logo, ...company }: CompanyProfile) {
  const { name, slug, locale, description, website } = company
  return { name, slug, locale, description, website, logoUrl: logo === null ? null : logoPath(company, logo) }
}

export const companyProcedures = {
  get: signedIn.query(async ({ ctx }) => shown(await companyProfile(ctx.deps, ctx.actor))),
  update: signedIn
    .input(CompanyProfileChange)
    .mutation(async ({ ctx, input }) => shown(await updateCompanyProfile(ctx.deps, ctx.actor, input))),
  /** The file as base64. */
  setLogo: signedIn
    .input(z.object({ base64: z.base64({ error: 'must be a file as base64' }) }))
    .mutation(async ({ ctx, input }) => {
      const logo = Buffer.from(input.base64, 'base64')
      return shown(await updateCompanyProfile(ctx.deps, ctx.actor, { logo }))
    }),
  removeLogo: signedIn.mutation(async ({ ctx }) =>
    shown(await updateCompanyProfile(ctx.deps, ctx.actor, { logo: null })),
  ),
}
