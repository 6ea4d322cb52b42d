import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBackOffice, password, readLinkSecret } from '../../test/administrator.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'

/* One person may be an administrator of several companies, with a password of their own in each. */

const server = useServer()

let first: TestCompany
let second: TestCompany
beforeAll(async () => {
  first = await server.company()
  second = await server.company()
})

/** Makes an account of an address in each of these companies. Answers the address. */
async function makeAccounts(...accounts: [company: TestCompany, password: string][]): Promise<string> {
  const email = `${randomUUID()}@example.com`
  for (const [company, chosen] of accounts) {
    const link = readLinkSecret({ link: await company.invite(email) })
    await openBackOffice(server.url).client.session.setPassword.mutate({ link, password: chosen })
  }
  return email
}

const refused = { data: { httpStatus: 401, code: 'sign_in_refused' } }
const signsInTo = async (input: { email: string; password: string; companyId?: string }, company: TestCompany) => {
  const { client } = openBackOffice(server.url)
  expect(await client.session.signIn.mutate(input)).toEqual({ userId: expect.stringMatching(/^usr_/) })
  expect(await client.session.me.query()).toMatchObject({ email: input.email, company: { id: company.id } })
}

describe('works', () => {
  it('the password chooses the company if it is different in each', async () => {
    const email = await makeAccounts([first, password], [second, `${password}!`])
    await signsInTo({ email, password }, first)
    await signsInTo({ email, password: `${password}!` }, second)
  })

  it('with one password in two companies the person is asked which, and is signed in to the one they choose', async () => {
    const email = await makeAccounts([first, password], [second, password])
    const { client } = openBackOffice(server.url)
    const answer = await client.session.signIn.mutate({ email, password })
    const choices = [first, second].map(({ id }) => ({ id, name: 'Atlas Talents' }))
    expect(answer).toEqual({ companies: expect.toSatisfy((companies) => companies.length === 2) })
    expect(answer).toEqual({ companies: expect.arrayContaining(choices) })
    await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
    await signsInTo({ email, password, companyId: first.id }, first)
    await signsInTo({ email, password, companyId: second.id }, second)
  })

  it('being asked which is no failed attempt, and no sign-in in the audit trail', async () => {
    const email = await makeAccounts([first, password], [second, password])
    for (let times = 0; times < 12; times++)
      await openBackOffice(server.url).client.session.signIn.mutate({ email, password })
    const { events } = await server.deps.auditEvents.list(first.id, undefined, 100)
    expect(events.filter(({ by, action }) => by === email && action === 'signed_in')).toEqual([])
  })

  it('an account that was never opened asks nobody which', async () => {
    const email = await makeAccounts([first, password])
    await second.invite(email)
    await signsInTo({ email, password }, first)
  })
})

describe('no right', () => {
  it('the companies of an address are named only after the right password', async () => {
    const email = await makeAccounts([first, password], [second, password])
    const { client } = openBackOffice(server.url)
    const wrong = { email, password: `${password}!` }
    await expect(client.session.signIn.mutate(wrong)).rejects.toMatchObject(refused)
    await expect(client.session.signIn.mutate({ ...wrong, companyId: first.id })).rejects.toMatchObject(refused)
  })

  it('a company that is named needs the password of its own account', async () => {
    const email = await makeAccounts([first, password], [second, `${password}!`])
    const { client } = openBackOffice(server.url)
    await expect(client.session.signIn.mutate({ email, password, companyId: second.id })).rejects.toMatchObject(refused)
    await expect(client.session.signIn.mutate({ email, password, companyId: 'cmp_x' })).rejects.toMatchObject(refused)
  })

  it('a link and a removal concern the account of one company', async () => {
    const email = await makeAccounts([first, password], [second, password])
    const inFirst = await server.deps.administrators.findByEmail(first.id, email)
    await server.deps.administrators.remove(first.id, inFirst?.id ?? '')
    await signsInTo({ email, password }, second)
  })
})
