import { randomUUID } from 'node:crypto'
import { listen } from '@boardwalk/api/test/canary'
import { hostileStrings, jobOfText } from '@boardwalk/api/test/hostile-strings'
import { ExternalId } from '@boardwalk/schema/external-id'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useBackOffice } from './back-office.ts'

/*
 * The pages' policy applies in these tests, except where a test says otherwise. A violation of the policy fails the test
 * (back-office.ts), because it shows that a page treated text as markup.
 */
const backOffice = useBackOffice()
const AT_ONCE = 50
const CHUNK = 25

interface Hostile {
  text: string
  jobId: number
  applicationId: string
}

const all: Hostile[] = []

beforeAll(async () => {
  const { company, server } = backOffice
  for (let from = 0; from < hostileStrings.length; from += AT_ONCE) {
    const strings = hostileStrings.slice(from, from + AT_ONCE)
    const { body } = await company.call('PUT', '/jobs', { jobs: strings.map(makeJob) })
    all.push(
      ...(await Promise.all(
        strings.map(async (text, index) => {
          const { jobId } = body.results[index]
          return { text, jobId, applicationId: await acceptFrom(text, jobId) }
        }),
      )),
    )
    // An error names the refused value, and the Activity page shows the error.
    for (const text of strings) await company.call('PUT', '/job/refused', { job: { title: 'x', educationLevel: text } })
  }
  await server.deps.recorder.flush()
})

const makeJob = (text: string, index: number) => ({
  id: ExternalId.safeParse(text).success ? text : `control characters ${index} ${randomUUID()}`,
  ...jobOfText(text),
})

/** Stores an application with the text in every field, without the form's own rules. */
async function acceptFrom(text: string, jobId: number): Promise<string> {
  const id = randomUUID()
  const { company, server } = backOffice
  const fields = { firstName: text, lastName: text, email: text, phone: text, linkedinUrl: text, message: text }
  await server.deps.mailbox.accept({ id, companyId: company.id, jobId, status: 'PENDING', cvId: null, ...fields })
  return id
}

const isOurs = ({ protocol, origin }: URL) =>
  origin === backOffice.server.url || ['data:', 'blob:', 'about:'].includes(protocol)

/** Opens an empty page of an administrator, and notes what runs on it. */
async function openHeardPage(options = {}): Promise<{ page: Page; heard: string[] }> {
  const page = await backOffice.administratorsPage(options)
  return { page, heard: await listen(page, isOurs) }
}

/** Elements that no page of the back office has. */
const FORBIDDEN = [
  ...[
    'body script',
    // The style of the back office is loaded at the end of the page.
    'body link:not([href^="/backoffice/assets/style-"])',
    'iframe',
    'object',
    'embed',
    'base',
    'math',
    'img',
    'video',
    'audio',
    'animate',
    'set',
  ],
  ...['meta[http-equiv]', 'foreignObject', 'svg a'],
].join()

/** Reads the elements of a page that could run something, and the texts where the hostile string should be. */
const readPage = (page: Page) =>
  page.evaluate((forbidden) => {
    const schemes = ['http:', 'https:', 'mailto:', 'tel:']
    const danger = [
      ...Array.from(document.querySelectorAll(forbidden)),
      ...Array.from(document.querySelectorAll('style')).filter(({ nonce }) => nonce === ''),
      ...Array.from(document.querySelectorAll('*')).filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ),
      ...Array.from(document.links).filter(({ protocol }) => !schemes.includes(protocol)),
    ]
    return {
      danger: danger.map(({ outerHTML }) => outerHTML),
      heading: document.querySelector('h1')?.textContent,
      // The title, the country and the benefits of a job. An application has no fields.
      fields: Array.from(document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)'))
        .map(({ value }) => value)
        .filter((value) => value !== ''),
      texts: document.querySelectorAll('main [role=textbox], main textarea[aria-labelledby]').length,
      message: document.querySelector('main')?.textContent,
    }
  }, FORBIDDEN)

