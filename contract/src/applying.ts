import assert from 'node:assert/strict'
import { created, type Members, readList } from './answer.ts'
import type { Board, Rules } from './board.ts'
import { send } from './http.ts'
import { applyTo } from './open.ts'

/** A PDF file of one empty page. */
const pdf = new Uint8Array(
  Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\ntrailer\n<< /Size 4 /Root 1 0 R >>\n%%EOF\n',
  ),
)

/** The members of a candidate, each a text. */
const members = [
  'id',
  'jobBoardId',
  'status',
  'companyId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'cv',
  'linkedinUrl',
  'offerId',
  'date',
  'message',
]

const poll = async (board: Board, id: string, since?: string) =>
  readList(await board.candidates(id, since === undefined ? '' : `since=${since}`), 'candidates').rows
const readNames = (rows: Members[]) => rows.map(({ firstName }) => firstName)

/** Applies twelve times at once, polls meanwhile and once afterwards, and checks that the polls show each application once. */
export async function assertEachOnce(board: Board, jobUrl: string, pollOn: () => Promise<Members[]>): Promise<void> {
  board.need('apply')
  const names = Array.from({ length: 12 }, (_, number) => `Salma ${number}`)
  let isOpen = true
  const sent = Promise.all(names.map((firstName) => applyTo(board, jobUrl, { firstName }))).finally(() => {
    isOpen = false
  })
  // The loop may fail first. The error of the forms is then no second failure.
  sent.catch(() => {})
  const seen: unknown[] = []
  for (let isLast = false; !isLast; ) {
    isLast = !isOpen
    seen.push(...readNames(await pollOn()))
  }
  await sent
  assert.deepEqual(seen.sort(), names.sort())
}

export const applying: Rules = {
  'spec: Candidate': {
    'shows an application with all members of a candidate, each a text': async (board) => {
      const { id, jobUrl } = await created(board)
      await applyTo(board, jobUrl, { firstName: 'Nadia', lastName: 'Idrissi', email: 'nadia@example.com' })
      const [candidate = {}] = await poll(board, id)
      for (const member of members) assert.equal(typeof candidate[member], 'string', member)
      const { offerId, firstName, lastName, email } = candidate
      assert.deepEqual([offerId, firstName, lastName, email], [id, 'Nadia', 'Idrissi', 'nadia@example.com'])
      assert.match(String(candidate.date), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
      assert.ok(candidate.id !== '' && candidate.companyId !== '' && candidate.jobBoardId !== '')
    },
  },
  'spec: Get Candidates': {
    'lists the candidates of the job alone, also when it is unpublished': async (board) => {
      const [one, other] = [await created(board), await created(board)]
      await applyTo(board, one.jobUrl, { firstName: 'Nadia' })
      await applyTo(board, other.jobUrl, { firstName: 'Omar' })
      await board.unpublish(one.id)
      assert.deepEqual(readNames(await poll(board, one.id)), ['Nadia'])
      assert.deepEqual(readNames(await poll(board, other.id)), ['Omar'])
    },
  },
  'spec: Unpublish Job': {
    'takes no application to an unpublished job': async (board) => {
      board.need('apply')
      const { id, jobUrl } = await created(board)
      await board.unpublish(id)
      await assert.rejects(applyTo(board, jobUrl))
      assert.deepEqual(await poll(board, id), [])
    },
  },
  'design 17: candidate': {
    'shows as an empty text what the applicant left out': async (board) => {
      const { id, jobUrl } = await created(board)
      await applyTo(board, jobUrl)
      const [{ phone, linkedinUrl, message, cv } = {}] = await poll(board, id)
      assert.deepEqual([phone, linkedinUrl, message, cv], ['', '', '', ''])
    },
  },
  'design 18: cv': {
    'links to the CV, which opens without a key as an attachment, and by no other link': async (board) => {
      const { id, jobUrl } = await created(board)
      await applyTo(board, jobUrl, { cv: pdf })
      const [{ cv } = {}] = await poll(board, id)
      const { status, headers, text } = await send('GET', String(cv))
      assert.equal(status, 200)
      assert.match(String(headers['content-disposition']), /^attachment/)
      assert.ok(text.startsWith('%PDF-1.4'))
      const changed = await send(
        'GET',
        String(cv).replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
      )
      assert.ok(changed.status >= 400 && changed.status < 500, `answered ${changed.status}`)
    },
  },
  'design G1: polling by date': {
    'gives a caller who goes on from the largest date each application once': async (board) => {
      const { id, jobUrl } = await created(board)
      let since: string | undefined
      await assertEachOnce(board, jobUrl, async () => {
        const rows = await poll(board, id, since)
        since = rows.length > 0 ? String(rows.at(-1)?.date) : since
        return rows
      })
    },
  },
  'design G2: polling by time': {
    'gives an application after a poll a later date than the time of the poll': async (board) => {
      const { id, jobUrl } = await created(board)
      for (const firstName of ['Nadia', 'Omar', 'Zoé']) {
        const since = new Date().toISOString()
        await poll(board, id)
        await applyTo(board, jobUrl, { firstName })
        assert.ok(readNames(await poll(board, id, since)).includes(firstName), `${firstName} is missing since ${since}`)
      }
    },
  },
}
