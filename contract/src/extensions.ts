import assert from 'node:assert/strict'
import {
  assertRefused,
  created,
  getJob,
  isObject,
  type Members,
  readAll,
  readJobResult,
  readList,
  readMembers,
  readSuccess,
} from './answer.ts'
import { type Board, jobPath, type Rules } from './board.ts'
import { everyField } from './create.ts'
import type { Answer } from './http.ts'
import { applyTo } from './open.ts'

async function putJobs(board: Board, jobs: unknown): Promise<Members[]> {
  board.need('putJobs')
  const { results } = readSuccess(await board.call('PUT', '/jobs', { body: { jobs } }))
  assert.ok(Array.isArray(results) && results.every(isObject))
  return results
}

/** Reads all jobs of the company. */
export async function readJobs(board: Board): Promise<Members[]> {
  board.need('getJobs')
  return readAll(board, '/jobs', 'jobs')
}

/** Extra fields that a careless board changes. */
const extraFields: Record<string, string> = {
  'a fraction and a large whole number': '"n":[0.1,-5e-324,9007199254740991]',
  'digits that JavaScript would change': '"n":[9007199254740993,-7111222333444555666,1e400,-0,1.10,[{"n":1.0E-05}]]',
  'names with a dot and a dollar': '"a.b":{"$c":[1,null,{"d":true}]}',
  'the name __proto__': '"__proto__":{"polluted":true}',
  'half a character': '"n":"\\ud83d"',
  'empty lists, objects and texts': '"n":[[],{},""]',
}

/** Finds the message of the warning about a value, and fails if there is none. */
function findWarning({ text }: Answer, path: string): string {
  const warnings: { path?: unknown; message?: unknown }[] = JSON.parse(text).warnings ?? []
  const message = warnings.find((warning) => warning.path === path)?.message
  assert.ok(typeof message === 'string', `no warning of ${path} in ${text}`)
  return message
}

