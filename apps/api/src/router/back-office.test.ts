import { beforeAll, describe, expect, it } from 'vitest'
import { callProcedure, type Procedure, procedures } from '../test/back-office-call.ts'
import { backOfficeCases } from '../test/back-office-cases.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { awayMailServer } from '../test/mail-server.ts'
import { makeOwnedThings, type OwnedThings } from '../test/owned-things.ts'
import { readCompanyRows } from '../test/raw-database.ts'
import { signedInUser } from '../test/user.ts'

/* Who may do what in the back office: calls every procedure as every caller that it must refuse. */

// The clock does not move, so that unchanged data gives the same answer twice.
const nowMs = Date.now()
// With mail, so that every procedure has something to do.
const server = useServer({ now: () => nowMs, mail: () => awayMailServer })

/** A procedure, its input, and the owner of what the input names. */
interface PreparedCall {
  procedure: Procedure
  owned: OwnedThings
  input: unknown
}
async function prepare(procedure: Procedure, owned: OwnedThings): Promise<PreparedCall> {
  return { procedure, owned, input: await procedure.input?.(owned) }
}

const call = (
  procedure: Procedure,
  input: unknown,
  sender: { cookie?: string | undefined; origin?: string | undefined },
) => callProcedure(procedure, input, { url: server.url, ...sender })

/** Reads all that is stored of some owners. */
async function holdings(owners: OwnedThings[]) {
  // One read of all rows is quicker than one for each owner.
  const rows = await readCompanyRows(server.connection, '')
  return rows.filter((row) => row.startsWith('cvs.chunks ') || owners.some(({ company }) => row.includes(company.id)))
}

/** Calls of stores that return nothing. A service that forgets to wait for one answers before it is done. */
const silentCalls = {
  auditEvents: ['insert'],
  journal: ['append'],
  mails: ['cancel'],
  sessions: ['end', 'endAllOf'],
  apiKeys: ['insert', 'revoke', 'revokeFrom'],
  users: ['remove', 'lockOut'],
  secondFactors: ['turnOff', 'replaceRecoveryCodes'],
  mailbox: ['fence'],
  heldApplications: ['remove'],
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
        for (let pings = 0; pings < 5; pings++) await server.connection.db.command({ ping: 1 })
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

describe('every procedure', () => {
  /** Every procedure, with one owner for all whose inputs leave that owner's account as it is. */
  let every: PreparedCall[]
  let another: TestCompany
  beforeAll(async () => {
    // The sender finds no mail. What it writes in the background would count as a part of the request that runs meanwhile.
    server.deps.mails.claim = async () => undefined
    another = await server.company()
    const shared = await makeOwnedThings(server)
    every = []
    for (const procedure of procedures)
      every.push(await prepare(procedure, procedure.changesOwner ? await makeOwnedThings(server) : shared))
  })

  /** Does something with each of these procedures, which must leave all that its owner has as it is. */
  async function changingNothing(chosen: PreparedCall[], act: (prepared: PreparedCall) => Promise<void>) {
    const owners = [...new Set(chosen.map(({ owned }) => owned))]
    const before = await holdings(owners)
    for (const prepared of chosen) await act(prepared)
    expect(await holdings(owners)).toEqual(before)
  }
  const findForUsers = () => every.filter(({ procedure }) => !procedure.isForAnyone)

  it('for users refuses a caller who is not signed in, and changes nothing', () =>
    changingNothing(findForUsers(), async ({ procedure, input }) => {
      for (const cookie of [undefined, 'boardwalk=s%3Anonsense.nonsense'])
        expect(await call(procedure, input, { cookie, origin: server.url })).toMatchObject({
          name: procedure.name,
          status: 401,
          code: 'sign_in_required',
        })
    }))

  it('shows another company’s user nothing of this one and changes nothing of it, also if they name this company beside the input', {
    tags: ['back-office-rights'],
  }, async () => {
    let stranger = await signedInUser(server, another)
    await changingNothing(findForUsers(), async ({ procedure, owned, input }) => {
      const { name, isQuery, toAnother } = procedure
      const { id: companyId } = owned.company
      const naming = { companyId, company: { id: companyId }, actor: { companyId }, session: { companyId } }
      // A refusal may repeat the id that was sent; an answer has none of the owner's.
      const ids = toAnother === undefined ? [owned.key.id, owned.requestId, owned.invited.id, owned.applicationId] : []
      // A procedure without an input gets an object here. Its answer may be an error for that reason.
      for (const [sent, notShown] of [
        [input, [companyId, owned.email, ...ids]],
        [{ ...Object(input), ...naming }, []],
      ] as const) {
        const { code, text } = await call(procedure, sent, { cookie: stranger.cookie, origin: server.url })
        expect([name, code]).toEqual([name, toAnother])
        for (const own of [owned.company.slug, owned.mark, ...notShown])
          expect({ name, text }).toEqual({ name, text: expect.not.stringContaining(own) })
        // What was done to the stranger's own account has changed it, and may have ended the session.
        const isOwn = !isQuery && toAnother === undefined && /^(account|session)\./.test(name)
        if (isOwn) stranger = await signedInUser(server, another)
      }
    })
  })

  it('that changes something refuses what another site, or an unknown one, makes the browser send, and a link that is opened', () =>
    changingNothing(
      every.filter(({ procedure }) => !procedure.isQuery),
      async ({ procedure, owned: { cookie }, input }) => {
        for (const origin of [undefined, 'null', 'https://evil.example'])
          expect({ origin, ...(await call(procedure, input, { cookie, origin })) }).toMatchObject({
            origin,
            name: procedure.name,
            status: 403,
            code: 'origin_refused',
          })
        const opened = await call({ ...procedure, isQuery: true }, input ?? null, { cookie })
        expect(opened).toMatchObject({ name: procedure.name, status: 400 })
      },
    ))

  it('answers the company’s own user when it is done, so that the refusals above were because of the caller', async () => {
    let owned = every.find(({ procedure }) => !procedure.changesOwner)?.owned ?? (await makeOwnedThings(server))
    for (const prepared of every) {
      const { procedure } = prepared
      const ask = ({ input, owned: { cookie } }: PreparedCall) =>
        whileStoresAreSlow(() => call(procedure, input, { cookie, origin: server.url }))
      const first = procedure.changesOwner ? ask(prepared) : prepare(procedure, owned).then(ask)
      let done = await first.catch(() => undefined)
      // What the procedures before it have changed or ended is in its way. It must work for a new owner.
      if (done?.answer.status !== 200) {
        owned = await makeOwnedThings(server)
        done = await ask(await prepare(procedure, owned))
      }
      expect({ ...done.answer, unfinished: done.unfinished }).toMatchObject({
        name: procedure.name,
        status: 200,
        unfinished: [],
      })
    }
  })
})
