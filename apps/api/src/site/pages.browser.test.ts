import { randomUUID } from 'node:crypto'
import type { Locale } from '@boardwalk/schema/company'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findProblems, looks } from '../test/axe.ts'
import { useBrowser } from '../test/browser.ts'
import { apply, pdf } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { useMailServer } from '../test/mail-server.ts'
import { namedBoard } from '../test/settings.ts'
import { makeSiteCompany } from '../test/site-company.ts'

/* Every kind of page of the public site: what axe says, its width, and what it loads. */

const smtp = useMailServer()
// With mail, the lists offer an alert.
const server = useServer({ mail: () => smtp.settings })
const named = useServer({ settings: { board: namedBoard } })
const browser = useBrowser()
let company: TestCompany
let jobUrl: string
let goneUrl: string

beforeAll(async () => {
  const made = await makeSiteCompany(server)
  ;({ company, jobUrl } = made)
  await (await named.company()).boardJob()
  goneUrl = await made.create({ id: 'gone', title: 'Parti', status: 'UNPUBLISHED' })
})

const inLocale = (url: string, locale: Locale) => url.replace('/fr/', `/${locale}/`)

async function applyOn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const person = { firstName: 'سلمى', lastName: 'Bennani', email: 'salma@example.com', message: 'À bientôt' }
  for (const [field, value] of Object.entries(person)) await page.fill(`#${field}`, value)
  await page.check('#consent')
  await Promise.all([page.waitForEvent('load'), page.click('main form button[type=submit]')])
}

/** Opens the link in the confirmation of an application, and presses buttons one after the other. */
async function openOwnApplication(page: Page, locale: Locale, ...acts: string[]): Promise<void> {
  const email = `${randomUUID()}@example.com`
  await apply(inLocale(jobUrl, locale), { email })
  const { text } = await smtp.receiveOne(email)
  await page.goto(/http\S+\/application\?\S+/.exec(text)?.[0] ?? expect.fail(`no link in ${text}`))
  for (const act of acts) await Promise.all([page.waitForEvent('load'), page.click(`main button[value=${act}]`)])
}

async function reportOn(page: Page, locale: Locale, reason: 'FRAUD' | 'OTHER'): Promise<void> {
  await page.goto(`${inLocale(jobUrl, locale)}/report`)
  await page.check(`[value=${reason}]`)
  await Promise.all([page.waitForEvent('load'), page.click('main form button')])
}

/** Asks for an alert about all jobs of the board. */
async function askForAlert(page: Page, locale: Locale, email: string): Promise<void> {
  await page.goto(`${server.url}/${locale}`)
  await page.fill('.follow input[type=email]', email)
  await Promise.all([page.waitForEvent('load'), page.click('.follow button[type=submit]')])
}

/** Opens the page that asks whether an alert begins, or ends. */
async function openAlert(page: Page, locale: Locale, name: 'confirm' | 'unsubscribe'): Promise<void> {
  const email = `${randomUUID()}@example.com`
  await askForAlert(page, locale, email)
  const { text } = await smtp.receiveOne(email)
  const link = /http\S+\/alerts\/confirm\?\S+/.exec(text)?.[0] ?? expect.fail(`no link in ${text}`)
  // The links of both pages have the same secret.
  await page.goto(link.replace('/confirm', `/${name}`))
}

