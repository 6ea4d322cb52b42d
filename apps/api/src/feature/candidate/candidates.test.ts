import { beforeEach, describe, expect, it } from 'vitest'
import { whileFailing } from '../../test/failing-store.ts'
import { type Answer, type TestCompany, useServer } from '../../test/harness.ts'
import { actAsOperator } from '../audit/service.ts'
import { setExternalId } from '../job/service/edit.ts'

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
  const application = { id: firstName, companyId: company.id, jobId: to, status, cvId: null, ...applicant }
  await server.deps.mailbox.accept({ ...application, ...fields })
  return firstName
}

const boardJob = async () => (await company.boardJob()).jobId

const pollJob = (query = '') => company.call('GET', `/job/A/candidates${query}`)
const pollAll = (query = '') => company.call('GET', `/candidates${query}`)
const readNames = ({ body }: Answer): string[] => body.candidates.map((one: { firstName: string }) => one.firstName)
const syncedThrough = ({ headers }: Answer) => headers.get('x-synced-through')

it('a poll starts again if its external id moves to another job while it waits for the database', async () => {
  await apply()
  const other = (await company.call('POST', '/job', { job: { id: 'B', title: 'T' } })).body.jobId
  const ofOther = await apply(other)
  const give = (job: number, externalId: string | null) =>
    setExternalId(server.deps, actAsOperator(company.id), { jobId: job, revision: 1, externalId })
  const { mailbox } = server.deps
  const { synchronise } = mailbox
  mailbox.synchronise = async (...range) => {
    mailbox.synchronise = synchronise
    await give(jobId, null)
    await give(other, 'A')
    return synchronise(...range)
  }
  expect(readNames(await pollJob())).toEqual([ofOther])
})

