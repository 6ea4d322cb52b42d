import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, it } from 'vitest'
import { createKey, revokeKey } from '../feature/api-key/service.ts'
import { operatorOf } from '../feature/audit/service.ts'
import { updateCompanyProfile } from '../feature/company/service.ts'
import { inviteUser } from '../feature/user/service.ts'
import { backOfficePage, DESK, openPage, PHONE, schemes } from './back-office-page.ts'
import { useBrowser } from './browser.ts'
import { apply, pdf } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'

/* Makes docs/screenshots: every page, for a desk and a phone, light and dark, in French and in Arabic. */

const folder = fileURLToPath(new URL('../../../../docs/screenshots/', import.meta.url))
const feed = fileURLToPath(new URL('../../../../examples/jobs.json', import.meta.url))

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 30
/** No higher, however long a list is. */
const HEIGHT_MAX = 1600
const QUALITY = 70

let nowMs = Date.now() - DAYS * DAY_MS
const server = useServer({ now: () => nowMs })
const browser = useBrowser()
let company: TestCompany
let job: { jobId: number; jobUrl: string }
let applicationId: string
let warned: { jobId: number }
let keyId: string
/** Of the administrator of the company, and of another one whose keys and colleagues nobody looks at. */
let signedIn: BrowserContextOptions['storageState']
let signedInElsewhere: BrowserContextOptions['storageState']
let elsewhere: TestCompany

const people = [
  { firstName: 'Salma', lastName: 'Bennani', email: 'salma.bennani@example.com' },
  { firstName: 'Youssef', lastName: 'El Amrani', email: 'youssef@example.com' },
  { firstName: 'ليلى', lastName: 'العلوي', email: 'layla@example.com' },
  { firstName: 'Hugo', lastName: 'Martin', email: 'hugo@example.com' },
]

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  company = await server.company()
  const { jobs } = JSON.parse(await readFile(feed, 'utf8'))
  const { results } = (await company.call('PUT', '/jobs', { jobs })).body
  const pushed: (typeof job)[] = results.filter((result: { error: unknown }) => result.error === null)
  for (let day = 1; day < DAYS; day++) {
    nowMs += DAY_MS
    // More on some days than on others, and the same in each run.
    for (let count = 0; count < (day * 7) % 5; count++) {
      const applicant = people[(day + count) % people.length]
      const { jobUrl = '' } = pushed[(day * 3 + count) % pushed.length] ?? {}
      const message = 'Bonjour,\n\nDisponible dès le mois prochain.'
      const phone = '+212 600 000 000'
      const { body } = await apply(jobUrl, { ...applicant, message, phone }, pdf)
      applicationId = body.id ?? applicationId
    }
  }
  nowMs = Date.now()
  await company.call('GET', '/candidates')
  await company.call('PUT', '/job/bad', { job: { title: 'Comptable', educationLevel: 'Bac+5' } })
  const region = { id: 'QA-7', title: 'Analyste qualité', city: 'Abidjan', country: 'Afrique de l’Ouest' }
  warned = (await company.call('POST', '/job', { job: region })).body
  const [first] = pushed
  if (first === undefined) throw new Error(`${feed} has no job that the board takes`)
  job = first
  const [key] = await server.deps.apiKeys.list(company.id)
  keyId = key?.id ?? ''
  elsewhere = await server.company()
  signedIn = await signIn(company, 'nadia@atlas-talents.example')
  const nadia = { companyId: company.id, email: 'nadia@atlas-talents.example' }
  await createKey(server.deps, nadia, { name: 'Reporting', scopes: ['read'] })
  await revokeKey(
    server.deps,
    nadia,
    await createKey(server.deps, nadia, { name: 'Ancien ATS', scopes: ['read', 'write'] }),
  )
  await inviteUser(server.deps, nadia, { email: 'karim@atlas-talents.example' })
  await updateCompanyProfile(server.deps, nadia, {
    logo: await readFile(new URL('./logo.png', import.meta.url)),
    description: 'Cabinet de recrutement à Casablanca.',
    website: 'https://atlas-talents.example',
  })
  signedInElsewhere = await signIn(elsewhere, 'nadia@elsewhere.example')
})

