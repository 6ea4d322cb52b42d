import assert from 'node:assert/strict'
import type { ApplicationDocument } from '../peer/application.ts'
import type { Board, Check } from './board.ts'
import { assertRefused, call, createJob, jobPath, readJobResult, readMembers } from './call.ts'

async function poll(board: Board, query: string): Promise<{ rows: Record<string, unknown>[]; total: unknown }> {
  const answer = await call(board, 'GET', `${jobPath(board.applied.externalId)}/candidates?${query}`)
  assert.equal(answer.status, 200, answer.text)
  const { candidates, total, ...others } = readMembers(answer)
  assert.deepEqual(others, { error: null })
  assert.ok(Array.isArray(candidates))
  return { rows: candidates, total }
}

async function assertPage(board: Board, query: string, expected: ApplicationDocument[], total: number): Promise<void> {
  const page = await poll(board, query)
  assert.deepEqual(
    page.rows.map(({ id }) => id),
    expected.map(({ _id }) => _id),
    query,
  )
  assert.equal(page.total, total, query)
}

/** Checks the first page of a range of dates. */
async function assertRange(board: Board, query: string, isIn: (date: Date) => boolean): Promise<void> {
  const expected = board.applied.applications.filter(({ date }) => isIn(date))
  await assertPage(board, `${query}&pageSize=100`, expected.slice(0, 100), expected.length)
}

function dateAt({ applied: { applications } }: Board, index: number): Date {
  const application = applications[index]
  if (application === undefined) throw new Error('there are too few applications')
  return application.date
}

const iso = (date: Date) => encodeURIComponent(date.toISOString())

export const candidates: Check[] = [
  {
    does: 'shows an application with the members of a candidate and no others',
    async check(board) {
      const { applied, company } = board
      const { rows } = await poll(board, 'pageSize=10')
      for (const [index, { jobBoardId, ...row }] of rows.entries()) {
        const application = applied.applications[index]
        assert.ok(application !== undefined && typeof jobBoardId === 'string' && jobBoardId !== '')
        const { _id, date, companyId: _companyId, jobId, cvId: _cvId, ...fields } = application
        const { externalId: offerId, title: jobTitle } = applied
        const shown = { id: _id, companyId: company.id, cv: '', offerId, jobId, jobTitle, date: date.toISOString() }
        assert.deepEqual(row, { ...fields, ...shown })
      }
    },
  },
  {
    does: 'answers the first 50, ascending by date, and how many there are',
    async check(board) {
      const { applications } = board.applied
      await assertPage(board, '', applications.slice(0, 50), applications.length)
    },
  },
  {
    does: 'pages through all of them',
    async check(board) {
      const { applications } = board.applied
      const total = applications.length
      await assertPage(board, 'page=2', applications.slice(50, 100), total)
      await assertPage(board, 'page=3', applications.slice(100, 150), total)
      await assertPage(board, 'page=4', [], total)
      await assertPage(board, 'page=3&pageSize=7', applications.slice(14, 21), total)
      await assertPage(board, 'pageSize=100', applications.slice(0, 100), total)
    },
  },
  {
    does: 'answers the applications after `since`, and none if there are none',
    async check(board) {
      const { applications } = board.applied
      const [fourth, last] = [dateAt(board, 3), dateAt(board, applications.length - 1)]
      await assertPage(board, `since=${iso(fourth)}&pageSize=5`, applications.slice(4, 9), applications.length - 4)
      await assertPage(board, `since=${iso(dateAt(board, applications.length - 2))}`, applications.slice(-1), 1)
      await assertPage(board, `since=${iso(last)}`, [], 0)
    },
  },
  {
    does: 'takes `from` and `to` as bounds that belong to the range',
    async check(board) {
      const [from, to] = [dateAt(board, 10), dateAt(board, 20)]
      await assertRange(board, `from=${iso(from)}`, (date) => date >= from)
      await assertRange(board, `to=${iso(to)}`, (date) => date <= to)
      await assertRange(board, `from=${iso(from)}&to=${iso(to)}`, (date) => date >= from && date <= to)
      await assertRange(board, `from=${iso(to)}&to=${iso(from)}`, () => false)
    },
  },
  {
    does: 'lets `since` win over `from`',
    async check(board) {
      const since = dateAt(board, 10)
      await assertRange(board, `from=${iso(dateAt(board, 30))}&since=${iso(since)}`, (date) => date > since)
    },
  },
  {
    does: 'reads a day as its first instant, and as its last one in `to`',
    async check(board) {
      const day = dateAt(board, 30).toISOString().slice(0, 10)
      const [begin, end] = [new Date(day), new Date(`${day}T23:59:59.999Z`)]
      await assertRange(board, `since=${day}`, (date) => date > begin)
      await assertRange(board, `from=${day}&to=${day}`, (date) => date >= begin && date <= end)
    },
  },
  {
    does: 'reads offsets, a `+` that became a blank, and a time without an offset as UTC',
    async check(board) {
      const since = dateAt(board, 10)
      const local = new Date(since.getTime() + 60 * 60 * 1000).toISOString().replace('Z', '')
      const after = (date: Date) => date > since
      await assertRange(board, `since=${local}%2B01:00`, after)
      await assertRange(board, `since=${local}+01:00`, after)
      await assertRange(board, `since=${since.toISOString().replace('Z', '')}`, after)
    },
  },
  {
    does: 'refuses a date that is not ISO 8601, naming it',
    async check(board) {
      const wrong = ['yesterday', '2026-02-30', '2026-1-1', '1770000000', '2026-01-01T25:00:00Z', '01/02/2026']
      for (const parameter of ['since', 'from', 'to'])
        for (const value of wrong) {
          const query = `${parameter}=${encodeURIComponent(value)}`
          const answer = await call(board, 'GET', `${jobPath(board.applied.externalId)}/candidates?${query}`)
          assertRefused(answer, 400, 'candidates', 'invalid date format', 'ISO 8601 expected', parameter)
        }
    },
  },
  {
    does: 'refuses a number that is no page, naming it',
    async check(board) {
      const wrong = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'pageSize=0', 'pageSize=101', 'pageSize=ten']
      for (const query of wrong) {
        const answer = await call(board, 'GET', `${jobPath(board.applied.externalId)}/candidates?${query}`)
        const [parameter = ''] = query.split('=')
        assertRefused(answer, 400, 'candidates', parameter)
      }
    },
  },
  {
    does: 'answers an empty page for a job that nobody has applied to',
    async check(board) {
      const id = board.newId()
      readJobResult(await createJob(board, { id, title: 'A' }), 200)
      const answer = await call(board, 'GET', `${jobPath(id)}/candidates`)
      assert.deepEqual(readMembers(answer), { candidates: [], total: 0, error: null })
    },
  },
  {
    does: 'answers 403 to an external id that no job has, naming it and the company',
    async check(board) {
      const id = board.newId()
      const answer = await call(board, 'GET', `${jobPath(id)}/candidates`)
      assertRefused(answer, 403, 'candidates', id, board.company.id)
    },
  },
]
