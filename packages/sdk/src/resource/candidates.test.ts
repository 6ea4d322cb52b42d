import { describe, expect, it } from 'vitest'
import { type Answer, collect, json, useBoard } from '../test/board.ts'

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
    const query = { since: '2026-03-01', to: undefined, pageSize: 2 }
    const options = { headers: { 'x-a': '1' } }
    const all = name === 'list' ? candidates.list('A-1', query, options) : candidates.listAll(query, options)
    expect((await collect(all)).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
    const path = name === 'list' ? '/api/job/A-1/candidates' : '/api/candidates'
    expect(board.requests.map(({ url, headers }) => [url, headers['x-a']])).toEqual([
      [`${path}?since=2026-03-01&pageSize=2`, '1'],
      [`${path}?since=2026-03-01&pageSize=2&page=2`, '1'],
      [`${path}?since=2026-03-01&pageSize=2&page=3`, '1'],
    ])
  })
})
