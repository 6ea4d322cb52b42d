import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { apply, pdf } from '@boardwalk/api/test/form'
import type { TestCompany } from '@boardwalk/api/test/harness'
import { logo } from '@boardwalk/api/test/logo'
import { signedInUser } from '@boardwalk/api/test/user'
import { sourceFile } from '@boardwalk/test-server/server-process'
import type { Page } from 'playwright-core'
import { beforeAll, describe, it } from 'vitest'
import { DESK, PHONE, useBackOffice } from './back-office.ts'

/*
 * Makes docs/screenshots: every page on a light desk in French and on a dark phone in Arabic; the reference in English.
 */

const folder = sourceFile('docs/screenshots/')
const feed = sourceFile('examples/jobs.json')

type UserActor = Awaited<ReturnType<typeof signedInUser>>

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 30
/** The largest height of a picture: a long list is cut off. */
const HEIGHT_MAX = 1600
const QUALITY = 70
const REFERENCE_HEIGHT = 1000

let nowMs = Date.now() - DAYS * DAY_MS
const backOffice = useBackOffice({ now: () => nowMs })
let job: { jobId: number; jobUrl: string }
let applicationId: string
let warned: { jobId: number }
let nadia: UserActor
/** Another company, whose keys and users are on no picture. */
let elsewhere: TestCompany
let nadiaElsewhere: UserActor

const applicants = [
  { firstName: 'Salma', lastName: 'Bennani', email: 'salma.bennani@example.com' },
  { firstName: 'Youssef', lastName: 'El Amrani', email: 'youssef@example.com' },
  { firstName: 'ليلى', lastName: 'العلوي', email: 'layla@example.com' },
  { firstName: 'Hugo', lastName: 'Martin', email: 'hugo@example.com' },
]

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { company, server } = backOffice
  const { jobs } = JSON.parse(await readFile(feed, 'utf8'))
  const { results } = (await company.call('PUT', '/jobs', { jobs })).body
  const pushed: (typeof job)[] = results.filter((result: { error: unknown }) => result.error === null)
  for (let day = 1; day < DAYS; day++) {
    nowMs += DAY_MS
    // A different number each day, and the same numbers in each run.
    for (let count = 0; count < (day * 7) % 5; count++) {
      const applicant = applicants[(day + count) % applicants.length]
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
  elsewhere = await server.company()
  nadia = await signedInUser(server, company, 'nadia@atlas-talents.example')
  nadiaElsewhere = await signedInUser(server, elsewhere, 'nadia@elsewhere.example')
  const { key, user, company: profile } = nadia.client
  await key.create.mutate({ name: 'Reporting', scopes: ['read'] })
  const name = 'Ancien ATS'
  await key.revoke.mutate({ id: (await key.create.mutate({ name, scopes: ['read', 'write'] })).id, name })
  await user.invite.mutate({ email: 'karim@atlas-talents.example' })
  await profile.setLogo.mutate({ base64: logo.toString('base64') })
  await profile.update.mutate({
    revision: 0,
    description: 'Cabinet de recrutement à Casablanca.',
    website: 'https://atlas-talents.example',
  })
})

/** Writes a picture of the page, up to the largest height, without running animations. */
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
  await takePicture(page, name)
}

async function takePicture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'))
}

/** Two pictures of each page: as different as two can be. */
const looks = [
  { viewport: DESK, colorScheme: 'light', locale: 'fr', look: `fr-${DESK.width}-light` },
  { viewport: PHONE, colorScheme: 'dark', locale: 'ar', look: `ar-${PHONE.width}-dark` },
] as const

// The reference is in English only. Its bar and its columns stay in sight, so a picture is one screen.
it.each(looks)('the reference, $viewport.width wide, $colorScheme', async ({ viewport, colorScheme }) => {
  const page = await backOffice.newPage({ viewport: { ...viewport, height: REFERENCE_HEIGHT }, colorScheme })
  const look = `en-${viewport.width}-${colorScheme}`
  const parts = {
    introduction: '',
    operation: '#tag/jobs/PUT/job/{externalJobId}',
    guide: '/guides/changes-on-the-board',
  }
  for (const [name, path] of Object.entries(parts)) {
    await page.goto(`${backOffice.server.url}/api/docs${path}`)
    // A change of the fragment alone does not load the page again.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await takePicture(page, `reference-${name}-${look}`)
  }
})

describe.each(looks)('$look', ({ look, ...options }) => {
  it('the back office', async () => {
    const page = await backOffice.newUserPage({ ...options, cookie: nadia.cookie })
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
      'roll-key': `/settings/keys/${backOffice.company.keyId}/roll`,
      company: '/settings/company',
      replies: '/settings/replies',
      users: '/settings/users',
      account: '/settings/account',
    }
    for (const [name, path] of Object.entries(paths)) {
      await page.setViewportSize(options.viewport)
      await backOffice.goTo(page, path)
      // The CV may come after the page.
      await page.waitForLoadState('networkidle')
      await shoot(page, `back-office-${name}-${look}`)
    }
  })

  it('a new key', async () => {
    const page = await backOffice.newUserPage({ ...options, cookie: nadiaElsewhere.cookie })
    await backOffice.goTo(page, '/settings/keys/new')
    await page.getByRole('main').getByRole('textbox').fill('ATS')
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('tabpanel').waitFor()
    await shoot(page, `back-office-new-key-${look}`)
  })

  it('the sign-in pages', async () => {
    const page = await backOffice.newPage(options)
    await backOffice.goTo(page, '')
    await shoot(page, `back-office-sign-in-${look}`)
    await page.goto(await elsewhere.invite('karim@elsewhere.example'))
    await page.locator('input[autocomplete=new-password]').fill('correct horse')
    await shoot(page, `back-office-set-password-${look}`)
  })

  it('the public site', async () => {
    const page = await backOffice.browser.page(options)
    const jobUrl = job.jobUrl.replace('/fr/companies/', `/${options.locale}/companies/`)
    const board = jobUrl.replace(/\/companies\/.*/, '')
    const picture = async (name: string) => {
      await shoot(page, `site-${name}-${look}`)
      await page.setViewportSize(options.viewport)
    }
    for (const [name, address] of [
      ['board', board],
      ['directory', `${board}/companies`],
      ['company', jobUrl.replace(/\/jobs\/.*/, '')],
      ['job', jobUrl],
    ] as const) {
      await page.goto(address)
      await picture(name)
    }
    await page.locator('form[method=post] button').click()
    await picture('apply-problems')
    for (const [name, value] of Object.entries(applicants[0] ?? {}))
      await page.locator(`input[name=${name}]`).fill(value)
    for (const box of await page.locator('form[method=post] input[type=checkbox]').all()) await box.check()
    const confirmation = page.waitForEvent('load')
    await page.locator('form[method=post] button').click()
    await confirmation
    await picture('confirmation')
    await page.goto(`${jobUrl}-gone`)
    await picture('not-found')
  })
})
