import type { FastifyPluginAsync } from 'fastify'
import { readCandidateFilter } from '../candidate.ts'
import { createFindJob, listCandidates } from './candidates.ts'
import { findSchema } from './contract.ts'
import type { Collections } from './database.ts'
import { withKey } from './with-key.ts'

interface CandidateRequest {
  Params: { externalJobId: string }
  Querystring: Record<string, string>
}

export const candidateRoutes =
  (collections: Collections): FastifyPluginAsync =>
  async (app) => {
    const findJob = createFindJob(collections)
    app.get<CandidateRequest>(
      '/job/:externalJobId/candidates',
      {
        config: { nullMember: 'candidates' },
        onRequest: withKey(collections, 'read'),
        schema: findSchema('listCandidates'),
      },
      async ({ caller, params: { externalJobId }, query }) =>
        listCandidates(collections, findJob, caller.companyId, externalJobId, readCandidateFilter(query)),
    )
  }
