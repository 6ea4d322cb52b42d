import { limits } from '@boardwalk/schema/limits'
import type { OperationName } from '@boardwalk/schema/operations'
import { expect } from 'vitest'
import type { Answer } from './harness.ts'

/** A board of one company that nobody has used yet: the server, or the one in memory of `@boardwalk/sdk/testing`. */
export interface Board {
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Somebody applies to the job of this external id. */
  apply: (externalId: string, fields?: Record<string, string>) => Promise<unknown>
  /** Adds a job without an external id; answers its job id. */
  addJob: (title: string) => Promise<number>
  /** Sets the board's clock; until then it stands at `start`. */
  at: (instant: string) => void
}

export const start = '2026-03-01T09:00:00.000Z'

/** What is asked of a board, and what it must answer, whichever board it is. */
export interface BoardCase {
  name: string
  ask: (board: Board) => Promise<Answer>
  status: number
  /** As many of the headers as the case is about. */
  headers?: Record<string, string>
  /** As much of the body as the case is about. */
  body: object
}

const title = 'Comptable'
const put = (board: Board, id: string, job: object = {}) =>
  board.call('PUT', `/job/${encodeURIComponent(id)}`, { job: { title, ...job } })
const create = (board: Board, job: object) => board.call('POST', '/job', { job })
const get = (board: Board, id: string) => board.call('GET', `/job/${encodeURIComponent(id)}`)
const link = (board: Board, ...links: object[]) => board.call('POST', '/job/link', { links })
const upsert = (board: Board, ...jobs: unknown[]) => board.call('PUT', '/jobs', { jobs })

const refused = (nullMember: string, message: string) => ({
  [nullMember]: null,
  error: { message, code: 'invalid_request' },
})
const unknown = (nullMember: string, code: string) => ({
  [nullMember]: null,
  error: { code, message: expect.stringMatching(/^External id none is not associated with any job within company /) },
})
const depth = (levels: number): unknown => (levels === 0 ? 1 : { a: depth(levels - 1) })

const every = {
  description: '<p>Au sein</p>',
  responsibilities: 'Tenir les comptes',
  qualifications: 'Rigueur',
  benefits: ['Assurance'],
  city: ['Rabat', 'Salé'],
  country: 'France',
  languages: ['fr', 'ar'],
  contractType: 'CDI',
  educationLevel: 'BAC +5',
  workMode: 'HYBRID',
  minSalary: 9_000,
  maxSalary: 12_000,
  displaySalary: true,
  minExperience: 0,
  maxExperience: 20,
  recruitmentProcess: ['Entretien', 'Test'],
  status: 'UNPUBLISHED',
}

/** Of these, the first wrong value alone makes the message. */
const wrongFields: [field: string, value: unknown, says: string][] = [
  ['title', undefined, 'job.title is required: it must be a text'],
  ['title', null, 'job.title is required: it must be a text'],
  ['title', 5, 'job.title must be a text, not 5'],
  ['title', ' ', 'job.title must not be blank'],
  ['title', 'é'.repeat(301), 'job.title must be at most 300 characters'],
  ['title', '\ud800', 'job.title must be well-formed Unicode (it holds half a character)'],
  ['id', undefined, 'Job ID is required'],
  ['id', null, 'Job ID is required'],
  ['id', '', 'Job ID is required'],
  ['id', 17, 'job.id must be a text, not 17'],
  ['id', '  ', 'job.id must not be blank'],
  ['id', '..', 'job.id must not be "." or ".."'],
  ['id', 'a\nb', 'job.id must not have control characters'],
  ['id', 'a'.repeat(256), 'job.id must be at most 255 characters'],
  ['description', ['a'], 'job.description must be a text, not a list'],
  ['description', 'a'.repeat(100_001), 'job.description must be at most 100000 characters'],
  ['city', 5, 'job.city must be a text or a list of texts, not 5'],
  ['city', {}, 'job.city must be a text or a list of texts, not an object'],
  ['city', ['Rabat', 5], 'job.city.1 must be a text, not 5'],
  ['benefits', 'a'.repeat(1_001), 'job.benefits must be at most 1000 characters'],
  ['benefits', Array(101).fill('a'), 'job.benefits must have at most 100 items'],
  ['languages', 'fr', 'job.languages must be a list of fr, en, ar, not "fr"'],
  ['languages', ['fr', 'deutsch'], 'job.languages.1 must be one of fr, en, ar, not "deutsch"'],
  [
    'contractType',
    'Permanent',
    'job.contractType must be one of CDI, CDD, Stage, Alternance, Freelance, VIE, Autre, not "Permanent"',
  ],
  ['workMode', 5, 'job.workMode must be one of REMOTE, HYBRID, ONSITE, not 5'],
  ['status', 'ARCHIVED', 'job.status must be one of PUBLISHED, UNPUBLISHED, not "ARCHIVED"'],
  ['minSalary', '9000', 'job.minSalary must be a number from 0, not "9000"'],
  ['minSalary', -1, 'job.minSalary must be a number from 0, not -1'],
  ['maxExperience', 21, 'job.maxExperience must be a number of years from 0 to 20, not 21'],
  ['displaySalary', 'yes', 'job.displaySalary must be true or false, not "yes"'],
  ['recruitmentProcess', 'Test', 'job.recruitmentProcess must be a list of texts, not "Test"'],
  ['team', depth(33), 'job.team must be nested at most 32 levels deep'],
]

