import { CompanyChange, LOGO_BYTES_MAX } from '@boardwalk/schema/company'
import { z } from 'zod'
import { logoPath } from '../../site/paths.ts'
import { signedIn } from '../../trpc/back-office.ts'
import { shownCompany, updateCompanyProfile } from './service.ts'

/** So many characters carry the largest logo. */
const LOGO_CHARACTERS_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 4
const Logo = z.object({
  base64: z.base64({ error: 'must be a file in base64' }).max(LOGO_CHARACTERS_MAX, {
    error: `must be at most ${LOGO_BYTES_MAX / 1024} KiB`,
  }),
})

/** What a company says of itself on its pages. */
export const companyRoutes = {
  get: signedIn.query(async ({ ctx }) => {
    const { logo, ...company } = await shownCompany(ctx.deps, ctx.actor)
    return { ...company, logoUrl: logo === null ? null : logoPath(company, logo) }
  }),
  update: signedIn.input(CompanyChange).mutation(async ({ ctx, input }) => {
    await updateCompanyProfile(ctx.deps, ctx.actor, input)
  }),
  setLogo: signedIn.input(Logo).mutation(async ({ ctx, input }) => {
    await updateCompanyProfile(ctx.deps, ctx.actor, { logo: Buffer.from(input.base64, 'base64') })
  }),
  removeLogo: signedIn.mutation(async ({ ctx }) => {
    await updateCompanyProfile(ctx.deps, ctx.actor, { logo: null })
  }),
}
