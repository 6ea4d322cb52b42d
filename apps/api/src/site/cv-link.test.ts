import { randomUUID } from 'node:crypto'
import { IN_DATABASE } from '@boardwalk/core/process/settings'
import { cvMimes } from '@boardwalk/schema/application'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apply, makePdf, pdf, publishJob, submit } from '../test/form.ts'
import { callAt, startTestServer, type TestCompany, useServer } from '../test/harness.ts'
import { makeDocx, makeOdt } from '../test/office.ts'
import { openBackOffice, signedInUser } from '../test/user.ts'

const DAY_MS = 86_400_000
let laterMs = 0
const server = useServer({ now: () => Date.now() + laterMs })

beforeEach(() => {
  laterMs = 0
})

let company: TestCompany
let url: string
beforeAll(async () => {
  ;({ company, url } = await publishJob(server))
})

/** Applies for the job, and returns the link to the CV. */
async function linkTo(cv: Buffer<ArrayBuffer>, fields: Record<string, string> = {}): Promise<string> {
  expect((await apply(url, fields, cv)).status).toBe(201)
  return (await company.call('GET', '/job/A/candidates')).body.candidates.at(-1).cv
}

const readStatus = async (link: string) => {
  const res = await fetch(link)
  await res.body?.cancel()
  return res.status
}

test('the link of a candidate downloads exactly the bytes of the CV, without a key, named after the applicant', async () => {
  const cv = makePdf(3_000_000)
  const res = await fetch(await linkTo(cv, { firstName: '../Sal\u2028ma"\u202e', lastName: 'بناني' }))
  expect(res.status).toBe(200)
  expect(Buffer.from(await res.arrayBuffer()).equals(cv)).toBe(true)
  const headers = {
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
  for (const [name, value] of Object.entries(headers)) expect([name, res.headers.get(name)]).toEqual([name, value])
  // The name of the file has only characters that every system allows.
  const disposition = res.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; /)
  const [, name = ''] = /filename\*=UTF-8''(\S+)/.exec(disposition) ?? []
  expect(decodeURIComponent(name)).toBe('CV .._Sal_ma__ بناني.pdf')
})

test('a document of Word or OpenDocument has a link, a name and a type of its own, and is never shown', {
  tags: ['office-files'],
}, async () => {
  for (const [cv, type] of [
    [makeDocx(), 'docx'],
    [makeOdt(), 'odt'],
  ] as const) {
    const link = await linkTo(cv)
    expect(new URL(link).pathname).toMatch(new RegExp(`/[0-9a-f]{32}\\.${type}$`))
    // A program may have kept a link with the ending of the only type that there was.
    for (const address of [link, link.replace(`.${type}?`, '.pdf?')]) {
      const res = await fetch(address)
      expect(Buffer.from(await res.arrayBuffer()).equals(cv)).toBe(true)
      expect([res.status, res.headers.get('content-type')]).toEqual([200, cvMimes[type]])
      expect(res.headers.get('content-disposition')).toBe(`attachment; filename="CV Salma Bennani.${type}"`)
      expect(res.headers.get('x-content-type-options')).toBe('nosniff')
    }
  }
})

test('a kept CV, and the copy of one, stay what they are', async () => {
  const formId = randomUUID()
  expect((await submit(url, { formId, lastName: '' }, makeDocx(), 'cv.docx')).html).toContain('name="keptCv"')
  expect((await submit(url, { formId, keptCv: 'yes' })).status).toBe(303)
  // The same form with another content is another application, with a CV of its own.
  expect((await submit(url, { formId, message: 'Encore' }, makeDocx(), 'cv.docx')).status).toBe(303)
  const { candidates } = (await company.call('GET', '/job/A/candidates')).body
  for (const { cv } of candidates.slice(-2)) {
    expect(new URL(cv).pathname).toMatch(/\.docx$/)
    expect(Buffer.from(await (await fetch(cv)).arrayBuffer()).equals(makeDocx())).toBe(true)
  }
})

test('a link works for 7 days and not a minute longer', { tags: ['cv-links'] }, async () => {
  const link = await linkTo(pdf)
  laterMs = 7 * DAY_MS - 60_000
  expect(await readStatus(link)).toBe(200)
  laterMs = 7 * DAY_MS + 60_000
  expect(await readStatus(link)).toBe(403)
})

test('a link that is forged or altered anywhere is refused with 403', async () => {
  const [link, other] = [await linkTo(pdf), await linkTo(pdf)]
  const at = (name: string) => new URL(link).searchParams.get(name) ?? ''
  const altered = [
    link.replace(/expires=\d+/, `expires=${Number(at('expires')) + 1}`),
    link.replace(/signature=./, (start) => `signature=${start.endsWith('A') ? 'B' : 'A'}`),
    `${link}A`,
    link.replace(/\?.*/, new URL(other).search),
    link.replace(/\?.*/, ''),
    link.replace(/signature=.*/, 'signature=é'),
    `${link}&signature=${at('signature')}`,
    link.replace('signature=', 'signature[x]='),
    link.replace('.pdf', '0.pdf'),
    link.replace('/cv/', '/cv/%00'),
  ]
  for (const address of altered) expect([address, await readStatus(address)]).toEqual([address, 403])
  const refused = await fetch(altered[0] ?? '', { headers: { accept: 'application/json' } })
  expect((await refused.json()).error.code).toBe('cv_link_invalid')
  expect(refused.headers.get('content-disposition')).toBe(null)
})

test('the secrets that sign can be replaced one process after the other: links and sessions work on, until the old one is dropped', {
  tags: ['signing-secrets'],
}, async () => {
  const secret = 'x'.repeat(32)
  // The steps of docs/guides/running.md: accept the new secret, sign with it, remove the old secret.
  const [before, accepting, signing, after] = await Promise.all(
    [[IN_DATABASE], [IN_DATABASE, secret], [secret, IN_DATABASE], [secret]].map((signingSecrets) =>
      startTestServer(server.connection, { signingSecrets }),
    ),
  )
  if (!before || !accepting || !signing || !after) throw new Error('a server is missing')
  await linkTo(pdf)
  /** Gets a link to the CV, and signs a user in. Returns a function that says whether both work on another server. */
  const use = async ({ url }: { url: string }) => {
    const { body } = await callAt(url, company.key, 'GET', '/candidates')
    const { pathname, search } = new URL(body.candidates.at(-1).cv)
    const { cookie } = await signedInUser({ url }, company)
    return async (other: { url: string }) => {
      const link = await readStatus(`${other.url}${pathname}${search}`)
      const me = openBackOffice(other.url, other.url, cookie).client.session.me.query()
      return [
        link === 200,
        await me.then(
          () => true,
          () => false,
        ),
      ]
    }
  }
  try {
    const old = await use(accepting)
    for (const other of [before, signing]) expect(await old(other)).toEqual([true, true])
    expect(await old(after)).toEqual([false, false])
    const renewed = await use(signing)
    for (const other of [accepting, after]) expect(await renewed(other)).toEqual([true, true])
    expect(await renewed(before)).toEqual([false, false])
  } finally {
    for (const { stop } of [before, accepting, signing, after]) await stop()
  }
})