async function signIn({ id }: TestCompany, email: string): Promise<BrowserContextOptions['storageState']> {
  const page = await backOfficePage(browser)
  await page.goto((await inviteUser(server.deps, operatorOf(id), { email })).link)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const state = await page.context().storageState()
  return { ...state, origins: [] }
}

/** Writes what the page shows, to its end if that is not too far, with nothing half on its way. */
async function shoot(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? DESK.width
  const least = width === PHONE.width ? PHONE.height : DESK.height
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(HEIGHT_MAX, Math.max(least, height)) })
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'))
}

const looks = [DESK, PHONE].flatMap((viewport) =>
  schemes.flatMap((colorScheme) =>
    (['fr', 'ar'] as const).map((locale) => ({
      viewport,
      colorScheme,
      locale,
      look: `${locale}-${viewport.width}-${colorScheme}`,
    })),
  ),
)

describe.each(looks)('$look', ({ look, ...options }) => {
  it('the back office', async () => {
    const page = await backOfficePage(browser, { ...options, storageState: signedIn })
    const paths = {
      home: '',
      jobs: '/jobs',
      'new-job': '/jobs/new',
      job: `/jobs/${job.jobId}`,
      'job-without-markup': `/jobs/${warned.jobId}`,
      applications: '/applications',
      application: `/applications/${applicationId}`,
      activity: '/activity',
      'audit-trail': '/activity?view=audit',
      keys: '/settings/keys',
      'roll-key': `/settings/keys/${keyId}/roll`,
      company: '/settings/company',
      people: '/settings/people',
    }
    for (const [name, path] of Object.entries(paths)) {
      await page.setViewportSize(options.viewport)
      await openPage(page, server, path)
      await shoot(page, `back-office-${name}-${look}`)
    }
  })

  it('a new key', async () => {
    const page = await backOfficePage(browser, { ...options, storageState: signedInElsewhere })
    await openPage(page, server, '/settings/keys/new')
    await page.getByRole('main').getByRole('textbox').fill('ATS')
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('tabpanel').waitFor()
    await shoot(page, `back-office-new-key-${look}`)
  })

  it('the way in', async () => {
    const page = await backOfficePage(browser, options)
    await openPage(page, server, '')
    await shoot(page, `back-office-sign-in-${look}`)
    const { link } = await inviteUser(server.deps, operatorOf(elsewhere.id), { email: 'karim@elsewhere.example' })
    await page.goto(link)
    await page.locator('input[autocomplete=new-password]').fill('correct horse')
    await shoot(page, `back-office-set-password-${look}`)
  })

  it('the public site', async () => {
    const page = await browser.page(options)
    const jobUrl = job.jobUrl.replace('/fr/companies/', `/${options.locale}/companies/`)
    await page.goto(jobUrl.replace(/\/jobs\/.*/, ''))
    await shoot(page, `site-company-${look}`)
    await page.setViewportSize(options.viewport)
    await page.goto(jobUrl)
    await shoot(page, `site-job-${look}`)
    await page.setViewportSize(options.viewport)
    await page.locator('form[method=post] button').click()
    await shoot(page, `site-apply-problems-${look}`)
    await page.setViewportSize(options.viewport)
    await page.locator('input[name=firstName]').fill('Salma')
    await page.locator('input[name=lastName]').fill('Bennani')
    await page.locator('input[name=email]').fill('salma.bennani@example.com')
    for (const box of await page.locator('form[method=post] input[type=checkbox]').all()) await box.check()
    await page.locator('form[method=post] button').click()
    await shoot(page, `site-confirmation-${look}`)
    await page.setViewportSize(options.viewport)
    await page.goto(`${jobUrl}-gone`)
    await shoot(page, `site-not-found-${look}`)
  })
})
