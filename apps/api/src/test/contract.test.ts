import { describe, expect, it } from 'vitest'
import { checkAgainstDocument } from './contract.ts'

const ofJson: Record<string, string> = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r-1' }
const ofList: Record<string, string> = { ...ofJson, 'x-synced-through': '2026-03-02T09:30:00.123Z' }
const created = { jobId: 42, jobUrl: 'http://127.0.0.1/fr/companies/atlas/jobs/comptable-42', error: null }
const unknown = { message: 'Unknown', code: 'job_not_found', requestId: 'r-1' }
const nobody = { candidates: [], total: 0, error: null }

const check = (request: string, status: number, body: unknown, headers = ofJson) => {
  const [method = '', path = ''] = request.split(' ')
  return () => checkAgainstDocument(method, path, { status, headers: new Headers(headers), body })
}

it('an answer as documented passes', () => {
  for (const [request, status, body, headers = ofJson] of [
    ['POST /job', 200, created],
    ['PUT /job/a%2Fb?page=1', 201, created],
    ['POST /job/link', 200, { results: [], error: null }],
    ['GET /job/candidates', 404, { job: null, error: unknown }],
    ['GET /candidates?since=2026-03-01', 200, nobody, ofList],
    ['HEAD /candidates', 200, undefined, ofList],
    ['PATCH /job', 405, { error: unknown }],
  ] as const)
    check(request, status, body, headers)()
})

describe('an answer of the API fails its test, which says why, if it has', () => {
  it('a member that the OpenAPI document does not name', { tags: ['answers'] }, () => {
    expect(check('POST /job', 200, { ...created, slug: 'a' })).toThrow('must NOT have additional properties')
    const error = { ...unknown, stack: 'at …' }
    expect(check('GET /job/a', 404, { job: null, error })).toThrow('/error must NOT have additional properties')
    expect(check('GET /nowhere', 404, { error })).toThrow('/error must NOT have additional properties')
  })

  it('a status, a body, a null member or a header that is not as the document says', () => {
    expect(check('POST /job', 201, created)).toThrow('POST /job answered 201, and createJob has only 200, 400, 401')
    expect(check('GET /nowhere', 200, { error: unknown })).toThrow('no operation is there')
    expect(check('DELETE /job/a', 200, { jobId: 42 })).toThrow("must have required property 'error'")
    expect(check('POST /job', 200, { ...created, jobUrl: '/jobs/42' })).toThrow('/jobUrl must match format "uri"')
    expect(check('POST /job', 200, undefined)).toThrow('must be object')
    expect(check('GET /candidates', 400, { jobId: null, error: unknown })).toThrow("required property 'candidates'")
    expect(check('GET /job/a/candidates', 200, nobody, ofJson)).toThrow('the header x-synced-through is missing')
    expect(check('GET /candidates', 200, nobody, { ...ofList, 'x-synced-through': 'now' })).toThrow('x-synced-through')
    expect(check('POST /job', 200, created, { ...ofJson, 'content-type': 'text/html' })).toThrow('text/html')
  })
})
