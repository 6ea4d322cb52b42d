import { CandidateFilter, CandidateList, JobCandidateFilter } from '@boardwalk/schema/candidate'
import { z } from 'zod'
import type { IntegrationContext } from '../../trpc/context.ts'
import { withKey } from '../../trpc/init.ts'
import { listAllCandidates, listCandidates, type Poll } from './service.ts'

const tags = ['Candidates']

const example: { answer: CandidateList } = {
  answer: {
    candidates: [
      {
        id: '5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93',
        jobBoardId: 'boardwalk',
        status: 'PENDING',
        companyId: 'cmp_8k2m4p6q8s0t2v4x6z8b',
        firstName: 'Salma',
        lastName: 'Bennani',
        email: 'salma.bennani@example.com',
        phone: '+212 600 000 000',
        cv: 'https://jobs.example.com/cv/cmp_8k2m4p6q8s0t2v4x6z8b/5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93.pdf?expires=1795000000&signature=mZ0',
        linkedinUrl: 'https://www.linkedin.com/in/salma-bennani',
        offerId: 'ATL-2026-0001',
        date: '2026-03-02T09:30:00.000Z',
        message: 'Disponible dès le mois prochain.',
      },
    ],
    total: 1,
    error: null,
  },
}

const howToPoll =
  'Ascending by `date`. To poll: send as `since` the `x-synced-through` header of the previous answer, or the largest `date` seen; nothing is missed, nothing comes twice.'

const responseHeaders = z.object({
  'x-synced-through': z
    .string()
    .describe('The `since` of the next poll: all that was accepted up to this instant is in the list.')
    .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.123Z'] }),
})

const jobResponseHeaders = responseHeaders.extend({
  'x-earlier-candidates': z
    .string()
    .optional()
    .describe(
      'Present only if the external id was given to this job after `since`: how many candidates of the job this `since` skips. To get them, ask once without `since`, then go on as usual.',
    )
    .meta({ pattern: '^[1-9][0-9]*$', examples: ['2'] }),
})

/** Hands the list out as the body, and what to ask next as headers. */
function answered(
  { answer }: Pick<IntegrationContext, 'answer'>,
  { list, syncedThrough, earlierCandidates }: Poll,
): CandidateList {
  answer.headers['x-synced-through'] = syncedThrough.toISOString()
  if (earlierCandidates !== undefined) answer.headers['x-earlier-candidates'] = String(earlierCandidates)
  return list
}

export const candidateRoutes = {
  listCandidates: withKey('read', 'poll')
    .meta({
      openapi: {
        method: 'GET',
        path: '/job/{externalJobId}/candidates',
        operationId: 'listCandidates',
        tags,
        summary: 'Get the candidates of a job',
        description: `${howToPoll} An unknown job is answered with 403.`,
        responseHeaders: jobResponseHeaders,
      },
      nullMember: 'candidates',
      output: CandidateList,
      success: { 200: 'One page of candidates.' },
      errors: ['candidates_forbidden'],
      example,
    })
    .input(JobCandidateFilter)
    .query(async ({ ctx, input }) => answered(ctx, await listCandidates(ctx.deps, ctx.actor, input))),

  listAllCandidates: withKey('read', 'poll')
    .meta({
      openapi: {
        method: 'GET',
        path: '/candidates',
        operationId: 'listAllCandidates',
        tags,
        summary: 'Get the candidates of all jobs (extension)',
        description: `${howToPoll} An extension of the integration API: one poll instead of one per job.`,
        responseHeaders,
      },
      nullMember: 'candidates',
      output: CandidateList,
      success: { 200: 'One page of candidates.' },
      errors: [],
      example,
    })
    .input(CandidateFilter)
    .query(async ({ ctx, input }) => answered(ctx, await listAllCandidates(ctx.deps, ctx.actor, input))),
}
