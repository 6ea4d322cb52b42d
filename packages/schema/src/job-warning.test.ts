import { expect, it } from 'vitest'
import cases from './fixture/job-warnings.json' with { type: 'json' }
import { JobUpdate } from './job.ts'
import { changeContent, sanitiseChange } from './job-content.ts'
import { findJobWarnings, type JobWarningContext } from './job-warning.ts'

const found = (sent: object, context?: JobWarningContext) => findJobWarnings(JobUpdate.parse(sent), context)
const listCodes = (...args: Parameters<typeof found>) => found(...args).map(({ code }) => code)

it.each(cases)(
  'a job gets a warning where it helps, and no other: $what',
  async ({ sent, status = 'PUBLISHED', warnings }) => {
    const job = JobUpdate.parse({ title: 'T', country: 'MA', ...sent })
    const { content } = changeContent(undefined, await sanitiseChange(job, async (html) => html))
    if (content === undefined) throw new Error('the case is not valid')
    const stored = { ...content, status: status === 'UNPUBLISHED' ? status : content.status }
    const expected = warnings.map(([code, path, words]) => ({
      code,
      path,
      message: expect.stringContaining(words ?? ''),
    }))
    expect(findJobWarnings(job, { content: stored })).toEqual(expected)
  },
)

it('what only the board knows is warned of if it is told, and only of what people see', () => {
  const content = { status: 'PUBLISHED' as const, fields: { title: 'T', country: 'Atlantide' }, extra: '{}' }
  const problems = ['country_unknown', 'no_text'] as const
  expect(listCodes({}, { content, problems })).toEqual(problems)
  expect(listCodes({ status: 'UNPUBLISHED' }, { content: { ...content, status: 'UNPUBLISHED' }, problems })).toEqual([])
  const namesake = { jobId: 42, title: 'Comptable', externalId: null }
  const messages = [namesake, { ...namesake, externalId: 'A1' }].map(
    (each) => found({ id: '42' }, { namesake: each })[0],
  )
  expect(messages).toMatchObject([
    { code: 'id_is_job_id', path: 'job.id', message: expect.stringContaining('link job 42 to another id of yours') },
    { message: expect.stringContaining('its own external id, "A1"') },
  ])
  expect(found({}, { alike: { title: 'Comptable', externalId: '00101' } })).toMatchObject([
    { code: 'id_like_another', path: 'externalJobId', message: expect.stringContaining('send "00101"') },
  ])
})

it('a published job that people cannot see has a warning for each reason, also if the request says nothing of it', () => {
  expect(found({}, { withheld: ['closed', 'suspended'] })).toMatchObject([
    { code: 'closed', path: 'job.boardwalk.closesAt', message: expect.stringContaining('a later "closesAt"') },
    { code: 'suspended', path: 'job.status', message: expect.stringContaining('the operator') },
  ])
})

it('without a board, a job with a title counts as new, and a job without one as an update', () => {
  expect(listCodes({ title: 'T', minSalary: 1 })).toEqual(['country_missing', 'salary_not_shown'])
  expect(listCodes({ minSalary: 1, city: '&eacute;' })).toEqual(['escaped_twice'])
  const boardwalk = { countries: ['FR'] }
  expect(listCodes({ title: 'T', country: 'MA', boardwalk })).toEqual(['terms_ignored'])
  expect(listCodes({ boardwalk })).toEqual([])
})

it('an answer has 20 warnings of a job at most, and none of a misspelt field after fifty others', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  expect(listCodes({ ...names(49), Title: 1 })).toEqual(['similar_field'])
  expect(listCodes({ ...names(50), Title: 1 })).toEqual([])
  expect(found({ benefits: Array(100).fill('&eacute;') })).toHaveLength(20)
})
