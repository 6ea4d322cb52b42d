import { describe, expect, it } from 'vitest'
import { ConnectionError, NotFoundError } from '../error.ts'
import { limits } from '../generated/contract.ts'
import { type Answer, apiKey, catchError, collect, cut, failure, html, json, useBoard } from '../test/board.ts'

const board = useBoard()

/** Answers with five candidates, two on each page. */
const pages: Answer = (res, request) => {
  const page = Number(new URL(request.url, 'http://b').searchParams.get('page') ?? 1)
  const candidates = ['0', '1', '2', '3', '4'].slice((page - 1) * 2, page * 2).map((id) => ({ id }))
  json(200, { candidates, total: 5, error: null })(res, request)
}

describe.each(['list', 'listAll'] as const)('candidates.%s', (name) => {
  it('gives every candidate of every page once, and uses the query and the options of the call for each page', async () => {
    board.defaultAnswer = pages
    const { candidates } = board.client()
    const query = { since: new Date('2026-03-01'), to: undefined, pageSize: 2, wait: 20 }
    const options = { headers: { 'x-a': '1' } }
    const all = name === 'list' ? candidates.list('A-1', query, options) : candidates.listAll(query, options)
    expect((await collect(all)).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
    const path = name === 'list' ? '/api/job/A-1/candidates' : '/api/candidates'
    const first = `${path}?since=2026-03-01T00%3A00%3A00.000Z&pageSize=2`
    expect(board.requests.map(({ url, headers }) => [url, headers['x-a']])).toEqual([
      [`${first}&wait=20`, '1'],
      [`${first}&page=2`, '1'],
      [`${first}&page=3`, '1'],
    ])
  })
})

it('a page tells what its headers say, and nothing that they leave out', async () => {
  const page = { candidates: [], total: 0, error: null }
  const headers = {
    'x-synced-through': '2026-03-02T09:30:00.001Z',
    'x-changed-through': '2026-03-02T09:28:00.002Z',
    'x-earlier-candidates': '3',
    'x-link-id': 'link-4',
  }
  const { candidates } = board.client()
  for (const list of [() => candidates.list('A-1'), () => candidates.listAll()]) {
    board.nextAnswers = [json(200, page, headers), json(200, page)]
    expect(await list()).toMatchObject({
      syncedThrough: '2026-03-02T09:30:00.001Z',
      changedThrough: '2026-03-02T09:28:00.002Z',
      earlierCandidates: 3,
      linkId: 'link-4',
    })
    const none = { syncedThrough: undefined, changedThrough: undefined, earlierCandidates: 0, linkId: undefined }
    expect(await list()).toMatchObject(none)
  }
})

it('list names listAll if it gets no id of a job', async () => {
  const { candidates } = board.client()
  for (const [id, given] of [
    [undefined, 'undefined'],
    [{ since: '2026-03-01' }, '{since}'],
  ] as const)
    await expect(Reflect.apply(candidates.list, candidates, [id])).rejects.toMatchObject({
      name: 'BoardwalkError',
      message: `An id is a text other than "", "." and "..", not ${given}; listAll lists the candidates of all jobs`,
    })
  expect(board.requests).toEqual([])
})

const refused = (status: number, code: string) => json(status, { error: { message: 'Refused', code } })

it('get returns the candidate that has the id', async () => {
  board.nextAnswers = [json(200, { candidate: { id: 'app/1' }, error: null }), refused(404, 'candidate_not_found')]
  const { candidates } = board.client()
  expect(await candidates.get('app/1')).toEqual({ candidate: { id: 'app/1' } })
  expect(board.requests[0]?.url).toBe('/api/candidate/app%2F1')
  await expect(candidates.get('app-2')).rejects.toThrow(NotFoundError)
})

/** Answers an update with the result that the status of each item names. */
const updated: Answer = (res, request) => {
  const results = request.body.candidates.map(({ id, status }: { id: string; status: string }) => ({
    id,
    status,
    error: null,
  }))
  json(200, { results, error: null })(res, request)
}

describe('setStatus and confirmErasure', () => {
  const answerWith = (status: string, error: object | null = null) =>
    json(200, { results: [{ id: 'app-1', status, error }], error: null })

  it('tell the board one thing of one candidate, again after a lost answer, and say whether it knew it', async () => {
    board.nextAnswers = [cut, answerWith('updated'), answerWith('unchanged'), answerWith('updated')]
    const { candidates } = board.client()
    const at = new Date('2026-04-01T15:00:00Z')
    expect(await candidates.setStatus('app-1', 'HIRED', { at })).toEqual({ id: 'app-1', status: 'updated' })
    expect(await candidates.setStatus('app-1', 'HIRED')).toEqual({ id: 'app-1', status: 'unchanged' })
    expect(await candidates.confirmErasure('app-1')).toEqual({ id: 'app-1', status: 'updated' })
    const hired = { id: 'app-1', status: 'HIRED' }
    const sent = [{ ...hired, at: at.toISOString() }, { ...hired, at: at.toISOString() }, hired]
    expect(board.requests.map(({ method, url, body }) => [method, url, body.candidates])).toEqual(
      [...sent, { id: 'app-1', erased: true }].map((item) => ['PUT', '/api/candidates', [item]]),
    )
  })

  it('return a word of a newer board as it came', async () => {
    board.nextAnswers = [answerWith('postponed')]
    expect(await board.client().candidates.setStatus('app-1', 'HIRED')).toEqual({ id: 'app-1', status: 'postponed' })
  })

  it('throw the error that the result of the candidate stands for', async () => {
    const error = { message: 'Nothing to confirm', code: 'candidate_not_erased' }
    for (const [answer, expected] of [
      [answerWith('not_found'), { name: 'NotFoundError', code: 'candidate_not_found', status: 404 }],
      [answerWith('erased'), { name: 'APIError', code: 'application_erased', status: 410, requestId: 'r-1' }],
      [answerWith('refused', error), { name: 'BadRequestError', ...error }],
      [answerWith('failed', error), { name: 'BadRequestError', ...error, isUnconfirmed: false }],
      [json(200, { results: [], error: null }), { name: 'BoardwalkError', message: 'The board gave no result' }],
    ] as const) {
      board.nextAnswers = [answer]
      await expect(board.client().candidates.confirmErasure('app-1')).rejects.toMatchObject(expected)
    }
  })
})

it('updateMany gives one result per item, in full batches, and the items of a lost answer are unconfirmed', async () => {
  board.defaultAnswer = (res, request) => {
    const answer = request.body.candidates[0].id === 'app-0' ? cut : updated
    answer(res, request)
  }
  const count = 2.5 * limits.candidates
  const updates = Array.from({ length: count }, (_, index) => ({ id: `app-${index}`, status: 'HIRED' as const }))
  const results = await collect(board.client({ retriesMax: 0 }).candidates.updateMany(updates, { concurrency: 1 }))
  expect(results.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(updates.map((_, index) => index))
  const lost = results.filter(({ status }) => status === 'unconfirmed')
  expect(lost).toHaveLength(limits.candidates)
  expect(lost[0]).toEqual({ index: 0, id: 'app-0', status: 'unconfirmed', error: expect.any(Object) })
  expect(results.at(-1)).toEqual({ index: count - 1, id: `app-${count - 1}`, status: 'HIRED', error: null })
  expect(board.requests.map(({ body }) => body.candidates.length)).toEqual([
    limits.candidates,
    limits.candidates,
    limits.candidates / 2,
  ])
})

describe('downloadCv', () => {
  const pdf: Answer = (res) => res.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')

  it('fetches the file of the candidate that has the id from the board, again after a failure', async () => {
    board.nextAnswers = [failure(503), pdf]
    const cv = await board.client().candidates.downloadCv({ id: 'app-1' })
    expect(new TextDecoder().decode(cv)).toBe('%PDF-1.7')
    const sent = { url: '/api/candidate/app-1/cv', headers: { 'x-api-key': apiKey } }
    expect(board.requests).toMatchObject([sent, sent])
  })

  it('names what it got in place of a candidate, without the data of people', async () => {
    const { candidates } = board.client()
    for (const [given, named] of [
      ['app-1', '"app-1"'],
      [null, 'null'],
      [{ candidate: { id: 'app-1', email: 'salma@example.com' } }, '{candidate}'],
    ])
      await expect(Reflect.apply(candidates.downloadCv, candidates, [given])).rejects.toMatchObject({
        name: 'BoardwalkError',
        message: `downloadCv takes a candidate or { id }, not ${named}`,
      })
    expect(board.requests).toEqual([])
  })

  it('gives undefined only if the board says that there is no CV, and throws where the person was erased or a page answers', async () => {
    const { candidates } = board.client({ retriesMax: 0 })
    const download = () => candidates.downloadCv({ id: 'app-1' })
    board.nextAnswers = [
      refused(404, 'cv_not_found'),
      refused(404, 'candidate_not_found'),
      refused(410, 'application_erased'),
      html(404, 'Not here'),
      html(200, 'Please sign in'),
      (res) => res.writeHead(200).end('%PDF-1.7'),
    ]
    expect(await download()).toBeUndefined()
    await expect(download()).rejects.toMatchObject({ code: 'candidate_not_found' })
    await expect(download()).rejects.toMatchObject({ code: 'application_erased' })
    await expect(download()).rejects.toThrow('"Not here"')
    for (const type of ['text/html', 'untyped']) {
      const error = await catchError(download())
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error.message).toBe(`The answer is ${type}, not a CV`)
    }
  })
})
