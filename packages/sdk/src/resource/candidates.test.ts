import { describe, expect, it } from 'vitest'
import { ConnectionError } from '../error.ts'
import { type Answer, catchError, collect, failure, html, json, useBoard } from '../test/board.ts'

const board = useBoard()

/** Answers with five candidates, two on each page. */
const pages: Answer = (res, request) => {
  const page = Number(new URL(request.url, 'http://b').searchParams.get('page') ?? 1)
  const candidates = ['0', '1', '2', '3', '4'].slice((page - 1) * 2, page * 2).map((id) => ({ id }))
  json(200, { candidates, total: 5, error: null })(res, request)
}

describe.each(['list', 'listAll'] as const)('%s', (name) => {
  it('gives every candidate of every page once, and uses the query and the options of the call for each page', async () => {
    board.defaultAnswer = pages
    const { candidates } = board.client()
    const query = { since: new Date('2026-03-01'), to: undefined, pageSize: 2 }
    const options = { headers: { 'x-a': '1' } }
    const all = name === 'list' ? candidates.list('A-1', query, options) : candidates.listAll(query, options)
    expect((await collect(all)).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
    const path = name === 'list' ? '/api/job/A-1/candidates' : '/api/candidates'
    const first = `${path}?since=2026-03-01T00%3A00%3A00.000Z&pageSize=2`
    expect(board.requests.map(({ url, headers }) => [url, headers['x-a']])).toEqual([
      [first, '1'],
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

describe('downloadCv', () => {
  const pdf: Answer = (res) => res.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
  const refused = (status: number, code: string) => json(status, { error: { message: 'Refused', code } })
  const build = (link: string) => ({
    id: 'app-1',
    date: '2026-03-02T09:30:00.000Z',
    cv: board.url.replace('/api', link),
  })
  const readPdf = (cv: Uint8Array | undefined) => new TextDecoder().decode(cv)

  it('fetches the file without the key, again after a failure, and the log has no signature of its link', async () => {
    board.nextAnswers = [failure(503), pdf]
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const { candidates } = board.client({
      headers: { 'x-a': 'secret of the API' },
      logger: { debug: log, warn: log },
      logLevel: 'debug',
    })
    expect(readPdf(await candidates.downloadCv(build('/cv/1.pdf?signature=a')))).toBe('%PDF-1.7')
    expect(board.requests.map(({ url }) => url)).toEqual(['/cv/1.pdf?signature=a', '/cv/1.pdf?signature=a'])
    for (const { headers } of board.requests)
      expect([headers['x-api-key'], headers['x-a']]).toEqual([undefined, undefined])
    expect(lines).toEqual([
      'GET /cv/1.pdf 503 in 0 ms, request r-1',
      'GET /cv/1.pdf failed (503), again in 375 ms',
      'GET /cv/1.pdf 200 in 0 ms, request without id',
    ])
  })

  it('asks for a new link if the candidate’s is too old', async () => {
    const fresh = { candidates: [build('/cv/other.pdf'), build('/cv/2.pdf')], total: 2, error: null }
    fresh.candidates[0] = { ...build('/cv/other.pdf'), id: 'app-2' }
    board.nextAnswers = [refused(403, 'cv_link_invalid'), json(200, fresh), pdf]
    expect(readPdf(await board.client().candidates.downloadCv(build('/cv/1.pdf')))).toBe('%PDF-1.7')
    const date = encodeURIComponent('2026-03-02T09:30:00.000Z')
    expect(board.requests.map(({ url }) => url)).toEqual([
      '/cv/1.pdf',
      `/api/candidates?from=${date}&to=${date}`,
      '/cv/2.pdf',
    ])
  })

  it('throws the refusal of a link if the board has no new one', async () => {
    board.nextAnswers = [html(403, 'Blocked')]
    await expect(board.client().candidates.downloadCv(build('/cv/1.pdf'))).rejects.toThrow('Blocked')
    for (const candidates of [[], [{ ...build(''), cv: '' }], [{ ...build('/cv/2.pdf'), id: 'app-2' }]]) {
      board.nextAnswers = [refused(403, 'cv_link_invalid'), json(200, { candidates, total: 1, error: null })]
      const download = board.client().candidates.downloadCv(build('/cv/1.pdf'))
      await expect(download).rejects.toMatchObject({ code: 'cv_link_invalid' })
    }
    // A refusal of another kind is no reason to ask for a link.
    expect(board.requests).toHaveLength(1 + 3 * 2)
  })

  it('gives undefined where there is no CV, and throws where the person was erased or a page answers', async () => {
    const { candidates } = board.client({ retriesMax: 0 })
    expect(await candidates.downloadCv({ ...build(''), cv: '' })).toBeUndefined()
    expect(board.requests).toEqual([])
    const nothing: Answer = (res) => res.writeHead(200).end('%PDF-1.7')
    board.nextAnswers = [refused(410, 'application_erased'), html(200, 'Please sign in'), nothing]
    await expect(candidates.downloadCv(build('/cv/1.pdf'))).rejects.toMatchObject({ code: 'application_erased' })
    for (const type of ['text/html', 'of no type']) {
      const error = await catchError(candidates.downloadCv(build('/cv/1.pdf')))
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error.message).toBe(`The answer is ${type}, not a PDF`)
    }
  })
})
