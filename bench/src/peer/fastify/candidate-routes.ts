import type { FastifyPluginAsync } from 'fastify'
import { listCandidates } from '../native/candidates.ts'
import { instantOf } from './iso-date.ts'
import { candidateList, candidateQuery, jobParams } from './schema.ts'
import type { Settings } from './settings.ts'
import { withKey } from './with-key.ts'

interface CandidateRequest {
  Params: { externalJobId: string }
  Querystring: Partial<Record<'since' | 'from' | 'to' | 'page' | 'pageSize', string>>
}

export const candidateRoutes =
  ({ collections }: Settings): FastifyPluginAsync =>
  async (app) => {
    app.get<CandidateRequest>(
      '/job/:externalJobId/candidates',
      {
        config: { nullMember: 'candidates' },
        onRequest: withKey(collections, 'read'),
        schema: { params: jobParams, querystring: candidateQuery, response: { 200: candidateList } },
      },
      async ({ actor, params: { externalJobId }, query }) =>
        listCandidates(collections, actor.companyId, externalJobId, {
          since: instantOf('since', query.since),
          from: instantOf('from', query.from),
          to: instantOf('to', query.to, 'dayEnd'),
          page: Number(query.page ?? 1),
          pageSize: Number(query.pageSize ?? 50),
        }),
    )
  }
