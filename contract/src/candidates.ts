import assert from 'node:assert/strict'
import { assertRefused, created, readAll, readList } from './answer.ts'
import { type Board, jobPath, Missing, type Rules } from './board.ts'
import { applyTo } from './open.ts'

/** A job with candidates, as the board shows all of them. */
interface Applied {
  externalId: string
  candidates: { id: unknown; date: Date }[]
}

const known = new WeakMap<Board, Promise<Applied>>()

/** Reads the job with candidates that was given, or makes one, once for all checks of a board. */
function findApplied(board: Board): Promise<Applied> {
  const found = known.get(board) ?? readApplied(board)
  known.set(board, found)
  return found
}

async function readApplied(board: Board): Promise<Applied> {
  const externalId = board.target.candidatesOf ?? (await createApplied(board))
  const rows = await readAll(board, `${jobPath(externalId)}/candidates`, 'candidates')
  const candidates = rows.map(({ id, date }) => ({ id, date: new Date(String(date)) }))
  if (candidates.length < 5) throw new Missing('a job with at least 5 candidates: --candidates-of')
  return { externalId, candidates }
}

async function createApplied(board: Board): Promise<string> {
  const { id, jobUrl } = await created(board)
  for (let number = 0; number < 5; number++) await applyTo(board, jobUrl, { firstName: `Salma ${number}` })
  return id
}

async function assertAnswer(board: Board, query: string, expected: Applied['candidates'], total: number) {
  const list = readList(await board.candidates((await findApplied(board)).externalId, query), 'candidates')
  assert.deepEqual(
    list.rows.map(({ id }) => id),
    expected.map(({ id }) => id),
    query,
  )
  assert.equal(list.total, total, query)
}

/** Checks the candidates of a range of dates. */
async function assertRange(board: Board, query: string, isIn: (date: Date) => boolean): Promise<void> {
  const expected = (await findApplied(board)).candidates.filter(({ date }) => isIn(date))
  await assertAnswer(board, `${query}&pageSize=100`, expected.slice(0, 100), expected.length)
}

async function assertPage(board: Board, page: number, pageSize: number, query: string): Promise<void> {
  const { candidates } = await findApplied(board)
  await assertAnswer(board, query, candidates.slice((page - 1) * pageSize, page * pageSize), candidates.length)
}

/** Finds the date of a candidate in the middle, and of a later one. */
async function findDates(board: Board): Promise<[Date, Date]> {
  const { candidates } = await findApplied(board)
  const at = Math.floor(candidates.length / 3)
  return [candidates[at]?.date ?? new Date(), candidates[at + 2]?.date ?? new Date()]
}

const encode = (date: Date) => encodeURIComponent(date.toISOString())
/** Writes an instant as a local time one hour ahead, without its offset. */
const localTime = (date: Date) => new Date(date.getTime() + 3_600_000).toISOString().replace('Z', '')

/** Ways to write an instant. */
const dateForms: Record<string, (date: Date) => string> = {
  'with Z': encode,
  'with the offset +01:00': (date) => `${localTime(date)}%2B01:00`,
  'with the offset +01': (date) => `${localTime(date)}%2B01`,
  'with the offset +0100': (date) => `${localTime(date)}%2B0100`,
  'with a + that became a blank': (date) => `${localTime(date)}+01:00`,
  'with seven digits of a second': (date) => date.toISOString().replace('Z', '0000Z'),
  'with a comma before the fraction': (date) => date.toISOString().replace('.', ','),
  'without an offset, in UTC': (date) => date.toISOString().replace('Z', ''),
}
const wrongDates = [
  'yesterday',
  '2026-02-30',
  '2026-1-1',
  '20260101T000000Z',
  '1770000000',
  '2026-01-01T25:00:00Z',
  '01/02/2026',
  '',
]
const wrongPages = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'pageSize=0', 'pageSize=101', 'pageSize=ten']

