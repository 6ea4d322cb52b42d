import { whileFailing } from '@boardwalk/api/test/failing-store'
import { type Answer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeEach, describe, expect, it } from 'vitest'

const START_MS = Date.parse('2026-03-01T08:00:00Z')
const clock = { ms: START_MS }
const server = useServer({ now: () => clock.ms, settings: { jobBoardId: 'atlas' } })

let company: TestCompany
let jobId: number
beforeEach(async () => {
  clock.ms = START_MS
  company = await server.company()
  jobId = (await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).body.jobId
})

let names = 0
/** Accepts an application to a job of the company, and returns its first name. */
async function apply(to = jobId, fields: object = {}): Promise<string> {
  const firstName = `applicant-${++names}`
  const applicant = { firstName, lastName: 'Bennani', email: 'a@example.com', phone: '', linkedinUrl: '', message: '' }
  const status = 'PENDING' as const
  const application = {
    id: firstName,
    companyId: company.id,
    jobId: to,
    status,
    cvId: null,
    contentDigest: '',
    ...applicant,
  }
  await server.deps.mailbox.accept({ ...application, ...fields })
  return firstName
}

const pollJob = (query = '') => company.call('GET', `/job/A/candidates${query}`)
const pollAll = (query = '') => company.call('GET', `/candidates${query}`)
const readNames = ({ body }: Answer): string[] => body.candidates.map((one: { firstName: string }) => one.firstName)
const syncedThrough = ({ headers }: Answer) => headers.get('x-synced-through')

it('a candidate is what the applicant sent, with "" for what was left out', async () => {
  await apply(jobId, { id: 'first', firstName: 'Salma' })
  clock.ms += 1000
  const sent = { phone: '+212 600 000 000', linkedinUrl: 'https://www.linkedin.com/in/x', message: 'Bonjour\n<b>' }
  await apply(jobId, { id: 'second', firstName: 'Omar', ...sent })
  const common = { jobBoardId: 'atlas', status: 'PENDING', companyId: company.id, lastName: 'Bennani' }
  const job = { offerId: 'A', jobId, jobTitle: 'T' }
  const unchanged = (at: string) => ({
    date: at,
    statusChangedBy: 'applicant',
    statusChangedAt: at,
    erasedAt: null,
    changedAt: at,
  })
  const answer = await pollJob()
  expect(answer.status).toBe(200)
  expect(answer.body).toStrictEqual({
    candidates: [
      {
        id: 'first',
        firstName: 'Salma',
        email: 'a@example.com',
        ...unchanged('2026-03-01T08:00:00.000Z'),
        ...common,
        ...job,
        phone: '',
        cv: '',
        linkedinUrl: '',
        message: '',
      },
      {
        id: 'second',
        firstName: 'Omar',
        email: 'a@example.com',
        ...unchanged('2026-03-01T08:00:01.000Z'),
        ...common,
        ...job,
        cv: '',
        ...sent,
      },
    ],
    total: 2,
    error: null,
  })
})

it('a CV is a link to this server that is signed for seven days from the answer', async () => {
  await apply(jobId, { id: 'with-cv', cvId: 'f'.repeat(24) })
  clock.ms += 60_000
  const cv = new URL((await pollJob()).body.candidates[0].cv)
  expect(cv.href).toContain(`${server.url}/cv/${company.id}/with-cv.pdf?`)
  expect(Number(cv.searchParams.get('expires')) * 1000).toBe(clock.ms + 7 * 86_400_000)
  // No CV is stored, so a link that works finds none.
  const isRefused = async () => (await fetch(cv)).status === 403
  clock.ms += 7 * 86_400_000
  expect(await isRefused()).toBe(false)
  clock.ms += 1
  expect(await isRefused()).toBe(true)
})

it('candidates come in the order of their dates, and no two dates are the same', async () => {
  const first = await apply()
  const together = await Promise.all(Array.from({ length: 5 }, () => apply()))
  clock.ms -= 60_000
  const last = await apply()
  const answer = await pollJob()
  const dates = answer.body.candidates.map(({ date }: { date: string }) => date)
  expect(readNames(answer)).toStrictEqual([first, ...together, last])
  expect(dates).toStrictEqual([...new Set(dates)].sort())
})

it.each([1, 50])('callers that ask for %i at the same moment get the same answers as alone', async (pageSize) => {
  const jobB = (await company.call('POST', '/job', { job: { id: 'B', title: 'T' } })).body.jobId
  for (let n = 0; n < 20; n++) {
    clock.ms += 1000
    await apply(n % 2 === 0 ? jobId : jobB)
  }
  const at = (seconds: number) => new Date(START_MS + seconds * 1000).toISOString()
  const ranges = ['', `&to=${at(4)}`, ...[0, 10, 11, 20].map((seconds) => `&since=${at(seconds)}`)]
  const paths = ['/job/A/candidates', '/job/B/candidates', '/candidates'].flatMap((path) =>
    ranges.map((range) => `${path}?pageSize=${pageSize}${range}`),
  )
  const atOnce = await Promise.all([...paths, ...paths].map((path) => company.call('GET', path)))
  for (const [index, path] of paths.entries()) {
    const { body } = await company.call('GET', path)
    expect(body.candidates).toBeInstanceOf(Array)
    expect(atOnce[index]?.body).toStrictEqual(body)
    expect(atOnce[index + paths.length]?.body).toStrictEqual(body)
  }
})

