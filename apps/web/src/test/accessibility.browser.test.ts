import { signedInAdministrator } from '@boardwalk/api/test/administrator'
import { findProblems, looks } from '@boardwalk/api/test/axe'
import { apply, pdf } from '@boardwalk/api/test/form'
import { awayMailServer } from '@boardwalk/api/test/mail-server'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ar } from '../words/ar.ts'
import { en, type Words } from '../words/en.ts'
import { DESK, PHONE, type schemes, useBackOffice } from './back-office.ts'

const allWords = { en, ar }
const NARROW = { width: 320, height: 640 }

// With mail there is more to see: the form for a forgotten password, and the message about an invitation.
const backOffice = useBackOffice({ mail: () => awayMailServer })
/** Every page of the back office, with content. */
const pages = [
  '',
  '/jobs',
  '/jobs/new',
  '/applications',
  '/activity',
  '/activity?view=audit',
  '/settings/keys',
  '/settings/keys/new',
  '/settings/company',
  '/settings/people',
  '/settings/account',
  '/no-such-page',
]

/** The page of a draft that can be deleted. */
let draftPath: string

beforeAll(async () => {
  const { company } = backOffice
  const { jobId, jobUrl } = (await company.call('POST', '/job', { job: { id: 'A-1', title: 'Comptable' } })).body
  const { id } = (await apply(jobUrl, {}, pdf)).body
  const { body } = await company.call('POST', '/job', { job: { id: 'W-1', title: 'Analyste', country: 'Wakanda' } })
  await company.revokeKey((await company.createKey('revoked', ['read'])).id)
  const draft = { id: 'D-1', title: 'Brouillon', status: 'UNPUBLISHED' }
  draftPath = `/jobs/${(await company.call('POST', '/job', { job: draft })).body.jobId}`
  await company.call('PUT', '/job/bad', { job: { title: 'Comptable', educationLevel: 'Bac+5' } })
  await backOffice.server.deps.recorder.flush()
  pages.push(
    draftPath,
    `/jobs/${jobId}`,
    `/jobs/${body.jobId}`,
    `/applications/${id}`,
    `/settings/keys/${company.keyId}/roll`,
  )
})

type Client = Awaited<ReturnType<typeof signedInAdministrator>>['client']

/** What opens only after a click, or after a colleague's change. */
const opened: Record<string, (page: Page, words: Words, client: Client) => Promise<void>> = {
  async 'the question before jobs are published'(page, words) {
    await backOffice.goTo(page, '/jobs')
    await page.getByLabel(words.rows.selectAll).check()
    await page.getByRole('main').getByRole('button', { name: words.jobs.publish, exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
  async 'the question before a draft is deleted'(page, words) {
    await backOffice.goTo(page, draftPath)
    await page.getByRole('button', { name: words.deleteDraft.action }).click()
    await page.getByRole('dialog').waitFor()
  },
  async 'a request with all that is known of it'(page, words) {
    await backOffice.goTo(page, '/activity?failedOnly=true')
    await page
      .getByRole('button', { name: new RegExp(`^${words.rows.details}`) })
      .first()
      .click()
    await page.getByText('PUT /api/job/{externalJobId}').waitFor()
  },
  async 'a new name of a key'(page, words) {
    await backOffice.goTo(page, '/settings/keys')
    await page
      .getByRole('button', { name: new RegExp(`^${words.renameKey.action}`) })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  },
  async 'the question before a key is revoked'(page, words) {
    await backOffice.goTo(page, '/settings/keys')
    await page
      .getByRole('button', { name: new RegExp(`^${words.revoke.action}`) })
      .last()
      .click()
    await page.getByRole('dialog').waitFor()
  },
  async 'the preview of a job'(page, words) {
    await backOffice.goTo(page, draftPath)
    await page.getByLabel(fieldLabels.title[words === ar ? 'ar' : 'en']).fill('Preview')
    await page.getByRole('button', { name: words.jobs.preview }).click()
    await page.getByRole('dialog').locator('iframe').waitFor()
  },
  async 'a new key'(page, words) {
    await backOffice.goTo(page, '/settings/keys/new')
    await page.getByRole('textbox').first().fill('another')
    await page.getByRole('button', { name: words.keys.submit }).click()
    await page.getByText(words.newKey.copyNow).waitFor()
    await page.getByLabel(words.newKey.isStored).check()
  },
  async 'a job that is not there'(page, words) {
    await backOffice.goTo(page, '/jobs/999999')
    await page.getByText(words.errors.byCode.job_id_not_found).waitFor()
  },
  async 'a profile that a colleague changed'(page, words, { company }) {
    await backOffice.goTo(page, '/settings/company')
    const { revision } = await company.get.query()
    const privacy = `https://atlas.example/${revision}`
    await company.update.mutate({ revision, privacy, description: `${revision}` })
    await page.getByLabel(words.company.fields.privacy).fill('Deux ans')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.company.changed.title).waitFor()
  },
}

async function findProblemsIn(page: Page, colorScheme: (typeof schemes)[number], rules?: string[]): Promise<object[]> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  return findProblems(page, rules)
}

const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Finds the fields whose text is so small that an iPhone zooms in as soon as a person types. */
const findSmallFields = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('input:not([type=checkbox], [type=radio]), select, textarea, [role=textbox]'))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map(({ outerHTML }) => outerHTML),
  )

