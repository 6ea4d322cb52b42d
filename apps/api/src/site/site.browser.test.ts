import { readFile } from 'node:fs/promises'
import type { Locale } from '@boardwalk/schema/company'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { actAsOperator } from '../feature/activity/audit.ts'
import { TRAP_FIELD } from '../feature/application/submit.ts'
import { setCompanyLogo } from '../feature/company/pictures.ts'
import { updateCompanyProfile } from '../feature/company/service.ts'
import { findProblems, looks } from '../test/axe.ts'
import { useBrowser } from '../test/browser.ts'
import { pdf } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { logo } from '../test/logo.ts'
import { namedBoard } from '../test/settings.ts'
import jobWithEveryPart from './job-with-every-part.json' with { type: 'json' }

const server = useServer()
const named = useServer({ settings: { board: namedBoard } })
const browser = useBrowser()
let company: TestCompany
let jobUrl: string
let goneUrl: string

beforeAll(async () => {
  company = await server.company()
  const operator = actAsOperator(company.id)
  await updateCompanyProfile(server.deps, operator, {
    revision: 0,
    description: 'Une équipe de six.',
    website: 'https://atlas.example',
  })
  await setCompanyLogo(server.deps, operator, logo)
  await (await named.company()).boardJob()
  const create = async (job: object): Promise<string> => (await company.call('POST', '/job', { job })).body.jobUrl
  jobUrl = await create(jobWithEveryPart)
  goneUrl = await create({ id: 'gone', title: 'Parti', status: 'UNPUBLISHED' })
  for (let id = 0; id < 21; id++) await create({ id: `${id}`, title: `Poste ${id}`, city: 'Fès', contractType: 'CDD' })
})

const inLocale = (url: string, locale: Locale) => url.replace('/fr/', `/${locale}/`)
const cvFile = { name: 'cv salma.pdf', mimeType: 'application/pdf', buffer: pdf }

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(fields)) await page.fill(`#${field}`, value)
}

/** Clicks on a link or a button, and waits for the next page. */
async function follow(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(selector)])
}

const send = (page: Page) => follow(page, 'main button[type=submit]')

const person = { firstName: 'سلمى', lastName: 'Bennani', email: 'salma@example.com', message: 'À bientôt' }

/** Finds a candidate by last name, with the bytes of the CV. */
async function candidateNamed(lastName: string) {
  const { candidates } = (await company.call('GET', '/job/A/candidates')).body
  const found = candidates.filter((candidate: { lastName: string }) => candidate.lastName === lastName)
  expect(found).toHaveLength(1)
  return { ...found[0], cv: Buffer.from(await (await fetch(found[0].cv)).arrayBuffer()) }
}

test.each<[Locale, string, boolean]>([
  ['fr', 'with JavaScript', true],
  ['ar', 'without JavaScript', false],
])(
  'in %s a person %s finds a job, applies, is told what is wrong, loses nothing and applies with a CV',
  async (locale, _how, javaScriptEnabled) => {
    const page = await browser.page({ javaScriptEnabled })
    const lastName = `Bennani ${locale}`
    await page.goto(`${server.url}/${locale}/companies/${company.slug}`)
    await page.fill('#q', 'developpeuse sale')
    await page.selectOption('#contractType', 'CDI')
    await send(page)
    await follow(page, '.jobs a')
    expect(page.url()).toBe(inLocale(jobUrl, locale))
    await fillIn(page, { ...person, email: 'nobody' })
    await page.fill('#lastName', '')
    await page.setInputFiles('#cv', cvFile)
    await send(page)

    // The focus is on the summary, which links to the fields.
    const focused = page.locator(':focus')
    expect(await focused.getAttribute('role')).toBe('alert')
    const links = await focused.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(['#lastName', '#email', '#consent'])
    for (const field of ['lastName', 'email', 'consent']) {
      const input = page.locator(`#${field}`)
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      const described = (await input.getAttribute('aria-describedby'))?.split(' ') ?? []
      expect(described).toContain(`${field}-problem`)
      for (const id of described) expect(await page.locator(`#${id}`).textContent()).toBeTruthy()
    }
    for (const field of ['firstName', 'message'] as const)
      expect(await page.inputValue(`#${field}`)).toBe(person[field])
    expect(await page.textContent('.kept')).toContain(cvFile.name)

    await focused.locator('a').nth(1).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('kept@example.com')
    await page.fill('#lastName', lastName)
    await page.check('#consent')
    await send(page)
    const reference = await page.textContent('.done code')
    const sent = { ...person, lastName, email: 'kept@example.com', id: reference, cv: pdf }
    expect(await candidateNamed(lastName)).toMatchObject(sent)
  },
)

test('the languages are links until something is typed, and then keep it, without JavaScript', async () => {
  const page = await browser.page({ javaScriptEnabled: false })
  await page.goto(jobUrl)
  const [links, buttons] = [page.locator('nav a:visible'), page.locator('nav .carry:visible')]
  expect([await links.count(), await buttons.count()]).toEqual([2, 0])
  await fillIn(page, { ...person, lastName: 'Carried' })
  await page.setInputFiles('#cv', cvFile)
  await page.check('#consent')
  expect([await links.count(), await buttons.count()]).toEqual([0, 2])
  await Promise.all([page.waitForURL('**/ar/**'), page.getByRole('button', { name: 'العربية' }).click()])
  for (const [field, value] of Object.entries({ ...person, lastName: 'Carried' }))
    expect(await page.inputValue(`#${field}`)).toBe(value)
  expect(await page.isChecked('#consent')).toBe(true)
  expect(await page.textContent('.kept')).toContain(cvFile.name)
  // Enter sends the form, and does not choose a language.
  await page.focus('#email')
  await Promise.all([page.waitForURL('**/ar/**/applied'), page.keyboard.press('Enter')])
  expect(await candidateNamed('Carried')).toMatchObject({ ...person, lastName: 'Carried', cv: pdf })
})

