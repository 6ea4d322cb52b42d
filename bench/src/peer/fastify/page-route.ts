import type { FastifyPluginAsync } from 'fastify'
import { renderJobPage } from '../page.ts'
import { isLocale } from '../page-words.ts'
import type { Collections } from './database.ts'
import { readPublishedJob } from './jobs.ts'

export const pageRoute =
  (collections: Collections): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { locale: string; companySlug: string; jobSlug: string } }>(
      '/:locale/companies/:companySlug/jobs/:jobSlug',
      async ({ params: { locale, companySlug, jobSlug } }, reply) => {
        const found = isLocale(locale) ? await readPublishedJob(collections, companySlug, jobSlug) : undefined
        if (found === undefined || !isLocale(locale)) return reply.callNotFound()
        return reply.type('text/html; charset=utf-8').send(renderJobPage(found.job, found.company, locale))
      },
    )
  }