/** Goes to a page as its links do, without loading the web app again. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), `/backoffice${path}`)

const chunks = Array.from({ length: Math.ceil(hostileStrings.length / CHUNK) }, (_, index) => index * CHUNK)

describe('hostile strings in every field of a job and of an application execute nothing', () => {
  it.each(chunks)('on the pages from number %i', async (from) => {
    const { page, heard } = await openHeardPage()
    await backOffice.goTo(page, '/jobs/new')
    for (const { text, jobId, applicationId } of all.slice(from, from + CHUNK)) {
      await go(page, `/jobs/${jobId}`)
      const job = {
        danger: [],
        heading: removeUnprintable(text),
        fields: expect.arrayContaining([asField(text)]),
        texts: 3,
      }
      await expect.poll(() => readPage(page)).toMatchObject(job)
      await go(page, `/applications/${applicationId}`)
      const application = { danger: [], heading: `${text} ${text}`, message: expect.stringContaining(text) }
      await expect.poll(() => readPage(page)).toMatchObject(application)
    }
    expect(heard).toEqual([])
  })
})

it('hostile strings in the lists, in Activity and on the pages of drafts execute nothing', async () => {
  const { page, heard } = await openHeardPage()
  const expected = {
    jobs: hostileStrings.map(removeUnprintable),
    applications: hostileStrings.map((text) => `${text} ${text}`),
  }
  for (const [list, names] of Object.entries(expected)) {
    const missing = new Set(names)
    for (let number = 1; missing.size > 0 && number <= hostileStrings.length; number++) {
      await backOffice.goTo(page, `/${list}?page=${number}`)
      expect((await readPage(page)).danger).toEqual([])
      for (const name of await page.getByRole('rowheader').getByRole('link').allTextContents()) missing.delete(name)
    }
    expect(missing).toEqual(new Set())
  }
  for (const path of ['/activity', '/activity?view=audit', '', '/settings/keys']) {
    await backOffice.goTo(page, path)
    expect((await readPage(page)).danger).toEqual([])
  }
  for (const { jobId } of all.filter((_, index) => index % 10 === 0)) {
    await page.goto(`${backOffice.server.url}/backoffice/preview/${jobId}`)
    expect((await readPage(page)).danger).toEqual([])
  }
  expect(heard).toEqual([])
})

describe('a hostile description that is typed and not saved', () => {
  /** Previews a job with each text as its description. */
  async function previewEach(page: Page, texts: readonly string[]): Promise<void> {
    await backOffice.goTo(page, '/jobs/new')
    await page.getByLabel('Title').fill('Hostile')
    await page.getByRole('button', { name: 'Description: Show HTML' }).click()
    for (const text of texts) {
      await page.getByRole('textbox', { name: 'Description' }).fill(text)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.frameLocator('iframe').locator('h1').waitFor({ state: 'attached' })
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }

  it('executes nothing and loads nothing in its preview, even if the browser ignores the policy', async () => {
    const { page, heard } = await openHeardPage({ bypassCSP: true })
    await previewEach(
      page,
      hostileStrings.filter((_, index) => index % 5 === 0),
    )
    expect(heard).toEqual([])
  })
})

it.each([
  ['the policy stops scripts, styles and frames that were smuggled into a page', false],
  ['without the policy the same script runs', true],
])('%s', async (_name, bypassCSP) => {
  // Not `newPage`, which fails the test when the policy refuses something.
  const page = await backOffice.browser.page({ bypassCSP })
  const heard = await listen(page, isOurs)
  await backOffice.goTo(page, '')
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      document.body.setAttribute(`data-${effectiveDirective}`, 'refused')
    })
    const broken = document.createElement('div')
    broken.innerHTML = '<img src=x onerror=canary()><style>p{}</style><iframe src="https://evil.example"></iframe>'
    document.body.append(broken)
  })
  if (bypassCSP) await expect.poll(() => heard).toContain(`canary on ${page.url()}`)
  else {
    for (const directive of ['frame-src', 'script-src-attr', 'style-src-elem'])
      await page.locator(`body[data-${directive}=refused]`).waitFor()
    expect(heard.filter((what) => what.startsWith('canary'))).toEqual([])
  }
})

/** The text as a field of several lines holds it: with one kind of line end. */
const asField = (text: string) => text.replaceAll(/\r\n?/g, '\n')