describe('works', () => {
  it('a candidate is what the applicant sent, with "" for what was left out', async () => {
    await apply(jobId, { id: 'first', firstName: 'Salma' })
    clock.ms += 1000
    const sent = { phone: '+212 600 000 000', linkedinUrl: 'https://www.linkedin.com/in/x', message: 'Bonjour\n<b>' }
    await apply(jobId, { id: 'second', firstName: 'Omar', ...sent })
    const common = { jobBoardId: 'atlas', status: 'PENDING', companyId: company.id, lastName: 'Bennani' }
    const job = { offerId: 'A', jobId, jobTitle: 'T' }
    const answer = await pollJob()
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({
      candidates: [
        {
          ...{ id: 'first', firstName: 'Salma', email: 'a@example.com', date: '2026-03-01T08:00:00.000Z' },
          ...{ ...common, ...job, phone: '', cv: '', linkedinUrl: '', message: '' },
        },
        {
          ...{ id: 'second', firstName: 'Omar', email: 'a@example.com', date: '2026-03-01T08:00:01.000Z' },
          ...{ ...common, ...job, cv: '', ...sent },
        },
      ],
      total: 2,
      error: null,
    })
  })

  it('a candidate names its job as it is called at the moment, also just after a change', async () => {
    await apply()
    for (const title of ['T', 'Comptable', 'Comptable confirmé']) {
      await company.call('PUT', '/job/A', { job: { title } })
      for (const poll of [pollJob, pollAll]) expect((await poll()).body.candidates).toMatchObject([{ jobTitle: title }])
    }
  })

  it('a CV is a link to this server that is signed for seven days from the answer', async () => {
    await apply(jobId, { id: 'with-cv', cvId: 'f'.repeat(24) })
    clock.ms += 60_000
    const cv = new URL((await pollJob()).body.candidates[0].cv)
    expect(cv.href).toContain(`${server.url}/cv/${company.id}/with-cv.pdf?`)
    expect(Number(cv.searchParams.get('expires')) * 1000).toBe(clock.ms + 7 * 86_400_000)
    expect(cv.searchParams.get('signature')).toMatch(/^[\w-]{43}$/)
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

  it('a job lists its own candidates, and the company lists all of them', async () => {
    const board = await boardJob()
    await company.call('POST', '/job', { job: { id: 'B', title: 'T' } })
    const [one, unlinked] = [await apply(), await apply(board)]
    expect(readNames(await pollJob())).toStrictEqual([one])
    expect(readNames(await company.call('GET', '/job/B/candidates'))).toStrictEqual([])
    const all = await pollAll()
    expect(readNames(all)).toStrictEqual([one, unlinked])
    expect(all.body).toMatchObject({ candidates: [{ offerId: 'A' }, { offerId: '' }], total: 2 })
  })

  it('a job that is linked later lists its candidates under its new id', async () => {
    const board = await boardJob()
    const early = await apply(board)
    await company.call('POST', '/job/link', { links: [{ platformJobId: board, externalJobId: 'linked' }] })
    expect(readNames(await company.call('GET', '/job/linked/candidates'))).toStrictEqual([early])
    expect((await pollAll()).body.candidates).toMatchObject([{ offerId: 'linked' }])
  })

  it('an unpublished job still lists its candidates', async () => {
    const name = await apply()
    await company.call('DELETE', '/job/A')
    expect(readNames(await pollJob())).toStrictEqual([name])
  })

  it('a page has 50 candidates by default, and at most 100', async () => {
    const applicants = await Promise.all(Array.from({ length: 101 }, () => apply()))
    expect(readNames(await pollJob())).toStrictEqual(applicants.slice(0, 50))
    const pages = [await pollAll('?pageSize=100'), await pollAll('?page=2&pageSize=100'), await pollAll('?page=3')]
    expect(pages.map(readNames)).toStrictEqual([applicants.slice(0, 100), applicants.slice(100), applicants.slice(100)])
    for (const { body } of pages) expect(body.total).toBe(101)
  })

  it('total counts with the same filter, on every page and past the last', async () => {
    const applicants = []
    for (let n = 0; n < 5; n++) {
      applicants.push(await apply())
      clock.ms += 1000
    }
    const since = new Date(START_MS).toISOString()
    for (const [page, expected] of [applicants.slice(1, 3), applicants.slice(3), [], []].entries()) {
      const answer = await pollJob(`?since=${since}&page=${page + 1}&pageSize=2`)
      expect(answer.body.total).toBe(4)
      expect(readNames(answer)).toStrictEqual(expected)
    }
  })

  it.each([1, 2, 50])('callers that ask for %i at the same moment get the same answers as alone', async (pageSize) => {
    const jobB = (await company.call('POST', '/job', { job: { id: 'B', title: 'T' } })).body.jobId
    for (let n = 0; n < 60; n++) {
      clock.ms += 1000
      await apply(n % 2 === 0 ? jobId : jobB)
    }
    const at = (seconds: number) => new Date(START_MS + seconds * 1000).toISOString()
    const ranges = ['', `&to=${at(4)}`, ...[0, 1, 30, 31, 59, 60].map((seconds) => `&since=${at(seconds)}`)]
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
})

describe('x-synced-through', () => {
  /** Matches the time of the poll, or a moment after it. */
  const expectNow = (answer: Answer) => {
    const ms = Date.parse(syncedThrough(answer) ?? '')
    expect(ms).toBeGreaterThanOrEqual(clock.ms)
    expect(ms).toBeLessThanOrEqual(clock.ms + 200)
  }

  it('is not before the poll, and as the next since it gives what came after', async () => {
    await apply()
    clock.ms += 10_000
    const poll = await pollJob()
    expectNow(poll)
    expect(readNames(await pollJob(`?since=${syncedThrough(poll)}`))).toStrictEqual([])
    const late = await apply()
    expect(readNames(await pollJob(`?since=${syncedThrough(poll)}`))).toStrictEqual([late])
  })

  it('is on every answer, also without candidates', async () => {
    expectNow(await pollJob())
    expectNow(await pollAll('?since=2026-03-01'))
  })

  it('and the poll’s own time miss nothing that is accepted in the same millisecond or by a process whose clock is behind', async () => {
    const poll = await pollAll()
    const inTheSame = await apply()
    clock.ms -= 5_000
    const behind = await apply()
    for (const since of [syncedThrough(poll), new Date(START_MS).toISOString()]) {
      expect(readNames(await pollAll(`?since=${since}`))).toStrictEqual([inTheSame, behind])
    }
  })

  it('is right for a poll that found the clock ahead: the next poll has what came after, and nothing twice', async () => {
    await pollAll()
    clock.ms += 50
    const before = await apply()
    const poll = await pollAll()
    expectNow(poll)
    expect(readNames(poll)).toContain(before)
    const after = [await apply(), await apply()]
    expect(readNames(await pollAll(`?since=${syncedThrough(poll)}`))).toStrictEqual(after)
  })

  it('does not follow a caller whose clock is ahead of ours', async () => {
    const ahead = await pollAll('?since=2026-03-01T08:00:30Z')
    clock.ms += 10_000
    const name = await apply()
    expect(readNames(await pollAll(`?since=${syncedThrough(ahead)}`))).toStrictEqual([name])
  })

  it('is the last date of a page that is not the last', async () => {
    for (let n = 0; n < 3; n++) await apply()
    clock.ms += 10_000
    const [first, last] = [await pollJob('?pageSize=2'), await pollJob('?pageSize=2&page=2')]
    expect(syncedThrough(first)).toBe(first.body.candidates[1].date)
    expectNow(last)
  })

  it('is the instant of `to` if that is earlier than the poll', async () => {
    await apply()
    clock.ms += 10_000
    expect(syncedThrough(await pollJob('?to=2026-03-01T08:00:05Z'))).toBe('2026-03-01T08:00:05.000Z')
  })

  it('alone gives everything once, whatever is accepted between the polls', async () => {
    const [applied, seen]: [string[], string[]] = [[], []]
    let since: string | null = new Date(0).toISOString()
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n <= round % 3; n++) applied.push(await apply())
      clock.ms += round % 2
      const poll: Answer = await pollAll(`?since=${since}&pageSize=2`)
      seen.push(...readNames(poll))
      since = syncedThrough(poll)
    }
    for (
      let poll = await pollAll(`?since=${since}`);
      readNames(poll).length > 0;
      poll = await pollAll(`?since=${since}`)
    ) {
      seen.push(...readNames(poll))
      since = syncedThrough(poll)
    }
    expect(seen).toStrictEqual(applied)
  })

  it('an application whose delivery failed is in the next poll', async () => {
    let name = ''
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      name = await apply()
    })
    expect(readNames(await pollJob())).toStrictEqual([name])
  })

  it('a poll that cannot deliver fails; it does not skip', async () => {
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      await apply()
      expect(await pollJob()).toMatchObject({ status: 500, body: { candidates: null } })
    })
  })
})

