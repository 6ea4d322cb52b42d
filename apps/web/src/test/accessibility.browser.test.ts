import { readFile } from 'node:fs/promises'
import { findProblems } from '@boardwalk/api/test/axe'
import { apply, pdf } from '@boardwalk/api/test/form'
import { awayMailServer } from '@boardwalk/api/test/mail-server'
import { namedBoard } from '@boardwalk/api/test/settings'
import { signedInUser } from '@boardwalk/api/test/user'
import type { Locale } from '@boardwalk/schema/company'
import { sourceFile } from '@boardwalk/test-server/server-process'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { applicationWords } from '../application/words.ts'
import { companyWords } from '../company/words.ts'
import { jobActionWords } from '../job/action-words.ts'
import { jobWords } from '../job/words.ts'
import { keyWords } from '../key/words.ts'
import { errorWords } from '../part/error-words.ts'
import { commonWords } from '../part/words.ts'
import { replyWords } from '../reply/words.ts'
import { signInWords } from '../user/sign-in-words.ts'
import { DESK, PHONE, useBackOffice } from './back-office.ts'

const NARROW = { width: 320, height: 640 }

// With mail there is more to see: the form for a forgotten password, and the message about an invitation.
// Its colour is a yellow, which cannot be read on light pages as it is.
const backOffice = useBackOffice({ mail: () => awayMailServer, settings: { board: namedBoard } })
type Open = (page: Page, locale: Locale) => Promise<unknown>
/** Every page of the back office with content, and what opens on it after a click, or after a change of another user. */
const shown: [path: string, open?: Open][] = [
  [''],
  ['/jobs'],
  ['/jobs/new'],
  ['/applications'],
  ['/activity'],
  ['/activity?view=audit'],
  ['/settings/keys'],
  ['/settings/keys/new'],
  ['/settings/company'],
  ['/settings/replies'],
  ['/settings/users'],
  ['/settings/account'],
  ['/no-such-page'],
]

beforeAll(async () => {
  const { company } = backOffice
  const { jobId, jobUrl } = (await company.call('POST', '/job', { job: { id: 'A-1', title: 'Comptable' } })).body
  const { id } = (await apply(jobUrl, {}, pdf)).body
  // A closing date that has passed, a mistake, and the operator has suspended the job.
  const boardwalk = { closesAt: '2020-01-31', countries: ['FR', 'BE'], period: 'YEARLY' }
  const withProblems = { id: 'W-1', title: 'Analyste', country: 'Wakanda', tittle: 'Analyste', boardwalk }
  const { body } = await company.call('POST', '/job', { job: withProblems })
  const { jobs } = backOffice.server.deps
  const suspended = await jobs.findById(company.id, body.jobId)
  expect(suspended && (await jobs.setSuspension(suspended, new Date(), new Date()))).toBe(true)
  await company.revokeKey((await company.createKey('revoked', ['read'])).id)
  const job = { id: 'D-1', title: 'Brouillon', status: 'UNPUBLISHED' }
  const draft = `/jobs/${(await company.call('POST', '/job', { job })).body.jobId}`
  await company.call('PUT', '/jobs', { jobs: [{ id: 'A-1', title: 'Comptable' }, { id: 'bad' }] })
  await company.call('PUT', '/job/bad', { job: { title: 'Comptable', educationLevel: 'Bac+5' } })
  await backOffice.server.deps.recorder.flush()
  const { client } = await signedInUser(backOffice.server, company)
  const press = async (page: Page, name: string) =>
    page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click()
  const dialog = (page: Page) => page.getByRole('dialog').waitFor()
  shown.push(
    [draft],
    [`/jobs/${jobId}`],
    [`/jobs/${body.jobId}`],
    [`/applications/${id}`],
    [`/settings/keys/${company.keyId}/roll`],
    [
      '/jobs',
      async (page, locale) => {
        await page.getByLabel(commonWords[locale].rows.selectAll).check()
        await press(page, jobWords[locale].publish)
        await dialog(page)
      },
    ],
    [draft, (page, locale) => press(page, jobActionWords[locale].deleteDraft.action).then(() => dialog(page))],
    [
      '/activity?failedOnly=true',
      async (page, locale) => {
        await press(page, commonWords[locale].rows.details)
        await page.getByText('PUT /api/job/{externalJobId}').waitFor()
      },
    ],
    [
      '/applications',
      async (page, locale) => {
        await page.getByLabel(commonWords[locale].rows.selectAll).check()
        await press(page, replyWords[locale].open)
        await page.getByRole('dialog').getByRole('button', { name: replyWords[locale].kinds.refuse }).click()
        await page.getByRole('dialog').getByText(replyWords[locale].reads(1)).waitFor()
      },
    ],
    ['/settings/keys', (page, locale) => press(page, keyWords[locale].revoke.action).then(() => dialog(page))],
    [
      '/settings/keys/new',
      async (page, locale) => {
        await page.getByRole('textbox').first().fill('another')
        await press(page, keyWords[locale].submit)
        await page.getByText(keyWords[locale].created.copyNow).waitFor()
        await page.getByLabel(keyWords[locale].created.isStored).check()
      },
    ],
    ['/jobs/999999', (page, locale) => page.getByText(errorWords[locale].byCode.job_id_not_found).waitFor()],
    [
      draft,
      async (page, locale) => {
        await press(page, jobWords[locale].preview)
        await page.getByRole('dialog').locator('iframe').waitFor()
      },
    ],
    [
      '/settings/company',
      async (page, locale) => {
        const { revision } = await client.company.get.query()
        await client.company.update.mutate({ revision, name: 'Atlas', description: 'Ours.' })
        await page.getByLabel(companyWords[locale].fields.description).fill('Mine.')
        await press(page, commonWords[locale].save)
        await page.getByText(companyWords[locale].changed.title).waitFor()
      },
    ],
    [
      '/settings/company',
      async (page, locale) => {
        await page.getByLabel(companyWords[locale].fields.description).fill('Mine.')
        await press(page, commonWords[locale].save)
        await page.getByRole('alert').getByRole('button', { name: commonWords[locale].close }).waitFor()
      },
    ],
    [
      '/activity?answer=warned&job=W-1',
      async (page, locale) => {
        await press(page, commonWords[locale].rows.details)
        await page.getByText('job.boardwalk.period', { exact: true }).waitFor()
      },
    ],
  )
})

