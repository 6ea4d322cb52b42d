import { readFile } from 'node:fs/promises'
import { TRAP_FIELD } from '@boardwalk/core/intake/submit'
import type { Locale } from '@boardwalk/schema/company'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { viewing } from '../part/view/state.ts'
import { useBrowser } from '../test/browser.ts'
import { makePdf, pdf } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { makeSiteCompany } from '../test/site-company.ts'
import { siteWords } from './words/site-words.ts'

const server = useServer()
const browser = useBrowser()
let company: TestCompany
let jobUrl: string

beforeAll(async () => {
  ;({ company, jobUrl } = await makeSiteCompany(server))
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
    await page.click('main button[type=submit]')
    await page.locator('.problems').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/apply$/)

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
    await page.click('main button[type=submit]')
    const reference = await page.textContent('.done code')
    const sent = { ...person, lastName, email: 'kept@example.com', id: expect.stringMatching(`^${reference}`), cv: pdf }
    expect(await candidateNamed(lastName)).toMatchObject(sent)

    // Back leads to the confirmation. Without JavaScript it leads to the form, whose words are still true.
    await page.goBack()
    if (javaScriptEnabled) expect(await page.textContent('.done code')).toBe(reference)
    else expect(await page.textContent('.problems h2')).toBe(siteWords[locale].apply.problemsHeading)
  },
)

test('a form that the browser shows again after it was sent leads on to its confirmation, and one that was not sent stays', async () => {
  const page = await browser.page()
  await page.goto(jobUrl)
  await fillIn(page, { ...person, lastName: 'Back' })
  await page.setInputFiles('#cv', cvFile)
  await page.check('#consent')
  // Without the script's own sending, the browser keeps the page of the form.
  const sendPlain = () =>
    Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => document.querySelector<HTMLFormElement>('#apply-form')?.submit()),
    ])
  await page.fill('#email', 'nobody')
  await sendPlain()
  await page.locator('.problems').waitFor()
  await page.goto(`${server.url}/fr`)
  await page.goBack()
  await page.locator('.problems').waitFor()
  await page.fill('#email', person.email)
  await sendPlain()
  await page.locator('.done').waitFor()
  await page.goBack()
  await page.locator('.done').waitFor()
  expect(await candidateNamed('Back')).toMatchObject({ lastName: 'Back' })
})

test('without a connection, the form stays with a line above its button, and is sent when the connection is back', async () => {
  const page = await browser.page()
  await page.goto(jobUrl)
  await fillIn(page, { ...person, lastName: 'Offline' })
  await page.setInputFiles('#cv', cvFile)
  await page.check('#consent')
  const line = page.getByRole('alert').getByText('Vous n’êtes pas connecté à internet')
  const send = page.locator('#apply-form > button[type="submit"]')
  await page.context().setOffline(true)
  for (const _ of [1, 2]) {
    await send.click()
    await line.waitFor()
  }
  expect([page.url(), await page.inputValue('#lastName')]).toEqual([jobUrl, 'Offline'])
  await page.context().setOffline(false)
  await send.click()
  await page.locator('.done').waitFor()
  expect(await candidateNamed('Offline')).toMatchObject({ lastName: 'Offline', cv: pdf })
})

test('the page shows how far a form with a CV has been sent, and the browser sends it if the script cannot', async () => {
  const page = await browser.page()
  await page.goto(jobUrl)
  await fillIn(page, { ...person, lastName: 'Slow' })
  await page.setInputFiles('#cv', { ...cvFile, buffer: makePdf(400_000) })
  await page.check('#consent')
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 200_000 })
  const values = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const bar = document.querySelector('progress')
        const seen: number[] = []
        const observer = new MutationObserver(() => {
          seen.push(bar?.value ?? 0)
          if (bar?.value === 1) resolve(seen)
        })
        if (bar) observer.observe(bar, { attributes: true })
      }),
  )
  await page.click('main button[type=submit]')
  const [first = 1, ...others] = await values
  expect([first < 1, others.length > 0]).toEqual([true, true])
  await page.locator('.done').waitFor()
  expect((await candidateNamed('Slow')).cv.length).toBe(400_000)

  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await page.goto(jobUrl)
  await fillIn(page, { ...person, lastName: 'Aborted' })
  await page.setInputFiles('#cv', cvFile)
  await page.check('#consent')
  await page.route('**/apply', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  )
  await page.click('main button[type=submit]')
  await page.locator('.done').waitFor()
  expect(await candidateNamed('Aborted')).toMatchObject({ lastName: 'Aborted' })
})