/** Finds the fields, buttons and links that stick out of the card or the page around them. */
const findSticking = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main :is(input, select, textarea, [role=textbox], button, a)'))
      .filter((element) => {
        const card = element.closest('.mantine-Paper-root') ?? document.body
        const [inner, outer] = [element.getBoundingClientRect(), card.getBoundingClientRect()]
        return inner.width > 0 && (inner.left < outer.left || inner.right > outer.right)
      })
      .map(({ outerHTML }) => outerHTML),
  )

describe.each(['en', 'ar'] as const)('in %s', (locale) => {
  const words = allWords[locale]
  const [wide, narrow] = locale === 'en' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)

  it('axe finds no problem on any page, and on a phone all is inside, also with letters twice as large', async () => {
    const page = await backOffice.administratorsPage({ locale })
    for (const path of pages) {
      await page.setViewportSize(DESK)
      await backOffice.goTo(page, path)
      const problems = await findProblemsIn(page, wide)
      await page.setViewportSize(NARROW)
      // The tables measure themselves a moment after the window changed.
      await expect.poll(() => measureWidth(page), { message: path }).toBe(NARROW.width)
      problems.push(...(await findProblemsIn(page, narrow, looks)))
      const small = await findSmallFields(page)
      await page.setViewportSize(PHONE)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expect.poll(() => measureWidth(page), { message: path }).toBe(PHONE.width)
      const sticking = await findSticking(page)
      expect({ path, problems, small, sticking }).toEqual({ path, problems: [], small: [], sticking: [] })
    }
  })

  it('axe finds no problem in what opens on a page, and on the narrowest phone all is inside', async () => {
    const { client, cookie } = await signedInAdministrator(backOffice.server, backOffice.company)
    const page = await backOffice.administratorsPage({ locale, cookie })
    for (const [name, open] of Object.entries(opened)) {
      await page.setViewportSize(DESK)
      await open(page, words, client)
      const problems = await findProblemsIn(page, wide)
      await page.setViewportSize(NARROW)
      problems.push(...(await findProblemsIn(page, narrow, looks)))
      expect({ name, problems, width: await measureWidth(page) }).toEqual({ name, problems: [], width: NARROW.width })
    }
  })

  it('axe finds no problem on the sign-in form, its error, and the form for a forgotten password with its answer', async () => {
    const page = await backOffice.newPage({ locale, viewport: PHONE })
    await backOffice.goTo(page, '')
    await page.locator('main button').last().filter({ hasText: words.forgottenPassword.ask }).waitFor()
    expect(await findProblemsIn(page, wide)).toEqual([])
    await page.locator('input').first().fill('unknown@example.com')
    await page.locator('input').last().fill('wrong password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await findProblemsIn(page, narrow)).toEqual([])
    await page.locator('main button').last().click()
    await page.locator('input[type=password]').waitFor({ state: 'detached' })
    expect(await findProblemsIn(page, wide)).toEqual([])
    await page.keyboard.press('Tab')
    await page.locator('main form input[type=email]').press('Enter')
    await page.getByRole('status').waitFor()
    expect(await findProblemsIn(page, narrow)).toEqual([])
    expect(await measureWidth(page)).toBe(PHONE.width)
  })
})

it('the longest names make no page scroll sideways, at any width', async () => {
  const other = await backOffice.server.company()
  const long = 'Entwicklungsleitung'.repeat(15)
  const job = { id: 'x'.repeat(255), title: long, city: [long], country: long }
  const { jobId, jobUrl } = (await other.call('POST', '/job', { job })).body
  const email = `${'e'.repeat(60)}@${'d'.repeat(60)}.example`
  const { id } = (await apply(jobUrl, { firstName: 'f'.repeat(100), lastName: 'l'.repeat(100), email }, pdf)).body
  await other.createKey('k'.repeat(100), ['read'])
  const invitation = await other.invite(email)
  await other.call('PUT', `/job/${job.id}`, { job: { educationLevel: long } })
  const page = await backOffice.administratorsPage({ of: other, locale: 'fr' })
  for (const path of [...pages.slice(0, 11), `/jobs/${jobId}`, `/applications/${id}`, `/applications?jobId=${jobId}`]) {
    await backOffice.goTo(page, path)
    for (const width of [320, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: DESK.height })
      // A table becomes cards a moment after the window has become narrow.
      await expect.poll(async () => ({ path, width: await measureWidth(page) })).toEqual({ path, width })
    }
  }
  await page.setViewportSize({ width: 320, height: DESK.height })
  await page.goto(invitation)
  await page.getByText(email).waitFor()
  expect(await measureWidth(page)).toBe(320)
})

it('the keyboard skips to the content, opens the navigation on a phone, and focuses the heading of the next page', async () => {
  const page = await backOffice.open('', { viewport: PHONE })
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('main')

  const people = page.getByRole('link', { name: 'People' })
  expect(await people.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await people.press('Enter')
  await page.getByRole('heading', { name: 'People' }).waitFor()
  expect(await focused()).toBe('People')
  expect(await page.title()).toBe('People – Boardwalk')
  expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual(['People'])
  expect(await people.isVisible()).toBe(false)
})
