import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedInAdministrator } from '../test/administrator.ts'
import { backOfficeCases, findBackOfficeCase } from '../test/back-office-cases.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { awayMailServer } from '../test/mail-server.ts'
import { makeOwnedThings, type OwnedThings } from '../test/owned-things.ts'
import { readCompanyRows } from '../test/raw-database.ts'
import { backOfficeRouter } from './back-office.ts'

// The clock stands still, so that unchanged data gives the same answer twice.
const nowMs = Date.now()
// With mail, so that every procedure has something to do.
const server = useServer({ now: () => nowMs, mail: () => awayMailServer })

/** Lists the procedures of a router under the names that they have in addresses. */
const flat = ({ _def }: AnyRouter) => Object.entries<AnyProcedure>(_def.procedures)
const procedures = flat(backOfficeRouter).map(([name, { _def }]) => ({ name, type: _def.type }))
type Procedure = (typeof procedures)[number]

type Administrator = Awaited<ReturnType<typeof signedInAdministrator>>

interface Sender {
  cookie?: string
  /** The origin of the page, as the browser states it. Undefined if it states none. */
  origin: string | undefined
}

/** Sends one call as a browser does. Returns the status and the text of its answer. */
async function call({ name, type }: Procedure, input: unknown, { cookie, origin }: Sender) {
  const text = JSON.stringify(input)
  const query = type === 'query' && text !== undefined ? `?input=${encodeURIComponent(text)}` : ''
  const answer = await fetch(`${server.url}/trpc/${name}${query}`, {
    method: type === 'query' ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(cookie !== undefined && { cookie }),
      ...(origin !== undefined && { origin }),
    },
    ...(type === 'mutation' && text !== undefined && { body: text }),
  })
  return { status: answer.status, text: await answer.text() }
}

const readCode = ({ text }: { text: string }): string | undefined => JSON.parse(text).error?.data.code

/** Reads all that is stored of a company, but not how often a mail was tried. That changes in the background. */
async function holdings({ company }: OwnedThings) {
  const rows = await readCompanyRows(server.connection, company.id)
  return rows.map((row) => row.replace(/^(mails .*),"attempts":.*/, '$1'))
}

/** Calls of stores that return nothing. A service that forgets to wait for one answers before it is done. */
const silentCalls = {
  ...{ auditEvents: ['insert'], journal: ['append'], outbox: ['cancel'], sessions: ['end', 'endAllOf'] },
  ...{ apiKeys: ['insert', 'revoke', 'revokeFrom'], administrators: ['remove', 'lockOut'] },
  ...{ secondFactors: ['turnOff', 'replaceRecoveryCodes'], mailbox: ['shutOut'], heldApplications: ['remove'] },
}

/** Makes a call while these take longer than the rest of a request. Returns the names of those that the answer overtook. */
async function whileStoresAreSlow<Answer>(
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer; unfinished: string[] }> {
  const unfinished = new Set<string>()
  const restores = Object.entries(silentCalls).flatMap(([store, names]) => {
    // The cast holds because the functions are called by their names, with what the services pass.
    const calls = server.deps[store as keyof typeof silentCalls] as unknown as Record<
      string,
      (...args: unknown[]) => unknown
    >
    return names.map((name) => {
      const { [name]: quick } = calls
      calls[name] = async (...args) => {
        unfinished.add(name)
        const result = await quick?.(...args)
        for (let pings = 0; pings < 10; pings++) await server.connection.db.command({ ping: 1 })
        unfinished.delete(name)
        return result
      }
      return () => Object.assign(calls, { [name]: quick })
    })
  })
  try {
    return { answer: await ask(), unfinished: [...unfinished] }
  } finally {
    for (const restore of restores) restore()
  }
}

it('the table has an entry for each procedure and no other', () => {
  expect(Object.keys(backOfficeCases).sort()).toStrictEqual(procedures.map(({ name }) => name).sort())
})

let another: TestCompany
/** One company and one administrator of another company, for all procedures that only read. */
let readOnly: OwnedThings
let reader: Administrator
beforeAll(async () => {
  another = await server.company()
  readOnly = await makeOwnedThings(server)
  reader = await signedInAdministrator(server, another)
})