test('a CV that is too large is not sent: the page says so at once, keeps the texts, and sends the next file', async () => {
  const page = await browser.page()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/apply')) sent.push(request.url())
  })
  await page.goto(jobUrl)
  await fillIn(page, { ...person, lastName: 'Large' })
  await page.check('#consent')
  await page.setInputFiles('#cv', { ...cvFile, buffer: makePdf(7_000_000) })
  const problem = page.locator('#cv-problem')
  expect(await problem.textContent()).toBe(siteWords.fr.apply.cvTooLarge(5))
  await page.click('main button[type=submit]')
  expect(await page.locator(':focus').getAttribute('id')).toBe('cv')
  expect([sent, await page.inputValue('#message')]).toEqual([[], person.message])
  await page.setInputFiles('#cv', cvFile)
  expect(await problem.isVisible()).toBe(false)
  await page.click('main button[type=submit]')
  await page.locator('.done').waitFor()
  expect(sent).toHaveLength(1)
  expect(await candidateNamed('Large')).toMatchObject({ lastName: 'Large', cv: pdf })
})

test('the button to apply is on the first screen of a laptop, the job’s text on the first of a phone, and print is offered', async () => {
  const page = await browser.page({ viewport: { width: 1280, height: 720 } })
  const findBottom = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 9_999)
  }
  await page.goto(jobUrl)
  expect(await findBottom('.hero .button')).toBeLessThan(720)
  expect(await page.getByRole('button', { name: 'Imprimer' }).isVisible()).toBe(true)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findBottom('article h2')).toBeLessThan(740)
})

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

test('on a phone, the first job of a search with filters is on the first screen; a click removes a filter, without JavaScript', async () => {
  const page = await browser.page({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  await page.goto(`${server.url}/fr?q=poste&city=F%C3%A8s&contract=CDD`)
  const box = await page.locator('.jobs h3').first().boundingBox()
  expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThan(740)
  expect(await page.locator('#city').isVisible()).toBe(false)
  await follow(page, '.chips a >> nth=0')
  expect(new URL(page.url()).search).toBe('?q=poste&contract=CDD')
  // The form sends the filter that is still chosen, and its empty members leave the address.
  await page.fill('#q', 'postes')
  await Promise.all([page.waitForURL('**/fr?q=postes&contract=CDD'), page.click('main button[type=submit]')])
})

test('a job page loads less than 60 kB, and only from this server', { tags: ['nothing-from-elsewhere'] }, async () => {
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

test('a person who enters a field of the form begins it once, and the page says so as its own', async () => {
  const { jobId, jobUrl: url } = await company.boardJob('Commencée')
  // A browser without a window says so in its name, and does not count.
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const page = await browser.page({ userAgent })
  for (const _visit of [1, 2]) {
    await page.goto(url)
    const told = page.waitForResponse((response) => response.url().endsWith('/begun'))
    for (const field of ['#firstName', '#lastName', '#firstName']) await page.focus(field)
    expect((await told).status()).toBe(204)
  }
  await viewing(server.deps).viewRecorder.flush()
  const rows = await server.connection.db.collection('jobDays').find({ jobId }).toArray()
  expect(rows).toMatchObject([{ views: 1, forms: 1 }])
})
