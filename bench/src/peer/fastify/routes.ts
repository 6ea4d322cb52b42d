import type { Link } from '@boardwalk/schema/link'
import type { FastifyPluginAsync } from 'fastify'
import { readCandidateFilter } from '../candidate.ts'
import { renderJobPage } from '../page.ts'
import { createFindJob, listCandidates } from './candidates.ts'
import { findSchema } from './contract.ts'
import type { Collections } from './database.ts'
import { readPublishedJob } from './jobs.ts'
import { linkJobs } from './links.ts'
import { withKey } from './with-key.ts'

interface CandidateRequest {
  Params: { externalJobId: string }
  Querystring: Record<string, string>
}

/** The operations besides those of one job. */
export const routes =
  (collections: Collections): FastifyPluginAsync =>
  async (app) => {
    const findJob = createFindJob(collections)
    app.get<CandidateRequest>(
      '/api/job/:externalJobId/candidates',
      {
        config: { nullMember: 'candidates' },
        onRequest: withKey(collections, 'read'),
        schema: findSchema('listCandidates'),
      },
      async ({ caller, params: { externalJobId }, query }) =>
        listCandidates(collections, findJob, caller.companyId, externalJobId, readCandidateFilter(query)),
    )
    app.post<{ Body: { links: Link[] } }>(
      '/api/job/link',
      { config: { nullMember: 'results' }, onRequest: withKey(collections, 'write'), schema: findSchema('linkJobs') },
      async ({ caller, body: { links } }) => ({
        results: await linkJobs(collections, caller.companyId, links),
        error: null,
      }),
    )
    app.get<{ Params: { companySlug: string; jobSlug: string } }>(
      '/fr/companies/:companySlug/jobs/:jobSlug',
      async ({ params: { companySlug, jobSlug } }, reply) => {
        const found = await readPublishedJob(collections, companySlug, jobSlug)
        if (found === undefined) return reply.callNotFound()
        return reply.type('text/html; charset=utf-8').send(renderJobPage(found.job, found.company))
      },
    )
  }