describe('bad input', () => {
  it('a wrong id and a wrong page are both named', async () => {
    const answer = await company.call('GET', '/job/%20/candidates?page=0')
    expect(answer).toMatchObject({ status: 400, body: { candidates: null } })
    expect(answer.body.error.message).toBe('externalJobId must not be blank; page must be a whole number from 1, not 0')
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'pageSize=0', 'pageSize=101', 'pageSize=1e1'])(
    '%s is refused, never bent into range',
    async (query) => {
      for (const answer of [await pollJob(`?${query}`), await pollAll(`?${query}`)]) {
        expect(answer).toMatchObject({ status: 400, body: { candidates: null, error: { code: 'invalid_request' } } })
        expect(answer.body.error.message).toContain('must be a whole number from 1')
        expect(syncedThrough(answer)).toBeNull()
      }
    },
  )
})

describe('no right', () => {
  it('a job of another company is refused like an unknown one, and its candidates are in no list', async () => {
    await apply()
    const another = await server.company()
    const answer = await another.call('GET', '/job/A/candidates')
    expect(answer).toMatchObject({ status: 403, body: { candidates: null, error: { code: 'candidates_forbidden' } } })
    expect(answer.body.error.message).toContain(another.id)
    expect((await another.call('GET', '/candidates')).body).toStrictEqual({ candidates: [], total: 0, error: null })
  })
})

describe('not there', () => {
  it('an unknown id is 403, not 404, and the message names it and the company', async () => {
    const answer = await company.call('GET', '/job/un%2Fknown/candidates')
    expect(answer).toMatchObject({ status: 403, body: { candidates: null, error: { code: 'candidates_forbidden' } } })
    expect(answer.body.error.message).toBe(
      `External id un/known is not associated with any job within company ${company.id}`,
    )
  })
})
