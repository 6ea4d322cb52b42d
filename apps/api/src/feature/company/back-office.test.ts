import { beforeEach, describe, expect, it } from 'vitest'
import { signedInAdministrator } from '../../test/administrator.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { logo } from '../../test/logo.ts'

const server = useServer()
let company: TestCompany
let administrator: Awaited<ReturnType<typeof signedInAdministrator>>
let profile: (typeof administrator)['client']['company']
let before: Awaited<ReturnType<typeof profile.get.query>>
beforeEach(async () => {
  company = await server.company()
  administrator = await signedInAdministrator(server, company)
  profile = administrator.client.company
  before = await profile.get.query()
})

const page = async () => (await fetch(`${server.url}/fr/companies/${company.slug}`)).text()
const refused = (message: string, path: string) => ({
  message: expect.stringContaining(message),
  data: { code: 'invalid_request', httpStatus: 400, issues: [{ path }] },
})

describe('works', () => {
  it('a new company has a name, a slug and a language, and nothing else', () => {
    expect(before).toStrictEqual({
      ...{ name: 'Atlas Talents', slug: company.slug, locale: 'fr' },
      ...{ description: null, website: null, logoUrl: null },
    })
  })

  it('a change shows on the company’s page at once, and the other fields stay', async () => {
    const change = { name: 'Atlas & Fils', description: 'Une équipe <de six>.', website: 'https://atlas.example/' }
    expect(await profile.update.mutate(change)).toStrictEqual({ ...before, ...change })
    expect(await page()).toContain('Atlas &amp; Fils')
    expect(await page()).toContain('Une équipe &lt;de six&gt;.')
    expect(await profile.update.mutate({ description: null, website: '' })).toStrictEqual({
      ...before,
      name: change.name,
    })
    expect(await profile.get.query()).toStrictEqual({ ...before, name: change.name })
    expect(await profile.update.mutate({ description: ' \n' })).toMatchObject({ description: null })
  })

  it('a new language is used in the addresses that the API gives from then on', async () => {
    await profile.update.mutate({ locale: 'ar' })
    const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
    expect(body.jobUrl).toContain('/ar/companies/')
  })

  it('a logo is set, shown, and removed', async () => {
    const { logoUrl } = await profile.setLogo.mutate({ base64: logo.toString('base64') })
    const shown = await fetch(`${server.url}${logoUrl}`)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer()).equals(logo)).toBe(true)
    expect(await page()).toContain(logoUrl)
    expect(await profile.removeLogo.mutate()).toStrictEqual(before)
    expect((await fetch(`${server.url}${logoUrl}`)).status).toBe(404)
  })

  it('the audit trail has each change, with the names of the fields', async () => {
    await profile.update.mutate({ name: 'B', description: 'x' })
    await profile.removeLogo.mutate()
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 2)
    expect(events).toMatchObject([
      { action: 'company_changed', by: administrator.email, details: { fields: 'logo' } },
      { action: 'company_changed', target: 'B', details: { fields: 'name, description' } },
    ])
  })
})

describe('bad input', () => {
  it.each([
    [{ name: ' ' }, 'name must not be blank', 'name'],
    [
      { name: 'Atlas\u202e' },
      'name must not have control characters, nor characters that change the direction of text: remove U+202E',
      'name',
    ],
    [{ website: 'javascript:alert(1)' }, 'website must be an address that begins with https://', 'website'],
    [{ description: 'x'.repeat(5001) }, 'description must be at most 5000 characters', 'description'],
  ])('%j is refused', async (change, words, path) => {
    await expect(profile.update.mutate(change)).rejects.toMatchObject(refused(words, path))
    expect(await profile.get.query()).toStrictEqual(before)
  })

  it.each([
    ...[
      'https://x\u0000',
      'https:evil',
      'https:/evil',
      'https:\\\\evil',
      'https:///evil',
      ' https://x',
      'https://x/a b',
    ],
    'https://x:port',
  ])('the website %j, which a browser would correct first or not open, is refused', async (website) => {
    const words = 'website must be an address that begins with https://'
    await expect(profile.update.mutate({ website })).rejects.toMatchObject(refused(words, 'website'))
    expect(await profile.get.query()).toStrictEqual(before)
  })

  it.each([
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo must be a PNG, JPEG or WebP file'],
    [Buffer.concat([logo, Buffer.alloc(256 * 1024)]), 'logo must be at most 256 KiB'],
  ])('a file that is no logo is refused', async (file, words) => {
    const base64 = file.toString('base64')
    await expect(profile.setLogo.mutate({ base64 })).rejects.toMatchObject(refused(words, 'logo'))
    expect(await profile.get.query()).toStrictEqual(before)
  })

  it('a logo that is not base64 is refused', async () => {
    const base64 = 'not base64!'
    await expect(profile.setLogo.mutate({ base64 })).rejects.toMatchObject(
      refused('must be a file in base64', 'base64'),
    )
  })
})

describe('no right', () => {
  it('an administrator changes only their own company', async () => {
    const { client } = await signedInAdministrator(server, await server.company())
    await client.company.update.mutate({ name: 'Theirs' })
    expect(await client.company.get.query()).toMatchObject({ name: 'Theirs' })
    expect(await profile.get.query()).toStrictEqual(before)
  })
})