export const candidates: Rules = {
  'spec: Get Candidates': {
    'answers a job without applications with an empty list and the total 0': async (board) =>
      assert.deepEqual(readList(await board.candidates((await created(board)).id), 'candidates'), {
        rows: [],
        total: 0,
      }),
    'answers an external id that no job has with 403, and names it': async (board) => {
      const id = board.newId()
      assertRefused(await board.candidates(id), 403, 'candidates', id, 'not associated with any job within company')
    },
    'answers the first page of 50 without page and pageSize': (board) => assertPage(board, 1, 50, ''),
    'divides the candidates into pages, with the same total on each': async (board) => {
      await assertPage(board, 1, 2, 'pageSize=2')
      await assertPage(board, 2, 2, 'page=2&pageSize=2')
      await assertPage(board, 3, 1, 'page=3&pageSize=1')
      await assertPage(board, 9_999, 100, 'page=9999&pageSize=100')
    },
    'answers a full page of 100': async (board) => {
      if ((await findApplied(board)).candidates.length <= 100)
        throw new Missing('a job with more than 100 candidates: --candidates-of')
      await assertPage(board, 1, 100, 'pageSize=100')
      await assertPage(board, 2, 50, 'page=2')
    },
    'answers only candidates after since, not the one at since': async (board) => {
      const [since] = await findDates(board)
      await assertRange(board, `since=${encode(since)}`, (date) => date > since)
    },
    'answers candidates at from and after it, and at to and before it': async (board) => {
      const [from, to] = await findDates(board)
      await assertRange(board, `from=${encode(from)}`, (date) => date >= from)
      await assertRange(board, `to=${encode(to)}`, (date) => date <= to)
      await assertRange(board, `from=${encode(from)}&to=${encode(to)}`, (date) => date >= from && date <= to)
      await assertRange(board, `since=${encode(from)}&to=${encode(to)}`, (date) => date > from && date <= to)
    },
    'prefers since if from is also given': async (board) => {
      const [since, from] = await findDates(board)
      await assertRange(board, `from=${encode(from)}&since=${encode(since)}`, (date) => date > since)
    },
    ...Object.fromEntries(
      ['since', 'from', 'to'].map((parameter) => [
        `refuses a date in ${parameter} that is not ISO 8601 or not in the calendar, and names ${parameter}`,
        async (board) => {
          const [{ id }, said] = [await created(board), ['invalid date format', 'ISO 8601 expected', parameter]]
          for (const value of wrongDates)
            assertRefused(
              await board.candidates(id, `${parameter}=${encodeURIComponent(value)}`),
              400,
              'candidates',
              ...said,
            )
        },
      ]),
    ),
  },
  'design 9: dates': {
    ...Object.fromEntries(
      Object.entries(dateForms).map(([what, write]) => [
        `reads a date ${what}`,
        async (board) => {
          const [since] = await findDates(board)
          await assertRange(board, `since=${write(since)}`, (date) => date > since)
        },
      ]),
    ),
    'reads a day as its first instant in since and from, and as its last one in to': async (board) => {
      const day = (await findDates(board))[0].toISOString().slice(0, 10)
      const [begin, end] = [new Date(day), new Date(`${day}T23:59:59.999Z`)]
      await assertRange(board, `since=${day}`, (date) => date > begin)
      await assertRange(board, `from=${day}&to=${day}`, (date) => date >= begin && date <= end)
    },
    'answers a range that ends before it begins with an empty list': async (board) => {
      const [early, late] = await findDates(board)
      await assertRange(board, `from=${encode(late)}&to=${encode(early)}`, () => false)
    },
  },
  'design 10: pages': Object.fromEntries(
    wrongPages.map((query) => [
      `refuses ${query}`,
      async (board) => {
        const [parameter = ''] = query.split('=')
        assertRefused(await board.candidates((await created(board)).id, query), 400, 'candidates', parameter)
      },
    ]),
  ),
  'design 11: order': {
    'orders candidates by ascending date, and gives no two the same date': async (board) => {
      const dates = (await findApplied(board)).candidates.map(({ date }) => date.getTime())
      assert.deepEqual(
        dates,
        [...new Set(dates)].sort((a, b) => a - b),
      )
    },
  },
}