describe('x-synced-through', () => {
  /** Matches the time of the poll, or a moment after it. */
  const expectNow = (answer: Answer) => {
    const ms = Date.parse(syncedThrough(answer) ?? '')
    expect(ms).toBeGreaterThanOrEqual(clock.ms)
    expect(ms).toBeLessThanOrEqual(clock.ms + 400)
  }

  it('is not before the poll, also without candidates, and as the next since it gives what came after, and nothing twice', async () => {
    expectNow(await pollJob())
    clock.ms += 50
    const before = await apply()
    const poll = await pollAll()
    expectNow(poll)
    expect(readNames(poll)).toStrictEqual([before])
    expect(readNames(await pollAll(`?since=${syncedThrough(poll)}`))).toStrictEqual([])
    const after = [await apply(), await apply()]
    expect(readNames(await pollAll(`?since=${syncedThrough(poll)}`))).toStrictEqual(after)
  })

  it('and the poll’s own time miss nothing that is accepted in the same millisecond or by a process whose clock is behind', async () => {
    const poll = await pollAll()
    const inTheSame = await apply()
    clock.ms -= 5_000
    const behind = await apply()
    for (const since of [syncedThrough(poll), new Date(START_MS).toISOString()])
      expect(readNames(await pollAll(`?since=${since}`))).toStrictEqual([inTheSame, behind])
  })

  it('does not follow a caller whose clock is ahead of ours, and is the instant of `to` if that is earlier than the poll', async () => {
    const aheadOf = '?since=2026-03-01T08:00:30Z'
    for (const query of ['', '&changes=true', '&synced=true', '&changes=true&synced=true']) {
      const ahead = await pollAll(aheadOf + query)
      clock.ms += 1_000
      const name = await apply()
      expect(readNames(await pollAll(`?since=${syncedThrough(ahead)}${query}`))).toStrictEqual([name])
    }
    clock.ms = START_MS + 10_000
    expect(syncedThrough(await pollJob('?to=2026-03-01T08:00:05Z'))).toBe('2026-03-01T08:00:05.000Z')
  })

  it('with synced=true, stays the same while nothing comes, and then gives each later application once', async () => {
    await apply()
    let since = syncedThrough(await pollAll())
    const lists = [pollJob, pollAll, (query: string) => pollAll(`${query}&changes=true`)]
    for (const pollList of lists) {
      clock.ms += 60_000
      const idle = await pollList(`?since=${since}&synced=true`)
      expect([readNames(idle), syncedThrough(idle)]).toStrictEqual([[], since])
      const after = [await apply(), await apply()]
      const found = await pollList(`?since=${since}&synced=true`)
      since = syncedThrough(found)
      expect([readNames(found), since]).toStrictEqual([after, found.body.candidates[1].date])
    }
  })

  it('moves past the link of an external id, so that a caller with synced=true is not told of earlier candidates for ever', async () => {
    const board = await company.boardJob()
    await apply(board.jobId)
    const since = syncedThrough(await pollAll())
    await company.call('POST', '/job/link', { links: [{ platformJobId: board.jobId, externalJobId: 'B' }] })
    clock.ms += 5_000
    const pollLinked = async (from: string | null) => {
      const answer = await company.call('GET', `/job/B/candidates?since=${from}&synced=true`)
      return { earlier: answer.headers.get('x-earlier-candidates'), next: syncedThrough(answer) }
    }
    const { earlier, next } = await pollLinked(since)
    expect([earlier, (await pollLinked(next)).earlier]).toStrictEqual(['1', null])
  })

  it('is the last date of a page that is not the last', async () => {
    for (let n = 0; n < 3; n++) await apply()
    clock.ms += 10_000
    const [first, last] = [await pollJob('?pageSize=2'), await pollJob('?pageSize=2&page=2')]
    expect(syncedThrough(first)).toBe(first.body.candidates[1].date)
    expectNow(last)
  })

  it('a poll that cannot deliver an application fails and does not skip it; the next poll has it', async () => {
    let name = ''
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      name = await apply()
      expect(await pollJob()).toMatchObject({ status: 500, body: { candidates: null } })
    })
    expect(readNames(await pollJob())).toStrictEqual([name])
  })
})

it.each(['/job/A/candidates', '/candidates'])(
  '%s with synced=true and no since is refused, and says what to do',
  async (path) => {
    for (const query of ['synced=true', 'synced=true&from=2026-03-01'])
      expect(await company.call('GET', `${path}?${query}`)).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            issues: [{ path: 'synced', message: expect.stringContaining('send since') }],
          },
        },
      })
    expect((await company.call('GET', `${path}?synced=false`)).status).toBe(200)
  },
)

it('an unknown id and a job of another company are 403, and the message names the id and the caller’s company', async () => {
  await apply()
  const another = await server.company()
  for (const [path, by, id] of [
    ['/job/un%2Fknown/candidates', company, 'un/known'],
    ['/job/A/candidates', another, 'A'],
  ] as const) {
    const { status, body } = await by.call('GET', path)
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { candidates: null, error: { code: 'candidates_forbidden' } },
    })
    expect(body.error.message).toBe(`External id ${id} is not associated with any job within company ${by.id}`)
  }
  expect((await another.call('GET', '/candidates')).body).toStrictEqual({ candidates: [], total: 0, error: null })
})
