import { z } from 'zod'
import { CandidateFilter, CandidateList, JobCandidateFilter } from '../candidate.ts'
import { externalId } from './job.ts'
import { ChangedThrough, describeOperation } from './operation.ts'

const candidates: CandidateList = {
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
      offerId: externalId,
      jobId: 42,
      jobTitle: 'Développeuse TypeScript',
      date: '2026-03-02T09:30:00.000Z',
      message: 'Disponible dès le mois prochain.',
    },
  ],
  total: 1,
  error: null,
}

const howToPoll =
  'Lists candidates by ascending `date`. To poll, send the header `x-synced-through` of the previous answer as `since`, or the largest `date` that you received. You then get each candidate once, and miss none.'

const holdsAll =
  'The list holds every application with a `date` up to this instant, and a later application gets a later `date`. Send it as the `since` of the next poll.'

const syncedThrough = z
  .string()
  .describe(holdsAll)
  .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.123Z'] })

const jobResponseHeaders = z.object({
  'x-synced-through': syncedThrough,
  'x-earlier-candidates': z
    .string()
    .optional()
    .describe(
      'Present only if the job got its external id after `since`: the number of its candidates that this `since` skips. To get them, begin again without `since`, once for each `x-link-id`.',
    )
    .meta({ pattern: '^[1-9][0-9]*$', examples: ['2'] }),
  'x-link-id': z
    .string()
    .optional()
    .describe(
      'Present together with `x-earlier-candidates`: names the link between the external id and the job that has it now. Keep it when you begin again. The pages after the first one may have both headers again: go on while `x-link-id` is the one that you keep, and begin again if it is another, because the id has moved once more.',
    )
    .meta({ examples: ['42-1772443800123'] }),
})

/** The operations that fetch the candidates of a company's jobs. */
export const candidateOperations = {
  listCandidates: describeOperation({
    method: 'GET',
    path: '/job/{externalJobId}/candidates',
    scope: 'read',
    tag: 'Candidates',
    summary: 'Get the candidates of a job',
    description: `${howToPoll} The answer for an unknown job is 403.`,
    isExtension: false,
    input: JobCandidateFilter,
    output: CandidateList,
    responseHeaders: jobResponseHeaders,
    nullMember: 'candidates',
    success: { 200: 'One page of candidates.' },
    errors: ['candidates_forbidden'],
    example: { answer: candidates, refused: { externalJobId: externalId, since: 'yesterday' } },
  }),

  listAllCandidates: describeOperation({
    method: 'GET',
    path: '/candidates',
    scope: 'read',
    tag: 'Candidates',
    summary: 'Get the candidates of all jobs (extension)',
    description: `${howToPoll} With \`changedSince\`, it lists those whose \`status\` or \`offerId\` was changed, or whose data was erased, since then. An extension of the integration API: one poll instead of one per job.`,
    isExtension: true,
    input: CandidateFilter,
    output: CandidateList,
    responseHeaders: z.object({
      'x-synced-through': syncedThrough.optional().describe(`${holdsAll} Absent if \`changedSince\` was sent.`),
      'x-changed-through': ChangedThrough,
    }),
    nullMember: 'candidates',
    success: { 200: 'One page of candidates.' },
    errors: [],
    example: { answer: candidates, refused: { since: '2026-02-30' } },
  }),
}