const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Finds the fields whose text is so small that an iPhone zooms in as soon as the user types. */
const findSmallFields = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('input:not([type=checkbox], [type=radio]), select, textarea, [role=textbox]'))
      // A text area that grows with its text has a hidden copy, which measures the text.
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map(({ outerHTML }) => outerHTML),
  )

/** Finds the fields, buttons and links that stick out of the card or the page around them. A row of tabs moves sideways. */
const findSticking = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main :is(input, select, textarea, [role=textbox], button, a)'))
      .filter((element) => element.closest('.tabs, [role=tablist]') === null)
      .filter((element) => {
        const card = element.closest('.mantine-Paper-root') ?? document.body
        const [inner, outer] = [element.getBoundingClientRect(), card.getBoundingClientRect()]
        return inner.width > 0 && (inner.left < outer.left || inner.right > outer.right)
      })
      .map(({ outerHTML }) => outerHTML),
  )

/** Finds the words of buttons, badges, titles and labels that are broken over two lines. */
const findBrokenWords = (page: Page) =>
  page.evaluate(() => {
    const named = 'button, a, label, th, dt, h1, h2, [role=tab], .mantine-Badge-root, .mantine-Button-root'
    const broken: string[] = []
    for (const element of document.querySelectorAll(named)) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(word)
        }
      }
    }
    return broken
  })

/** One half of what is shown on a light desk in English, the other on the narrowest dark phone in Arabic. */
describe.each([
  { half: 0, locale: 'en', colorScheme: 'light', viewport: DESK },
  { half: 1, locale: 'ar', colorScheme: 'dark', viewport: NARROW },
] as const)('the back office in $locale', ({ half, ...options }) => {
  it('axe finds no problem on any page, and on a phone all is inside, also with letters twice as large', async () => {
    const page = await backOffice.newUserPage(options)
    for (const [path, open] of shown.filter((_, index) => index % 2 === half)) {
      await page.setViewportSize(options.viewport)
      await backOffice.goTo(page, path)
      await open?.(page, options.locale)
      const problems = await findProblems(page)
      await page.setViewportSize(NARROW)
      // The tables measure themselves a moment after the window changed.
      await expect.poll(() => measureWidth(page), { message: path }).toBe(NARROW.width)
      const small = await findSmallFields(page)
      expect({ path, problems, small }).toEqual({ path, problems: [], small: [] })
      if (open !== undefined) continue
      await page.setViewportSize(PHONE)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expect.poll(() => measureWidth(page), { message: path }).toBe(PHONE.width)
      await expect.poll(() => findSticking(page), { message: path }).toEqual([])
    }
  })
})

it('in French, on a phone of 360 px, no button, badge, title or label breaks inside a word', async () => {
  const page = await backOffice.newUserPage({ locale: 'fr', viewport: { width: 360, height: 640 } })
  for (const [path] of shown.filter(([, open]) => open === undefined)) {
    await backOffice.goTo(page, path)
    await expect.poll(() => findBrokenWords(page), { message: path }).toEqual([])
  }
})

it('the list of jobs shows whole titles on a screen of 1280 px and on larger ones', async () => {
  const other = await backOffice.server.company()
  const { jobs } = JSON.parse(await readFile(sourceFile('examples/jobs.json'), 'utf8'))
  await other.call('PUT', '/jobs', { jobs })
  const page = await backOffice.open('/jobs', { of: other, locale: 'fr' })
  const findCutTitles = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('tbody th > div'))
        .filter((title) => title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth + 1)
        .map((title) => title.textContent),
    )
  expect(await page.locator('tbody th').count()).toBe(50)
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: DESK.height })
    // The tables measure themselves a moment after the window changed.
    await expect.poll(findCutTitles, { message: `${width} px` }).toEqual([])
  }
})