async function applyOn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await fillIn(page, person)
  await page.check('#consent')
  await send(page)
}

/** Every kind of page of the public site. */
const pages: [name: string, open: (page: Page, locale: Locale) => Promise<unknown>][] = [
  ['the company’s page', (page, locale) => page.goto(`${server.url}/${locale}/companies/${company.slug}`)],
  ['a search without results', (page, locale) => page.goto(`${server.url}/${locale}/companies/${company.slug}?q=xyz`)],
  ['a job', (page, locale) => page.goto(inLocale(jobUrl, locale))],
  [
    'a form that fails',
    async (page, locale) => {
      await page.goto(inLocale(jobUrl, locale))
      await page.setInputFiles('#cv', cvFile)
      await send(page)
    },
  ],
  ['a confirmation', (page, locale) => applyOn(page, inLocale(jobUrl, locale))],
  [
    'a job for which the person has applied before',
    async (page, locale) => {
      await applyOn(page, inLocale(jobUrl, locale))
      await page.goto(inLocale(jobUrl, locale))
      await page.locator('.before').waitFor()
    },
  ],
  ['a withdrawn job', (page, locale) => page.goto(inLocale(goneUrl, locale))],
  ['an unknown page', (page, locale) => page.goto(`${inLocale(jobUrl, locale)}0`)],
  ['the page of the board', (page, locale) => page.goto(`${server.url}/${locale}`)],
  ['the directory of companies', (page, locale) => page.goto(`${server.url}/${locale}/companies`)],
  ['the page of a board with a name, a logo and a yellow', (page, locale) => page.goto(`${named.url}/${locale}`)],
]

test.each(pages)(
  '%s: axe finds no problem, it fits every screen in both directions, keeps its policy and loads nothing from elsewhere',
  async (_name, open) => {
    const page = await browser.page({ viewport: { width: 390, height: 844 } })
    const complaints: string[] = []
    const hosts = new Set<string>()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('request', (request) => hosts.add(request.url().replace(/^data:.*/, 'data:,')))
    const policies = new Set<string | undefined>()
    page.on('response', (response) => {
      // A redirect has no page.
      if (response.request().isNavigationRequest() && response.status() !== 303)
        policies.add(response.headers()['content-security-policy'])
    })
    const findOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await open(page, 'fr')
    expect([await findProblems(page), await findOverflow()]).toEqual([[], 0])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([await findProblems(page, looks), await findOverflow()]).toEqual([[], 0])
    await open(page, 'ar')
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl')
    expect([await findProblems(page), await findOverflow()]).toEqual([[], 0])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: 'light' })
    expect([await findProblems(page, looks), await findOverflow()]).toEqual([[], 0])
    const isOurs = (url: string) => url === 'data:,' || new URL(url).origin === new URL(page.url()).origin
    expect([...hosts].filter((url) => !isOurs(url))).toEqual([])
    expect([...policies]).toEqual([
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ])
    // Chromium logs every page whose status is not a success.
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  },
)

test('a job page loads less than 60 kB, and only from this server', async () => {
  const { jobs } = JSON.parse(await readFile(new URL('../../../../examples/jobs.json', import.meta.url), 'utf8'))
  const longest = jobs.toSorted((a: object, b: object) => JSON.stringify(b).length - JSON.stringify(a).length)[0]
  const { body } = await company.call('POST', '/job', { job: { ...longest, status: 'PUBLISHED' } })
  const page = await browser.page()
  const received: { url: string; bytes: Promise<number> }[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith('data:'))
      received.push({ url: response.url(), bytes: response.body().then(({ length }) => length) })
  })
  await page.goto(body.jobUrl, { waitUntil: 'networkidle' })
  const hosts = new Set(received.map(({ url }) => new URL(url).origin))
  expect(hosts).toEqual(new Set([server.url]))
  expect(received.length).toBeGreaterThan(1)
  const bytes = await Promise.all(received.map((response) => response.bytes))
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(60_000)
})

test('the form’s trap is hidden from people, from the keyboard, from screen readers and from autofill', async () => {
  const page = await browser.page()
  await page.goto(jobUrl)
  const trap = page.locator(`#${TRAP_FIELD}`)
  const box = await trap.locator('..').boundingBox()
  expect((box?.width ?? 0) * (box?.height ?? 0)).toBeLessThanOrEqual(1)
  expect([await trap.getAttribute('tabindex'), await trap.getAttribute('autocomplete')]).toEqual(['-1', 'off'])
  expect(await page.locator('form').ariaSnapshot()).not.toContain('Laissez ce champ vide')
  // A browser fills in only fields that can have the focus. With `inert`, even a script cannot give a field the focus.
  await trap.evaluate((field) => field.focus())
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe(TRAP_FIELD)
  // By such words in a name, a label or `autocomplete`, browsers and password managers recognise fields for personal data.
  const known =
    /name|mail|phone|tel|url|web|site|home|page|link|addr|city|zip|post|country|company|org|title|user|login|pass|card|nom|courriel|ville/i
  expect(TRAP_FIELD).not.toMatch(known)
  expect(await page.locator(`label[for="${TRAP_FIELD}"]`).textContent()).not.toMatch(known)
})