const wrongBodies: [name: string, body: unknown, says: string][] = [
  ['no body', '', 'The request body is not valid: it is empty, and a JSON object is expected'],
  ['a list', [], 'The request body is not valid: it must be a JSON object'],
  ['no job', {}, 'job is required: it must be an object, as in {"job": {"id": "…", "title": "…"}}'],
  ['a job that is a text', { job: 'A' }, 'job must be an object, as in {"job": {"id": "…", "title": "…"}}, not "A"'],
]

const createJob: BoardCase[] = [
  {
    name: 'a job is live at once, under its address',
    ask: (board) => create(board, { id: 'A-1', title }),
    status: 200,
    body: { jobId: expect.any(Number), jobUrl: expect.stringMatching(/\/jobs\/comptable-\d+$/), error: null },
  },
  {
    name: 'every field is kept, extra ones too',
    ask: async (board) => {
      await create(board, { id: 'A-1', title, ...every, team: { name: 'Finance' }, jobId: 'mine' })
      return get(board, 'A-1')
    },
    status: 200,
    body: { job: { id: 'A-1', title, ...every, team: { name: 'Finance' }, createdAt: start, updatedAt: start } },
  },
  {
    name: 'what is as long and as deep as may be is kept',
    ask: async (board) => {
      await create(board, {
        id: '🎷'.repeat(255),
        title: '🎷'.repeat(300),
        notes: depth(32),
        list: Array(100).fill(''),
      })
      return get(board, '🎷'.repeat(255))
    },
    status: 200,
    body: { job: { id: '🎷'.repeat(255), title: '🎷'.repeat(300), notes: depth(32) } },
  },
  {
    name: 'null is the same as absent, and what was not sent has its default',
    ask: async (board) => {
      await create(board, { id: 'A-1', title, city: null, status: null, team: null })
      return get(board, 'A-1')
    },
    status: 200,
    body: { job: { country: 'Maroc', displaySalary: false, status: 'PUBLISHED' } },
  },
  {
    name: 'an id that the company has is a conflict',
    ask: async (board) => {
      await create(board, { id: 'A-1', title })
      return create(board, { id: 'A-1', title: 'Another' })
    },
    status: 409,
    body: {
      jobId: null,
      error: { code: 'job_exists', message: 'Job with external id A-1 already exists; update it with PUT instead' },
    },
  },
  {
    name: 'a minimum over its maximum is refused',
    ask: (board) => create(board, { id: 'A-1', title, minSalary: 2, maxSalary: 1, minExperience: 3, maxExperience: 2 }),
    status: 400,
    body: refused(
      'jobId',
      'job.minSalary (2) must be at most job.maxSalary (1); job.minExperience (3) must be at most job.maxExperience (2)',
    ),
  },
  {
    name: 'more extra fields than are kept are refused',
    ask: (board) => create(board, { id: 'A-1', title, notes: 'x'.repeat(65_536) }),
    status: 400,
    body: refused('jobId', 'job has 65548 bytes of extra fields; at most 65536 are kept'),
  },
  {
    name: 'all that is wrong is named, the first five in the message',
    ask: (board) =>
      create(board, { city: 1, country: 1, languages: 1, workMode: 1, minSalary: 'a', displaySalary: 1, title: 1 }),
    status: 400,
    body: {
      jobId: null,
      error: { issues: Array(8).fill(expect.anything()), message: expect.stringMatching(/; and 3 more$/) },
    },
  },
  {
    name: 'a body that is not JSON is refused',
    ask: (board) => board.call('POST', '/job', '{"job":'),
    status: 400,
    body: { jobId: null, error: { code: 'invalid_request', issues: [{ path: '' }] } },
  },
  {
    name: 'a body of another type is refused',
    ask: (board) => board.call('POST', '/job', 'job=A', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    body: {
      jobId: null,
      error: { code: 'body_unsupported', message: 'Content-Type must be application/json (in UTF-8)' },
    },
  },
  {
    name: 'a body over 1 MiB is refused',
    ask: (board) => create(board, { id: 'A-1', title, notes: 'x'.repeat(2 ** 20) }),
    status: 413,
    body: { jobId: null, error: { code: 'body_too_large', message: 'The request body is over 1048576 bytes' } },
  },
  ...wrongBodies.map(
    ([what, body, says]): BoardCase => ({
      name: `${what} is refused`,
      ask: (board) => board.call('POST', '/job', body),
      status: 400,
      body: refused('jobId', says),
    }),
  ),
  ...wrongFields.map(
    ([field, value, says]): BoardCase => ({
      name: `${says.slice(0, 80)}`,
      ask: (board) => create(board, { id: 'A-1', title, [field]: value }),
      status: 400,
      body: refused('jobId', says),
    }),
  ),
]

const updateJob: BoardCase[] = [
  {
    name: 'a job that is not there is created',
    ask: (board) => put(board, 'A/B 50% é'),
    status: 201,
    body: { jobId: expect.any(Number), jobUrl: expect.stringContaining('/jobs/comptable-'), error: null },
  },
  {
    name: 'only what is sent changes; null clears; extra fields merge by name',
    ask: async (board) => {
      await put(board, 'A-1', { ...every, a: 1, b: { c: 2 } })
      board.at('2026-03-01T10:00:00.000Z')
      const job = { city: 'Fès', benefits: null, country: null, a: null, b: { d: 3 }, c: [4] }
      expect((await board.call('PUT', '/job/A-1', { job })).status).toBe(200)
      return get(board, 'A-1')
    },
    status: 200,
    body: {
      job: {
        ...{ title, city: 'Fès', country: 'Maroc', contractType: 'CDI', status: 'UNPUBLISHED', b: { d: 3 }, c: [4] },
        ...{ createdAt: start, updatedAt: '2026-03-01T10:00:00.000Z' },
      },
    },
  },
  {
    name: 'what changes nothing leaves the time of the last change',
    ask: async (board) => {
      await put(board, 'A-1', { city: ['Rabat'], team: { a: 1, b: 2 } })
      board.at('2026-03-01T10:00:00.000Z')
      await put(board, 'A-1', { city: ['Rabat'], team: { b: 2, a: 1 }, id: 'A-1', status: 'PUBLISHED' })
      return get(board, 'A-1')
    },
    status: 200,
    body: { job: { updatedAt: start } },
  },
  {
    name: 'a range holds against what is stored',
    ask: async (board) => {
      await put(board, 'A-1', { maxSalary: 9_000 })
      return put(board, 'A-1', { minSalary: 10_000 })
    },
    status: 400,
    body: refused('jobId', 'job.minSalary (10000) must be at most job.maxSalary (9000)'),
  },
  {
    name: 'a new job needs a title',
    ask: (board) => board.call('PUT', '/job/A-1', { job: { city: 'Fès' } }),
    status: 400,
    body: refused('jobId', 'job.title is required: no job has this id yet, so this would create one'),
  },
  {
    name: 'an id cannot be changed',
    ask: (board) => put(board, 'A-1', { id: 'A-2' }),
    status: 400,
    body: refused('jobId', 'job.id must repeat the id of the path or be left out: an external id cannot be changed'),
  },
  {
    name: 'an id that no job may have is refused',
    ask: (board) => board.call('PUT', '/job/%20', { job: { title } }),
    status: 400,
    body: refused('jobId', 'externalJobId must not be blank'),
  },
  {
    name: 'a path that is no UTF-8 is refused',
    ask: (board) => board.call('PUT', '/job/%ff', { job: { title } }),
    status: 400,
    body: refused('jobId', 'externalJobId is not percent-encoded UTF-8: %ff'),
  },
  {
    name: 'a title cannot be cleared',
    ask: (board) => put(board, 'A-1', { title: null }),
    status: 400,
    body: refused('jobId', 'job.title is required: it must be a text'),
  },
]

const unpublishJob: BoardCase[] = [
  {
    name: 'a published job becomes unpublished, and its data stays',
    ask: async (board) => {
      await put(board, 'A-1', { city: 'Fès' })
      board.at('2026-03-01T10:00:00.000Z')
      expect(await board.call('DELETE', '/job/A-1')).toMatchObject({ status: 200, body: { error: null } })
      return get(board, 'A-1')
    },
    status: 200,
    body: { job: { status: 'UNPUBLISHED', city: 'Fès', updatedAt: '2026-03-01T10:00:00.000Z' } },
  },
  {
    name: 'once more is the same',
    ask: async (board) => {
      await put(board, 'A-1')
      await board.call('DELETE', '/job/A-1')
      return board.call('DELETE', '/job/A-1')
    },
    status: 200,
    body: { jobId: expect.any(Number), error: null },
  },
  {
    name: 'an unknown job is not there',
    ask: (board) => board.call('DELETE', '/job/none'),
    status: 404,
    body: unknown('jobId', 'job_not_found'),
  },
]

const getJob: BoardCase[] = [
  {
    name: 'an unknown job is not there',
    ask: (board) => get(board, 'none'),
    status: 404,
    body: unknown('job', 'job_not_found'),
  },
  {
    name: 'a job without an external id is under none of its numbers',
    ask: async (board) => get(board, String(await board.addJob(title))),
    status: 404,
    body: { job: null },
  },
  {
    name: 'an id that no job may have is refused',
    ask: (board) => board.call('GET', `/job/${'a'.repeat(256)}`),
    status: 400,
    body: refused('job', 'externalJobId must be at most 255 characters'),
  },
]

const threeJobs = async (board: Board) => {
  await put(board, 'A-1')
  await board.addJob('On the board')
  await put(board, 'A-3', { status: 'UNPUBLISHED' })
}

const listJobs: BoardCase[] = [
  {
    name: 'all jobs in the order of their job ids, those without an external id too',
    ask: async (board) => {
      await threeJobs(board)
      return board.call('GET', '/jobs')
    },
    status: 200,
    body: { jobs: [{ id: 'A-1' }, { id: null, title: 'On the board' }, { id: 'A-3' }], total: 3, error: null },
  },
  {
    name: 'those after a job',
    ask: async (board) => {
      await threeJobs(board)
      const { jobs } = (await board.call('GET', '/jobs')).body
      return board.call('GET', `/jobs?afterJobId=${jobs[0].jobId}`)
    },
    status: 200,
    body: { jobs: [{ id: null }, { id: 'A-3' }], total: 2 },
  },
  {
    name: 'a page of a status',
    ask: async (board) => {
      await threeJobs(board)
      return board.call('GET', '/jobs?status=PUBLISHED&pageSize=1&page=2&nonsense=1')
    },
    status: 200,
    body: { jobs: [{ id: null }], total: 2 },
  },
  {
    name: '50 to a page where none is told',
    ask: async (board) => {
      await upsert(board, ...Array.from({ length: 50 }, (_, at) => ({ id: `A-${at}`, title })))
      await put(board, 'A-50')
      const { body } = await board.call('GET', '/jobs')
      expect(body).toMatchObject({ total: 51, jobs: Array(50).fill({ title }) })
      return board.call('GET', '/jobs?page=2')
    },
    status: 200,
    body: { jobs: [{ id: 'A-50' }], total: 51 },
  },
  {
    name: 'a page past the end is empty',
    ask: async (board) => {
      await threeJobs(board)
      return board.call('GET', '/jobs?page=2')
    },
    status: 200,
    body: { jobs: [], total: 3 },
  },
  ...(
    [
      ['page=0', 'page must be a whole number from 1, not 0'],
      ['page=a', 'page must be a whole number from 1, not "a"'],
      ['page=1.5', 'page must be a whole number from 1, not "1.5"'],
      ['pageSize=101', 'pageSize must be a whole number from 1 to 100, not 101'],
      ['status=draft', 'status must be one of PUBLISHED, UNPUBLISHED, not "draft"'],
      ['page=1&page=2', 'page must be given once'],
    ] as const
  ).map(
    ([query, says]): BoardCase => ({
      name: `${query} is refused`,
      ask: (board) => board.call('GET', `/jobs?${query}`),
      status: 400,
      body: refused('jobs', says),
    }),
  ),
]

const linkJobs: BoardCase[] = [
  {
    name: 'each link in its order: linked, or why not',
    ask: async (board) => {
      await put(board, 'taken')
      const [first, second] = [await board.addJob('First'), await board.addJob('Second')]
      return link(
        board,
        { platformJobId: first, externalJobId: 'A-1' },
        { platformJobId: first, externalJobId: 'A-2' },
        { platformJobId: second, externalJobId: 'taken' },
        { platformJobId: 999_999_999, externalJobId: 'A-3' },
      )
    },
    status: 200,
    body: {
      results: [
        { status: 'linked', externalJobId: 'A-1' },
        { status: 'already_linked', externalJobId: 'A-2', currentExternalJobId: 'A-1' },
        { status: 'already_linked', externalJobId: 'taken', currentExternalJobId: null },
        { status: 'not_found', platformJobId: 999_999_999 },
      ],
      error: null,
    },
  },
  {
    name: 'a linked job goes by its new id, its candidates too',
    ask: async (board) => {
      const platformJobId = await board.addJob('First')
      await link(board, { platformJobId, externalJobId: 'A-1' })
      await board.apply('A-1')
      await board.call('DELETE', '/job/A-1')
      return board.call('GET', '/job/A-1/candidates')
    },
    status: 200,
    body: { candidates: [{ offerId: 'A-1' }], total: 1 },
  },
  {
    name: 'who polls a linked job from before the link is told of the candidates that this skips',
    ask: async (board) => {
      const platformJobId = await board.addJob('First')
      await link(board, { platformJobId, externalJobId: 'A-1' })
      await board.apply('A-1')
      const { candidates } = (await board.call('GET', '/job/A-1/candidates')).body
      return board.call('GET', `/job/A-1/candidates?since=${encodeURIComponent(candidates[0].date)}`)
    },
    status: 200,
    headers: { 'x-earlier-candidates': '1' },
    body: { candidates: [], total: 0 },
  },
  { name: 'no links are none', ask: (board) => link(board), status: 200, body: { results: [], error: null } },
  ...(
    [
      [{}, 'links is required: it must be a list of {platformJobId, externalJobId}'],
      [{ links: 'all' }, 'links must be a list of {platformJobId, externalJobId}, not "all"'],
      [{ links: [5] }, 'links.0 must be an object, not 5'],
      [
        { links: [{ externalJobId: 'A' }] },
        'links.0.platformJobId is required: it must be a whole number (the board’s job id)',
      ],
      [
        { links: [{ platformJobId: 1.5, externalJobId: 'A' }] },
        'links.0.platformJobId must be a whole number (the board’s job id), not 1.5',
      ],
      [{ links: [{ platformJobId: 1 }] }, 'links.0.externalJobId: Job ID is required'],
      [{ links: [{ platformJobId: 1, externalJobId: ' ' }] }, 'links.0.externalJobId must not be blank'],
      [
        { links: Array(limits.links + 1).fill({ platformJobId: 1, externalJobId: 'A' }) },
        `links must have at most ${limits.links} items`,
      ],
    ] as const
  ).map(
    ([body, says]): BoardCase => ({
      name: says,
      ask: (board) => board.call('POST', '/job/link', body),
      status: 400,
      body: refused('results', says),
    }),
  ),
]

const upsertJobs: BoardCase[] = [
  {
    name: 'a dry run says what would be, and nothing is',
    ask: async (board) => {
      await upsert(board, { id: 'A-1', title }, { id: 'A-2', title })
      const jobs = [{ id: 'A-3', title }, { id: 'A-1', title: 'New' }, { id: 'A-2', title }, { id: 'A-4' }]
      await board.call('PUT', '/jobs', { jobs, dryRun: true })
      return board.call('PUT', '/jobs', { jobs, dryRun: true })
    },
    status: 200,
    body: {
      results: [
        { id: 'A-3', status: 'created', jobId: null, jobUrl: null, error: null },
        { id: 'A-1', status: 'updated' },
        { id: 'A-2', status: 'unchanged' },
        { id: 'A-4', status: 'failed' },
      ],
      error: null,
    },
  },
  {
    name: 'each job on its own: created, updated, unchanged, failed',
    ask: async (board) => {
      await upsert(board, { id: 'A-1', title }, { id: 'A-2', title })
      return upsert(
        board,
        ...[{ id: 'A-3', title }, { id: 'A-1', title: 'New' }, { id: 'A-2', title }, { id: 'A-4' }, { title }],
        ...[{ id: '', title }, { id: 7, title }, 5, null, { id: 'A-5', title, workMode: 'home' }],
        ...[
          { id: 'A-6', title, a: depth(33) },
          { id: 'A-3', city: 'Fès' },
          { id: 'A-3', city: 'Fès' },
        ],
      )
    },
    status: 200,
    body: {
      results: [
        { id: 'A-3', status: 'created', error: null },
        { id: 'A-1', status: 'updated' },
        { id: 'A-2', status: 'unchanged' },
        { id: 'A-4', status: 'failed', jobId: null, jobUrl: null, error: { code: 'invalid_request' } },
        { id: null, status: 'failed', error: { message: 'Job ID is required' } },
        { id: '', status: 'failed', error: { message: 'Job ID is required' } },
        { id: null, status: 'failed', error: { message: 'job.id must be a text, not 7' } },
        {
          id: null,
          status: 'failed',
          error: { message: 'job must be an object, as in {"job": {"title": "…"}}, not 5' },
        },
        {
          id: null,
          error: { message: 'job is required: it must be an object, as in {"job": {"title": "…"}}' },
        },
        { id: 'A-5', error: { issues: [{ path: 'job.workMode' }] } },
        { id: 'A-6', error: { issues: [{ path: 'job.a' }] } },
        { id: 'A-3', status: 'updated' },
        { id: 'A-3', status: 'unchanged' },
      ],
      error: null,
    },
  },
  ...(
    [
      [{}, `jobs is required: it must be a list of 1 to ${limits.jobs} jobs`],
      [{ jobs: {} }, `jobs must be a list of 1 to ${limits.jobs} jobs, not an object`],
      [{ jobs: [] }, `jobs must be a list of 1 to ${limits.jobs} jobs`],
      [{ jobs: Array(limits.jobs + 1).fill({ id: 'A', title }) }, `jobs must have at most ${limits.jobs} items`],
    ] as const
  ).map(
    ([body, says]): BoardCase => ({
      name: says,
      ask: (board) => board.call('PUT', '/jobs', body),
      status: 400,
      body: refused('results', says),
    }),
  ),
]

/** One applies at nine, two at once at noon, one to another job the next day. */
const fourApplications = async (board: Board) => {
  await put(board, 'A-1')
  await put(board, 'A-2')
  await board.apply('A-1', { firstName: 'Salma', phone: '+212 600 000 000', message: 'Bonjour' })
  board.at('2026-03-01T12:00:00.000Z')
  await board.apply('A-1', { firstName: 'Nadia', linkedinUrl: 'https://www.linkedin.com/in/nadia' })
  await board.apply('A-1', { firstName: 'Youssef' })
  board.at('2026-03-02T00:00:00.000Z')
  await board.apply('A-2', { firstName: 'Omar' })
  board.at('2026-03-03T00:00:00.000Z')
}
const candidatesOf = (query: string) => async (board: Board) => {
  await fourApplications(board)
  return board.call('GET', `/candidates${query}`)
}
const named = (...names: string[]) => ({ candidates: names.map((firstName) => ({ firstName })), error: null })

const listCandidates: BoardCase[] = [
  {
    name: 'those of one job, with all that they told, under unique ascending dates',
    ask: async (board) => {
      await fourApplications(board)
      return board.call('GET', '/job/A-1/candidates')
    },
    status: 200,
    body: {
      candidates: [
        {
          ...{ status: 'PENDING', jobBoardId: 'boardwalk', offerId: 'A-1', firstName: 'Salma', lastName: 'Bennani' },
          ...{ email: 'salma.bennani@example.com', phone: '+212 600 000 000', cv: '', linkedinUrl: '' },
          ...{ message: 'Bonjour', date: start },
        },
        { firstName: 'Nadia', linkedinUrl: 'https://www.linkedin.com/in/nadia', date: '2026-03-01T12:00:00.000Z' },
        { firstName: 'Youssef', date: '2026-03-01T12:00:00.001Z' },
      ],
      total: 3,
      error: null,
    },
  },
  {
    name: 'those of an unknown job are forbidden',
    ask: (board) => board.call('GET', '/job/none/candidates'),
    status: 403,
    body: unknown('candidates', 'candidates_forbidden'),
  },
  {
    name: 'a wrong id and a wrong page are both named',
    ask: (board) => board.call('GET', '/job/%20/candidates?page=0'),
    status: 400,
    body: refused('candidates', 'externalJobId must not be blank; page must be a whole number from 1, not 0'),
  },
]

const listAllCandidates: BoardCase[] = [
  {
    name: 'those of all jobs',
    ask: candidatesOf(''),
    status: 200,
    body: { ...named('Salma', 'Nadia', 'Youssef', 'Omar'), total: 4 },
  },
  {
    name: 'a page of them, whose cursor is its last date',
    ask: candidatesOf('?page=2&pageSize=1'),
    status: 200,
    body: { ...named('Nadia'), total: 4 },
  },
  {
    name: 'nobody applies at or before what a poll has seen, whatever the clock says',
    ask: async (board) => {
      await put(board, 'A-1')
      board.at('2026-03-01T12:00:00.000Z')
      const { headers } = await board.call('GET', '/candidates')
      board.at(start)
      await board.apply('A-1')
      return board.call('GET', `/candidates?since=${headers.get('x-synced-through')}`)
    },
    status: 200,
    body: { candidates: [{ date: '2026-03-01T12:00:00.201Z' }], total: 1 },
  },
  ...(
    [
      ['since=2026-03-01T12:00:00.000Z', 'Youssef', 'Omar'],
      ['from=2026-03-01T12:00:00.000Z', 'Nadia', 'Youssef', 'Omar'],
      ['from=2026-03-01T13:00:00.0001%2B01:00', 'Youssef', 'Omar'],
      ['to=2026-03-01', 'Salma', 'Nadia', 'Youssef'],
      ['to=2026-03-01T12:00', 'Salma', 'Nadia'],
      ['since=2026-03-01&to=2026-03-01T09:00:00Z', 'Salma'],
      ['since=2026-03-02&from=2026-03-01'],
      ['from=2026-03-02&to=2026-03-01'],
      ['since=2999-01-01'],
      ['from=0000-01-01&pageSize=2', 'Salma', 'Nadia'],
      ['page=9'],
    ] as const
  ).map(
    ([query, ...names]): BoardCase => ({
      name: query,
      ask: candidatesOf(`?${query}`),
      status: 200,
      body: named(...names),
    }),
  ),
  ...(
    [
      ['since=yesterday', 'since is "yesterday"'],
      ['from=2026-02-30', 'from is "2026-02-30"'],
      ['to=2026-03-01T24:00', 'to is "2026-03-01T24:00"'],
      ['since=2026-03-01Z', 'since is "2026-03-01Z"'],
      ['since=', 'since is ""'],
      ['since=1767225600', 'since is "1767225600"'],
    ] as const
  ).map(
    ([query, says]): BoardCase => ({
      name: `${query} is no date`,
      ask: (board) => board.call('GET', `/candidates?${query}`),
      status: 400,
      body: refused(
        'candidates',
        `Invalid date format; ISO 8601 expected, such as 2026-01-31 or 2026-01-31T09:30:00Z: ${says}`,
      ),
    }),
  ),
  {
    name: 'a page size over the limit is refused',
    ask: (board) => board.call('GET', '/candidates?pageSize=1000'),
    status: 400,
    body: refused('candidates', 'pageSize must be a whole number from 1 to 100, not 1000'),
  },
]

/** By operation; who may call which is in the table of the rights. */
export const boardCases = {
  createJob,
  updateJob,
  unpublishJob,
  getJob,
  listJobs,
  linkJobs,
  upsertJobs,
  listCandidates,
  listAllCandidates,
} satisfies Record<OperationName, BoardCase[]>
