import type { FastifyPluginAsync } from 'fastify'
import { readPublishedJob } from '../native/jobs.ts'
import { jobPage } from '../page.ts'
import { isLocale } from '../page-words.ts'
import type { Settings } from './settings.ts'

export const pageRoute =
  ({ collections, publicUrl }: Settings): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { locale: string; companySlug: string; jobSlug: string } }>(
      '/:locale/companies/:companySlug/jobs/:jobSlug',
      async ({ params: { locale, companySlug, jobSlug } }, reply) => {
        const found = isLocale(locale) ? await readPublishedJob(collections, companySlug, jobSlug) : undefined
        if (found === undefined || !isLocale(locale)) return reply.callNotFound()
        return reply.type('text/html; charset=utf-8').send(jobPage(found.job, found.company, locale, publicUrl))
      },
    )
  }
