import { z } from 'zod'
import { CV_TYPES, cvMimes } from '../application.ts'
import { type Candidate, CandidateFilter, CandidateList, JobCandidateFilter } from '../candidate.ts'
import { CandidateFound, CandidateId, CandidateUpdateResults, CandidateUpdates, CvFound } from '../candidate-update.ts'
import { limits } from '../limits.ts'
import { externalId } from './job.ts'
import { ChangedThrough, describeOperation } from './operation.ts'

const candidateId = '5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93'

const candidates: CandidateList = {
  candidates: [
    {
      id: candidateId,
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
      statusChangedBy: 'applicant',
      statusChangedAt: '2026-03-02T09:30:00.000Z',
      erasedAt: null,
      changedAt: '2026-03-02T09:30:00.000Z',
    },
  ],
  total: 1,
  error: null,
}

const howToPoll =
  'Lists candidates by ascending `date`. To poll, send the header `x-synced-through` of the previous answer as `since`, or the largest `date` that you have stored. You then get each candidate at least once: store candidates by `id`.'

const holdsAll =
  'The list holds every application with a `date` up to this instant, and a later application gets a later `date`. Send it as the `since` of the next poll, with `synced=true`.'

const syncedThrough = z
  .string()
  .describe(holdsAll)
  .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.123Z'] })

const waited = z
  .string()
  .optional()
  .describe(
    'Present if `wait` was sent: the seconds that the board waited. A board that does not know `wait` sends no such header; pause before you ask it again.',
  )
  .meta({ pattern: '^[0-9]+\\.[0-9]{3}$', examples: ['12.250'] })

const jobResponseHeaders = z.object({
  'x-synced-through': syncedThrough,
  'x-waited': waited,
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
    description: `${howToPoll} With \`changedSince\`, it lists those whose \`status\`, \`confirmation\` or \`offerId\` was changed, or whose data was erased, since then. An extension of the integration API: one poll instead of one per job.`,
    isExtension: true,
    input: CandidateFilter,
    output: CandidateList,
    responseHeaders: z.object({
      'x-synced-through': syncedThrough.optional().describe(`${holdsAll} Absent if \`changedSince\` was sent.`),
      'x-changed-through': ChangedThrough,
      'x-waited': waited,
    }),
    nullMember: 'candidates',
    success: { 200: 'One page of candidates.' },
    errors: [],
    example: { answer: candidates, refused: { since: '2026-02-30' } },
  }),
  getCandidate: describeOperation({
    method: 'GET',
    path: '/candidate/{id}',
    scope: 'read',
    tag: 'Candidates',
    summary: 'Get a candidate (extension)',
    description:
      'One candidate as it is now, with a new link to the CV. If the data of the person was erased, the texts are `""` and `erasedAt` says when. An extension of the integration API.',
    isExtension: true,
    input: z.object({ id: CandidateId }),
    output: CandidateFound,
    nullMember: 'candidate',
    success: { 200: 'The candidate.' },
    errors: ['candidate_not_found'],
    // The list above has one candidate.
    example: { answer: { candidate: candidates.candidates[0] as Candidate, error: null }, refused: { id: ' ' } },
  }),

  downloadCv: describeOperation({
    method: 'GET',
    path: '/candidate/{id}/cv',
    scope: 'read',
    tag: 'Candidates',
    summary: 'Download the CV of a candidate (extension)',
    description:
      'The CV as the person sent it, as the link `cv` of the candidate gives it, but with your key and for as long as the board has it: a PDF, or a document of Word (DOCX) or OpenDocument (ODT) if the board takes them. `Content-Type` says which, and so does the ending of the path of the link `cv`. An extension of the integration API.',
    isExtension: true,
    input: z.object({ id: CandidateId }),
    output: CvFound,
    fileTypes: CV_TYPES.map((type) => cvMimes[type]),
    nullMember: 'cv',
    success: { 200: 'The file. `Content-Disposition` has a name for it, with the right ending.' },
    errors: ['candidate_not_found', 'cv_not_found', 'application_erased'],
    example: { refused: { id: ' ' } },
  }),

  updateCandidates: describeOperation({
    method: 'PUT',
    path: '/candidates',
    scope: 'write',
    tag: 'Candidates',
    summary: `Set the status of up to ${limits.candidates} candidates (extension)`,
    description:
      'Tells the board what became of candidates in your system, or confirms that you have erased your copy of a person’s data. The last change of a status wins, whether a key or a user made it; only a status whose `at` is before one that the same key has told comes too late, and changes nothing. The status of the answer is 200 even if each candidate failed. The results are in the order of `candidates`; if an id comes twice, its updates are done in this order. Sending the same again changes nothing. An extension of the integration API.',
    isExtension: true,
    input: CandidateUpdates,
    output: CandidateUpdateResults,
    nullMember: 'results',
    success: { 200: 'The result of each candidate.' },
    errors: [],
    example: {
      request: {
        candidates: [
          { id: candidateId, status: 'HIRED', at: '2026-04-01T15:00:00+01:00' },
          { id: '0c9d2a7be41f4a55b3d86f7e2c1a9b04', erased: true },
        ],
      },
      answer: {
        results: [
          { id: candidateId, status: 'updated', error: null },
          { id: '0c9d2a7be41f4a55b3d86f7e2c1a9b04', status: 'unchanged', error: null },
        ],
        error: null,
      },
      refused: { candidates: [] },
    },
  }),
}