it('on a phone the first applicant and the first job are above 420 px in each language, and the other filters come after a touch', async () => {
  for (const locale of ['fr', 'en', 'ar'] as const) {
    const page = await backOffice.open('/jobs', { locale, viewport: { width: 360, height: 740 }, hasTouch: true })
    const findRow = async () => (await page.locator('tbody tr').first().boundingBox())?.y
    expect(await findRow(), `jobs in ${locale}`).toBeLessThan(420)
    await backOffice.goTo(page, '/applications')
    expect(await findRow(), `applications in ${locale}`).toBeLessThan(420)
    const attention = page.getByLabel(applicationWords[locale].attention)
    expect(await attention.isVisible()).toBe(false)
    await page.getByRole('button', { name: commonWords[locale].filters(0) }).tap()
    await attention.selectOption('new')
    await page.getByRole('button', { name: commonWords[locale].filters(1) }).waitFor()
    // The last of the tabs is in sight if it is the current one.
    await backOffice.goTo(page, '/applications?status=WITHDRAWN')
    const tab = page.locator('.tabs [aria-current]')
    const isInSight = async () => {
      const { x, width } = (await tab.boundingBox()) ?? { x: Number.NaN, width: 0 }
      return x >= 0 && x + width <= 360
    }
    await expect.poll(isInSight).toBe(true)
  }
})

it('on a screen of 1280 × 720 px an application shows its message beside its CV, and the list beside it cuts no date', async () => {
  const other = await backOffice.server.company()
  const { jobUrl } = (await other.call('PUT', '/job/A-1', { job: { title: 'Comptable' } })).body
  const phone = '+212 600 000 000'
  const { id } = (await apply(jobUrl, { message: 'Bonjour,', phone, linkedinUrl: 'linkedin.com/in/salma' }, pdf)).body
  // The status with the longest name.
  await other.call('PUT', '/candidates', { candidates: [{ id, status: 'SHORTLISTED' }] })
  const viewport = { width: 1280, height: 720 }
  const page = await backOffice.open(`/applications/${id}`, { of: other, locale: 'fr', viewport })
  const bottom = async (found: Locator) => {
    const { y, height } = (await found.boundingBox()) ?? { y: Number.NaN, height: 0 }
    return y + height
  }
  expect(await bottom(page.getByText('Bonjour,'))).toBeLessThan(600)
  expect((await page.getByRole('heading', { name: 'CV' }).boundingBox())?.y).toBeLessThan(400)
  const date = page.getByRole('navigation', { name: 'Candidatures de cette liste' }).locator('time')
  // The longest that the list says of an application of this month.
  await date.evaluate((time) => time.replaceChildren('il y a 59 minutes'))
  expect(await date.evaluate((time) => time.parentElement?.parentElement?.scrollWidth)).toBe(
    await date.evaluate((time) => time.parentElement?.parentElement?.clientWidth),
  )
})

it('axe finds no problem on the sign-in form, its error, and the form for a forgotten password with its answer', async () => {
  const page = await backOffice.newPage({ locale: 'ar', colorScheme: 'dark', viewport: PHONE })
  const forgotten = page.locator('main button').last()
  await backOffice.goTo(page, '')
  await forgotten.filter({ hasText: signInWords.ar.forgottenPassword.ask }).waitFor()
  await page.locator('input').first().fill('unknown@example.com')
  await page.locator('input').last().fill('wrong password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await findProblems(page)).toEqual([])
  await forgotten.click()
  await page.locator('input[type=password]').waitFor({ state: 'detached' })
  expect(await findProblems(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.locator('main form input[type=email]').press('Enter')
  await page.getByRole('status').waitFor()
  expect(await findProblems(page)).toEqual([])
  await expect.poll(() => measureWidth(page)).toBe(PHONE.width)
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
  await backOffice.server.deps.recorder.flush()
  const page = await backOffice.newUserPage({ of: other, locale: 'fr' })
  const lists = ['', '/jobs', '/applications', '/activity', '/settings/keys', '/settings/company', '/settings/users']
  for (const path of [...lists, `/jobs/${jobId}`, `/applications/${id}`, `/applications?jobId=${jobId}`]) {
    await backOffice.goTo(page, path)
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: DESK.height })
      // A table becomes cards a moment after the window has become narrow.
      await expect.poll(async () => ({ path, width: await measureWidth(page) })).toEqual({ path, width })
    }
  }
  await page.setViewportSize({ width: 320, height: DESK.height })
  await page.goto(invitation)
  await page.getByText(email).waitFor()
  await expect.poll(() => measureWidth(page)).toBe(320)
})

it('the keyboard skips to the content, opens the navigation on a phone, and focuses the heading of the next page', async () => {
  const page = await backOffice.open('', { viewport: PHONE })
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('main')

  const users = page.getByRole('link', { name: 'Users' })
  expect(await users.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await users.press('Enter')
  await page.getByRole('heading', { name: 'Users' }).and(page.locator(':focus')).waitFor()
  await expect.poll(() => page.title()).toBe(`Users – ${namedBoard.name}`)
  expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Users'])
  await users.waitFor({ state: 'hidden' })
})