describe.each(procedures)('$name', (procedure) => {
  let owned: OwnedThings
  let input: unknown
  let before: unknown
  beforeAll(async () => {
    owned = procedure.type === 'query' ? readOnly : await makeOwnedThings(server)
    input = await findBackOfficeCase(procedure.name).input?.(owned)
    before = await holdings(owned)
  })

  /** Signs in another company's administrator. A procedure that changes something may end their session, so it gets a new one. */
  const makeStranger = async () => (procedure.type === 'query' ? reader : signedInAdministrator(server, another))

  const { who, toAnother } = findBackOfficeCase(procedure.name)
  if (who === 'administrator') {
    it('refuses a caller who is not signed in, and changes nothing', async () => {
      for (const cookie of [undefined, 'boardwalk=s%3Anonsense.nonsense']) {
        const answer = await call(procedure, input, { origin: server.url, ...(cookie !== undefined && { cookie }) })
        expect({ status: answer.status, code: readCode(answer) }).toEqual({ status: 401, code: 'sign_in_required' })
      }
      expect(await holdings(owned)).toEqual(before)
    })

    it('shows another company’s administrator nothing of this one, and changes nothing of it', async () => {
      const { cookie } = await makeStranger()
      const answer = await call(procedure, input, { cookie, origin: server.url })
      expect(readCode(answer)).toBe(toAnother)
      // A refusal may repeat the id that was sent; an answer has none of the owner's.
      const ids = toAnother === undefined ? [owned.key.id, owned.requestId, owned.invited.id, owned.applicationId] : []
      for (const own of [owned.company.id, owned.company.slug, owned.email, owned.mark, ...ids])
        expect(answer.text).not.toContain(own)
      expect(await holdings(owned)).toEqual(before)
    })

    it('ignores unknown members: naming this company beside the input gives no access to it', async () => {
      const { cookie } = await makeStranger()
      const { id: companyId } = owned.company
      const naming = { companyId, company: { id: companyId }, actor: { companyId }, session: { companyId } }
      // A procedure without an input gets an object here. Its answer may be an error for that reason.
      const answer = await call(procedure, { ...Object(input), ...naming }, { cookie, origin: server.url })
      expect(readCode(answer)).toBe(toAnother)
      for (const own of [owned.company.slug, owned.mark]) expect(answer.text).not.toContain(own)
      expect(await holdings(owned)).toEqual(before)
    })
  }

  if (procedure.type === 'mutation') {
    it('changes nothing if another site, or an unknown one, makes the browser send it', async () => {
      for (const origin of [
        undefined,
        'null',
        'https://evil.example',
        `${server.url}.evil.example`,
        server.url.replace('http:', 'https:'),
      ]) {
        const answer = await call(procedure, input, { cookie: owned.cookie, origin })
        expect({ origin, status: answer.status, code: readCode(answer) }).toEqual({
          origin,
          status: 403,
          code: 'origin_refused',
        })
      }
      expect(await holdings(owned)).toEqual(before)
    })

    it('cannot be called by opening a link', async () => {
      const query = `?input=${encodeURIComponent(JSON.stringify(input ?? null))}`
      const answer = await fetch(`${server.url}/trpc/${procedure.name}${query}`, { headers: { cookie: owned.cookie } })
      expect(answer.status).toBe(400)
      expect(await holdings(owned)).toEqual(before)
    })
  }

  it('answers the company’s own administrator, so that the refusals above were because of the caller', async () => {
    const { answer, unfinished } = await whileStoresAreSlow(() =>
      call(procedure, input, { cookie: owned.cookie, origin: server.url }),
    )
    expect(answer).toMatchObject({ status: 200 })
    // What an answer says is done is done. Mails are sent after it.
    if (procedure.name !== 'session.requestPasswordMail') expect(unfinished).toEqual([])
  })
})

describe('a request that is not a call of a procedure', () => {
  const readError = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${server.url}/trpc/${path}`, init)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    return { status: answer.status, allow: answer.headers.get('allow'), body: await answer.json() }
  }

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s is 405 with a JSON body, in the form that tRPC’s client reads',
    async (method) => {
      const { status, allow, body } = await readError('session.me', { method })
      expect({ status, allow }).toEqual({ status: 405, allow: 'GET, HEAD, POST' })
      const data = { code: 'method_not_allowed', requestId: expect.stringMatching(/./), httpStatus: 405 }
      expect(body.error).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/./), data })
    },
  )

  it('a malformed address is 400 with a JSON body', async () => {
    const { port, hostname } = new URL(server.url)
    for (const [target, host] of [
      ['/trpc/session.me', '[::'],
      ['/trpc/\\?a', 'a'],
    ]) {
      const socket = connect(Number(port), hostname)
      socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      const answer = await text(socket)
      expect(answer).toContain('HTTP/1.1 400 Bad Request')
      expect(answer.toLowerCase()).toContain('content-type: application/json')
      expect(answer).toContain('"code":"invalid_request"')
    }
  })

  it('what is not JSON is 400 with a JSON body, in a body and in an address', async () => {
    const headers = { 'content-type': 'application/json', origin: server.url }
    const refused = { status: 400, body: { error: { data: { code: 'invalid_request', httpStatus: 400 } } } }
    for (const [path, init] of [
      ['session.signIn', { method: 'POST', headers, body: '{"email":' }],
      ['session.checkLink?input={', {}],
      ['session.me?connectionParams={', {}],
    ] as const)
      expect(await readError(path, init)).toMatchObject(refused)
  })

  it('a body without a type is 400 with a JSON body', async () => {
    const body = new Uint8Array([123, 125])
    const answer = await readError('session.signOut', { method: 'POST', body })
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('content-type') } } })
  })

  it.each(['trpc-accept', 'accept'])(
    'an answer that the header %s asks for line by line comes as a whole',
    async (header) => {
      const { status, body } = await readError('session.me', { headers: { [header]: 'application/jsonl' } })
      expect({ status, body }).toMatchObject({ status: 401, body: { error: { data: { code: 'sign_in_required' } } } })
    },
  )

  it('more calls in one request than the web app sends are refused together', async () => {
    const names = (count: number) => Array.from({ length: count }, () => 'session.me').join()
    expect((await readError(`${names(20)}?batch=1`, {})).body).toHaveLength(20)
    const { status, body } = await readError(`${names(21)}?batch=1`, {})
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { message: expect.any(String) } } })
  })
})
