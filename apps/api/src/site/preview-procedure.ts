import { Locale } from '@boardwalk/schema/company'
import { JobUpdate } from '@boardwalk/schema/job'
import { z } from 'zod'
import { previewJob } from '../feature/job/preview.ts'
import { signedIn } from '../feature/user/signed-in.ts'
import { findOwnSite } from './company-site.ts'
import { renderPreviewPage } from './preview-page.tsx'

/** Renders the job that an administrator is writing, as saving the form would leave it. Nothing is stored. */
export const previewProcedure = signedIn
  .input(z.object({ jobId: z.int().optional(), job: JobUpdate, locale: Locale }))
  // A mutation, although it changes nothing: only pages of this server may call one.
  .mutation(async ({ ctx: { deps, actor }, input }) => {
    const job = await previewJob(deps, actor, input)
    const site = await findOwnSite(deps, actor, input.locale)
    return { html: renderPreviewPage({ site, job, isFramed: true }) }
  })
