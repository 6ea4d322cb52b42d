import { type TestCompany, useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { openBackOffice, signedInUser } from '@boardwalk/api/test/user'
import type { CompanyProfileChange } from '@boardwalk/schema/company'
import { beforeEach, describe, expect, it } from 'vitest'

const server = useServer()
const other = useSecondServer(server)
const elsewhere = (cookie: string | undefined) => openBackOffice(other.url, other.url, cookie).client
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let profile: (typeof user)['client']['company']
let before: Awaited<ReturnType<typeof profile.get.query>>
beforeEach(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  profile = user.client.company
  before = await profile.get.query()
})

/** Saves a change by a user who has just opened the profile. */
const save = async (change: CompanyProfileChange) =>
  profile.update.mutate({ ...change, revision: (await profile.get.query()).revision })
const findNotedFields = async () =>
  (await server.deps.auditEvents.list(company.id, undefined, 100)).events
    .filter(({ action }) => action === 'company_changed')
    .map(({ by, details }) => [by, details.fields])
const page = async () => (await fetch(`${server.url}/fr/companies/${company.slug}`)).text()
const refused = (message: string, path: string) => ({
  message: expect.stringContaining(message),
  data: { code: 'invalid_request', httpStatus: 400, issues: [{ path }] },
})

describe('the company’s page', () => {
  it('a change shows on the company’s page at once, and the other fields stay', async () => {
    const change = { name: 'Atlas & Fils', description: 'Une équipe <de six>.', website: 'https://atlas.example/' }
    const by = user.email
    const changedBy = { name: by, description: by, website: by }
    expect(await save(change)).toStrictEqual({ ...before, ...change, revision: 1, changedBy })
    expect(await page()).toContain('Atlas &amp; Fils')
    expect(await page()).toContain('Une équipe &lt;de six&gt;.')
    const named = { ...before, name: change.name, revision: 2, changedBy }
    expect(await save({ description: null, website: '' })).toStrictEqual(named)
    expect(await profile.get.query()).toStrictEqual(named)
    expect(await save({ description: ' \n' })).toMatchObject({ description: null })
    expect(await save({ currency: 'EUR' })).toMatchObject({ currency: 'EUR' })
    expect(await save({ currency: '' })).toMatchObject({ currency: null })
  })

  it('what the company says about personal data is beside the consent of each job, with its addresses as links', async () => {
    const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'P', title: 'T' } })).body
    const form = async () => /<div class="field consent">.*?<\/form>/s.exec(await (await fetch(jobUrl)).text())?.[0]
    expect(await form()).not.toContain('<details')
    // The mark after an address belongs to the sentence, in Arabic too. A link must not take the place of the form.
    await save({
      privacy: '12 months <b>.\nMore: https://atlas.example/?a=1&b=2. المزيد: https://atlas.example/ar، أو',
    })
    const shown = await form()
    expect(shown).toContain('Comment Atlas Talents utilise vos données</summary>')
    expect(shown).toContain('12 months &lt;b&gt;.\nMore: <a href="https://atlas.example/?a=1&amp;b=2"')
    expect(shown).toContain('b=2</a>. ')
    const address = 'https://atlas.example/ar'
    expect(shown).toContain(`<a href="${address}" target="_blank" rel="noopener">${address}</a>، أو`)
    expect(await save({ privacy: ' ' })).toMatchObject({ privacy: null })
  })
})

describe('two users', () => {
  const gone = { data: { code: 'company_changed', httpStatus: 409 } }

  it('who saves second is refused until they have seen the first change, and then neither change is lost', async () => {
    const otherUser = await signedInUser(server, company)
    const { revision } = await otherUser.client.company.get.query()
    await profile.update.mutate({ revision, description: 'Une équipe de six.' })
    const theirs = { website: 'https://atlas.example' }
    await expect(otherUser.client.company.update.mutate({ revision, ...theirs })).rejects.toMatchObject(gone)
    const seen = await otherUser.client.company.get.query()
    expect(seen).toMatchObject({ website: null, changedBy: { description: user.email } })
    await otherUser.client.company.update.mutate({ revision: seen.revision, ...theirs })
    expect(await profile.get.query()).toMatchObject({
      description: 'Une équipe de six.',
      ...theirs,
      changedBy: {
        description: user.email,
        website: otherUser.email,
      },
    })
    expect(await findNotedFields()).toStrictEqual([
      [otherUser.email, 'website'],
      [user.email, 'description'],
    ])
  })

  it('of two who save on two processes at the same time, one is refused and nothing of theirs is written', async () => {
    const saves = [profile.update, elsewhere(user.cookie).company.update].map((update, index) =>
      update.mutate({ revision: 0, name: `Name ${index}` }),
    )
    const ends = await Promise.allSettled(saves)
    const [made] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refusals).toMatchObject([gone])
    expect(await profile.get.query()).toStrictEqual({ ...made, revision: 1 })
    expect(await findNotedFields()).toHaveLength(1)
  })
})

it('a change with an invalid value is refused, with its path, and changes nothing', {
  tags: ['websites'],
}, async () => {
  const https = 'website must be an address that begins with https://'
  for (const [change, words, path] of [
    [{ name: ' ' }, 'name must not be blank', 'name'],
    [{ description: 'x'.repeat(5001) }, 'description must be at most 5000 characters', 'description'],
    [{ website: 'javascript:alert(1)' }, https, 'website'],
    // A browser would correct these first, or not open them.
    ...['https://x\u0000', 'https:evil', 'https:\\\\evil', ' https://x', 'https://x:port'].map(
      (website) => [{ website }, https, 'website'] as const,
    ),
  ] as const)
    await expect(save(change)).rejects.toMatchObject(refused(words, path))
  expect(await profile.get.query()).toStrictEqual(before)
})