/** Every kind of page of the public site. */
const pages: [name: string, open: (page: Page, locale: Locale) => Promise<unknown>][] = [
  ['the company’s page', (page, locale) => page.goto(`${server.url}/${locale}/companies/${company.slug}`)],
  [
    'a search with filters',
    (page, locale) => page.goto(`${server.url}/${locale}/companies/${company.slug}?q=poste&city=F%C3%A8s&contract=CDD`),
  ],
  ['a search without results', (page, locale) => page.goto(`${server.url}/${locale}?q=atlas+poste+xyz`)],
  ['a job', (page, locale) => page.goto(inLocale(jobUrl, locale))],
  [
    'a form that fails',
    async (page, locale) => {
      await page.goto(inLocale(jobUrl, locale))
      await page.setInputFiles('#cv', { name: 'cv salma.pdf', mimeType: 'application/pdf', buffer: pdf })
      await page.click('main button[type=submit]')
      await page.locator('.problems').waitFor()
    },
  ],
  [
    'a form whose address has a common slip',
    async (page, locale) => {
      await page.goto(inLocale(jobUrl, locale))
      await page.fill('#email', 'salma@gmail.con')
      await page.click('main button[type=submit]')
      await page.locator('#email-problem').waitFor()
    },
  ],
  [
    'a form to a job that was withdrawn meanwhile',
    async (page, locale) => {
      await company.call('PUT', '/job/gone', { job: { status: 'PUBLISHED' } })
      await page.goto(inLocale(goneUrl, locale))
      await page.fill('#message', 'Une longue lettre\n'.repeat(20))
      await company.call('DELETE', '/job/gone')
      await page.click('main button[type=submit]')
      await page.locator('.typed').waitFor()
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
  ['the own application of a person', (page, locale) => openOwnApplication(page, locale)],
  ['an application that was withdrawn', (page, locale) => openOwnApplication(page, locale, 'withdraw')],
  ['the question whether data is erased', (page, locale) => openOwnApplication(page, locale, 'askToErase')],
  ['the answer that data is erased', (page, locale) => openOwnApplication(page, locale, 'askToErase', 'erase')],
  ['a link of an application that is erased', (page, locale) => page.goto(`${server.url}/${locale}/application`)],
  ['the form that reports a job', (page, locale) => page.goto(`${inLocale(jobUrl, locale)}/report`)],
  ['a report that fails', (page, locale) => reportOn(page, locale, 'OTHER')],
  ['a report that was sent', (page, locale) => reportOn(page, locale, 'FRAUD')],
  ['a withdrawn job', (page, locale) => page.goto(inLocale(goneUrl, locale))],
  ['an unknown page', (page, locale) => page.goto(`${inLocale(jobUrl, locale)}99999`)],
  ['the page of the board', (page, locale) => page.goto(`${server.url}/${locale}`)],
  ['the directory of companies', (page, locale) => page.goto(`${server.url}/${locale}/companies`)],
  ['a form for an alert that fails', (page, locale) => askForAlert(page, locale, 'nobody')],
  ['the answer to a form for an alert', (page, locale) => askForAlert(page, locale, `${randomUUID()}@example.com`)],
  ['the question whether an alert begins', (page, locale) => openAlert(page, locale, 'confirm')],
  [
    'the answer that an alert begins',
    async (page, locale) => {
      await openAlert(page, locale, 'confirm')
      await Promise.all([page.waitForEvent('load'), page.click('main button')])
    },
  ],
  ['the question whether an alert ends', (page, locale) => openAlert(page, locale, 'unsubscribe')],
  ['a link of an alert that has ended', (page, locale) => page.goto(`${server.url}/${locale}/alerts/confirm?secret=x`)],
  ['the page of a board with a name, a logo and a yellow', (page, locale) => page.goto(`${named.url}/${locale}`)],
]

test.each(pages)(
  '%s: axe finds no problem, it fits every screen in both directions, keeps its policy and loads nothing from elsewhere',
  { tags: ['no-script'] },
  async (_name, open) => {
    const page = await browser.page({ viewport: { width: 390, height: 844 } })
    const complaints: string[] = []
    const hosts = new Set<string>()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('request', (request) => hosts.add(request.url().replace(/^data:.*/, 'data:,')))
    const policies = new Set<string | undefined>()
    page.on('response', (response) => {
      // A redirect has no page.
      if (!response.request().isNavigationRequest() || response.status() === 303) return
      const isOfJob = /\/jobs\/[^/]+(\/apply)?$/.test(response.url()) && [200, 400].includes(response.status())
      const policy = response.headers()['content-security-policy']
      // Only the page of a job may run a script, by its hash.
      policies.add(isOfJob ? policy?.replace(/; script-src 'sha256-[^']+'; connect-src 'self'$/, '') : policy)
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