export const jobs: Rules = {
  'design: GET /job/{id}': {
    'shows every field of a job as it was sent, with its number, address and times': async (board) => {
      const sent = { title: 'T', ...everyField, own: { a: [1] } }
      const all = { ...sent, ...(await created(board, sent)) }
      const { createdAt, updatedAt, ...job } = await getJob(board, all.id)
      for (const [name, value] of Object.entries(all)) assert.deepEqual(job[name], value, name)
      for (const time of [createdAt, updatedAt]) assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    },
    'answers an external id that no job has with 404, and names it': async (board) => {
      board.need('getJob')
      const id = board.newId()
      assertRefused(await board.call('GET', jobPath(id)), 404, 'job', id)
    },
  },
  'spec: Job': {
    'gives a new job the country Maroc, a hidden salary and the status PUBLISHED': async (board) => {
      const { country, displaySalary, status } = await getJob(board, (await created(board)).id)
      assert.deepEqual([country, displaySalary, status], ['Maroc', false, 'PUBLISHED'])
    },
    'shows each change of the status, and keeps the data of an unpublished job': async (board) => {
      const { id } = await created(board, { status: 'UNPUBLISHED', city: 'Fès' })
      const assertStatus = async (expected: string) => {
        const { status, city } = await getJob(board, id)
        assert.deepEqual([status, city], [expected, 'Fès'])
      }
      await assertStatus('UNPUBLISHED')
      await board.put(id, { title: 'Edited draft' })
      await assertStatus('UNPUBLISHED')
      await board.put(id, { status: 'PUBLISHED' })
      await assertStatus('PUBLISHED')
      await board.unpublish(id)
      await assertStatus('UNPUBLISHED')
    },
  },
  'design 8: extra fields': {
    ...Object.fromEntries(
      Object.entries(extraFields).map(([what, member]) => [
        `keeps ${what} in extra fields as sent`,
        async (board) => {
          board.need('getJob')
          const id = board.newId()
          const body = `{"job":{"id":${JSON.stringify(id)},"title":"T",${member}}}`
          readJobResult(await board.call('POST', '/job', { body }))
          readJobResult(await board.put(id, { title: 'Another' }))
          const { text } = await board.call('GET', jobPath(id))
          assert.ok(text.includes(member), `${member} is not in ${text}`)
        },
      ]),
    ),
    'keeps the digits of numbers in PUT /jobs and GET /jobs, and calls the same digits unchanged': async (board) => {
      board.need('putJobs', 'getJobs')
      const id = board.newId()
      const statuses = []
      for (const digits of ['9007199254740993', '9007199254740993', '9007199254740995']) {
        const body = `{"jobs":[{"id":${JSON.stringify(id)},"title":"T","n":${digits}}]}`
        const answer = await board.call('PUT', '/jobs', { body })
        statuses.push(JSON.parse(answer.text).results[0].status)
      }
      assert.deepEqual(statuses, ['created', 'unchanged', 'updated'])
      const jobId = JSON.parse((await board.call('GET', jobPath(id))).text).job.jobId
      const { text } = await board.call('GET', `/jobs?afterJobId=${jobId - 1}&pageSize=1`)
      assert.ok(text.includes('"n":9007199254740995'), text)
    },
    'merges extra fields by name, replaces a value as a whole, and removes a null': async (board) => {
      const { id } = await created(board, { kept: 1, changed: { a: 1, b: 2 }, removed: 1 })
      await board.put(id, { changed: { c: 3 }, added: [4], removed: null })
      const { kept, changed, added, ...job } = await getJob(board, id)
      assert.deepEqual([kept, changed, added, 'removed' in job], [1, { c: 3 }, [4], false])
    },
  },
  'design: GET /jobs': {
    'lists all jobs by ascending number, each as GET /job/{id} shows it': async (board) => {
      const { id, jobId } = await created(board, { status: 'UNPUBLISHED' })
      const rows = await readJobs(board)
      const ids = rows.map((job) => Number(job.jobId))
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      )
      assert.deepEqual(
        rows.find((job) => job.jobId === jobId),
        await getJob(board, id),
      )
    },
    'lists the jobs of one status page by page, with their number as the total': async (board) => {
      await created(board, { status: 'UNPUBLISHED' })
      const all = (await readJobs(board)).filter(({ status }) => status === 'UNPUBLISHED')
      const read = async (page: number) =>
        readList(await board.call('GET', `/jobs?status=UNPUBLISHED&pageSize=1&page=${page}`), 'jobs')
      assert.deepEqual(await read(1), { rows: [all[0]], total: all.length })
      assert.deepEqual(await read(all.length + 1), { rows: [], total: all.length })
    },
    'lists only the ids of jobs and the members that fields names': async (board) => {
      board.need('getJobs')
      const { id, jobId } = await created(board, { description: '<p>D</p>', n: 1 })
      const answer = await board.call('GET', `/jobs?fields=title,status&afterJobId=${jobId - 1}&pageSize=1`)
      assert.deepEqual(readList(answer, 'jobs').rows, [{ id, jobId, title: 'Contract check', status: 'PUBLISHED' }])
    },
    'refuses a name in fields that no job has, and says which there are': async (board) => {
      board.need('getJobs')
      const answer = await board.call('GET', '/jobs?fields=title,salary')
      assertRefused(answer, 400, 'jobs', 'salary')
      assert.match(answer.text, /\btitle\b.*\bminSalary\b/)
    },
    'lists a board job without an external id with id: null': async (board) => {
      const jobId = board.takeBoardJob()
      assert.equal((await readJobs(board)).find((job) => job.jobId === jobId)?.id, null)
    },
    'lists no job of another company': async (board) => {
      board.need('getJobs')
      const { jobId } = await created(board)
      const { text } = await board.call('GET', '/jobs?pageSize=100', { key: board.keyOf('otherKey') })
      assert.ok(!text.includes(`"jobId":${jobId},`), text)
    },
    'refuses a page of 0, a page size of 101 and an unknown status': async (board) => {
      board.need('getJobs')
      for (const query of ['page=0', 'pageSize=101', 'status=DRAFT'])
        assertRefused(await board.call('GET', `/jobs?${query}`), 400, 'jobs', query.split('=')[0] ?? '')
    },
  },
  'design: PUT /jobs': {
    'creates, updates or leaves alone each job, and a wrong one harms no other': async (board) => {
      const [changed, same, fresh, wrong] = [await created(board), await created(board), board.newId(), board.newId()]
      const results = await putJobs(board, [
        { id: changed.id, city: 'Fès' },
        { id: wrong, title: 'A', contractType: 'cdi' },
        { id: same.id, title: 'Contract check' },
        { id: fresh, title: 'Fresh' },
      ])
      const expected = [changed.id, 'updated', wrong, 'failed', same.id, 'unchanged', fresh, 'created']
      assert.deepEqual(
        results.flatMap(({ id, status }) => [id, status]),
        expected,
      )
      assert.equal(results[0]?.jobId, changed.jobId)
      assert.ok(isObject(results[1]?.error) && String(results[1].error.message).includes('job.contractType'))
      assertRefused(await board.unpublish(wrong), 404, 'jobId')
      assert.equal(readSuccess(await board.unpublish(fresh)).jobId, results[3]?.jobId)
    },
    'takes 100 jobs, and refuses none and 101': async (board) => {
      const all = Array.from({ length: 101 }, () => ({ id: board.newId(), title: 'Many' }))
      assert.equal((await putJobs(board, all.slice(0, 100))).length, 100)
      for (const wrong of [[], all])
        assertRefused(await board.call('PUT', '/jobs', { body: { jobs: wrong } }), 400, 'results', 'jobs')
    },
    'refuses a key that may only read, which may list jobs': async (board) => {
      board.need('putJobs', 'getJobs')
      const key = board.keyOf('readKey')
      const answer = await board.call('PUT', '/jobs', { key, body: { jobs: [] } })
      assertRefused(answer, 403, 'results', 'Insufficient permissions')
      readSuccess(await board.call('GET', '/jobs?pageSize=1', { key }))
    },
  },
  'design 50: terms': {
    'stores terms as sent, takes them without a warning, and calls the same terms unchanged': async (board) => {
      board.need('terms', 'putJobs', 'getJob')
      const boardwalk = {
        closesAt: '2999-12-31',
        currency: 'EUR',
        period: 'YEAR',
        basis: 'GROSS',
        hours: 'PART_TIME',
        applyUrl: 'https://careers.example.com/jobs/42',
        countries: ['FR', 'BE'],
      }
      const job = { id: board.newId(), title: 'T', description: 'D', country: 'FR', workMode: 'REMOTE', boardwalk }
      const answer = await board.create(job)
      readJobResult(answer)
      assert.deepEqual(readMembers(answer).warnings ?? [], [])
      const [again] = await putJobs(board, [job])
      assert.equal(again?.status, 'unchanged')
      const shown = await getJob(board, job.id)
      assert.deepEqual([shown.boardwalk, shown.closed, shown.suspended], [boardwalk, false, false])
    },
    'stores terms with a mistake, warns of the part that has no effect, and obeys the others': async (board) => {
      board.need('terms', 'getJob')
      const boardwalk = { closesAt: '2000-01-01T00:00:00Z', period: 'monthly', closes: 'soon' }
      const id = board.newId()
      const answer = await board.create({ id, title: 'T', boardwalk })
      readJobResult(answer)
      assert.match(findWarning(answer, 'job.boardwalk.period'), /HOUR.*YEAR/)
      assert.match(findWarning(answer, 'job.boardwalk.closes'), /closesAt/)
      findWarning(answer, 'job.boardwalk.closesAt')
      const shown = await getJob(board, id)
      assert.deepEqual([shown.boardwalk, shown.closed, shown.status], [boardwalk, true, 'PUBLISHED'])
    },
    'takes terms that are no object, replaces all of them by an update, and removes them by null': async (board) => {
      board.need('terms', 'getJob')
      const { id } = await created(board, { boardwalk: { hours: 'FULL_TIME', basis: 'NET' } })
      for (const boardwalk of [{ basis: 'GROSS' }, 'soon', [1], 5]) {
        readJobResult(await board.put(id, { boardwalk }))
        assert.deepEqual((await getJob(board, id)).boardwalk, boardwalk)
      }
      readJobResult(await board.put(id, { boardwalk: null }))
      assert.ok(!('boardwalk' in (await getJob(board, id))))
    },
  },
  'ADR 27: questions': {
    'stores questions as sent, calls the same questions unchanged, and warns of a wrong one alone': async (board) => {
      board.need('questions', 'putJobs', 'getJob')
      const right = { id: 'licence', label: { fr: 'Permis B ?', ar: 'رخصة السياقة؟' }, type: 'yes-no', required: true }
      const boardwalk = { questions: [right, { id: 'pay', label: 'Salaire', type: 'money' }] }
      const job = { id: board.newId(), title: 'T', boardwalk }
      const answer = await board.create(job)
      readJobResult(answer)
      assert.match(findWarning(answer, 'job.boardwalk.questions.1.type'), /number/)
      const [again] = await putJobs(board, [job])
      assert.equal(again?.status, 'unchanged')
      assert.deepEqual((await getJob(board, job.id)).boardwalk, boardwalk)
    },
    'shows the answers of a form with the questions as they were read': async (board) => {
      board.need('questions', 'page', 'apply')
      const label = 'D’où nous connaissez-vous ? "ici" & <là>'
      const boardwalk = { questions: [{ id: 'source é', label, type: 'text', required: true }] }
      const { id, jobUrl } = await created(board, { boardwalk })
      await applyTo(board, jobUrl, { firstName: 'Nadia' })
      const { rows } = readList(await board.candidates(id), 'candidates')
      assert.deepEqual(rows[0]?.answers, [{ id: 'source é', label, value: 'Nadia' }])
    },
  },
  'design 12: warnings': {
    'warns of a field whose name resembles a documented one, and stores it': async (board) => {
      board.need('warnings')
      const answer = await board.create({ id: board.newId(), title: 'A', contract_type: 'CDI' })
      assert.match(findWarning(answer, 'job.contract_type'), /contractType/)
      readJobResult(answer)
    },
    'warns of an update that leaves a job unpublished, and answers with the status that it has without a warning':
      async (board) => {
        board.need('warnings')
        const { id } = await created(board)
        await board.unpublish(id)
        const answer = await board.put(id, { city: 'Rabat' })
        assert.match(findWarning(answer, 'job.status'), /PUBLISHED/)
        readJobResult(answer)
      },
    'takes what it warns of like any other job: an escaped title, removed elements and a hidden salary': async (
      board,
    ) => {
      board.need('warnings')
      const job = { title: 'R&amp;D', description: '<p>A</p><iframe></iframe>', minSalary: 9000 }
      const answer = await board.create({ id: board.newId(), ...job })
      for (const path of ['job.title', 'job.description', 'job.displaySalary']) findWarning(answer, path)
      readJobResult(answer)
      readJobResult(await board.put(board.newId(), job), 201)
    },
  },
}
