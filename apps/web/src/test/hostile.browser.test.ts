import { randomUUID } from 'node:crypto'
import { listen } from '@boardwalk/api/test/canary'
import { hostileStrings, jobOfText } from '@boardwalk/api/test/hostile-strings'
import { ExternalId } from '@boardwalk/schema/job'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { noteRequests, useBackOffice } from './back-office.ts'

/*
 * The pages' policy applies in these tests, except where a test says otherwise. A violation of the policy fails the test
 * (back-office.ts), because it shows that a page treated text as markup.
 */
const backOffice = useBackOffice()

/** Ten strings, from every class. */
const tenStrings = hostileStrings.filter((_, index) => index % Math.ceil(hostileStrings.length / 10) === 0)

const isOurs = ({ protocol, origin }: URL) =>
  origin === backOffice.server.url || ['data:', 'blob:', 'about:'].includes(protocol)

/** Elements that no page of the back office has, but the board's mark. The style of the back office is loaded at the end of the page. */
const FORBIDDEN = [
  'body script, body link:not([href^="/backoffice/assets/style-"]), iframe, object, embed, base, math, img:not([src="/favicon.svg"]), video, audio',
  'animate, set, meta[http-equiv], foreignObject, svg a',
].join()

/** Reads the elements of a page that could run something, and the texts where the hostile string should be. */
const readPage = (page: Page) =>
  page.evaluate((forbidden) => {
    const danger = [
      ...Array.from(document.querySelectorAll(forbidden)),
      ...Array.from(document.querySelectorAll('style')).filter(({ nonce }) => nonce === ''),
      ...Array.from(document.querySelectorAll('*')).filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ),
      ...Array.from(document.links).filter(({ protocol }) => !/^(https?|mailto|tel):$/.test(protocol)),
    ]
    return {
      danger: danger.map(({ outerHTML }) => outerHTML),
      heading: document.querySelector('h1')?.textContent,
      // The title, the country and the benefits of a job. An application has no fields.
      fields: Array.from(
        document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main :is(input, textarea)'),
        ({ value }) => value,
      ),
      editors: document.querySelectorAll('main [role=textbox], main textarea[aria-labelledby]').length,
      text: document.querySelector('main')?.textContent,
    }
  }, FORBIDDEN)

it('hostile strings in every field of a job and of an application execute nothing on any page', async () => {
  const { company, server } = backOffice
  const page = await backOffice.newUserPage()
  const heard = await listen(page, isOurs)
  for (const [index, text] of tenStrings.entries()) {
    const id = ExternalId.safeParse(text).success ? text : `control characters ${index}`
    const { jobId } = (await company.call('POST', '/job', { job: { id, ...jobOfText(text) } })).body
    // An error names the refused value, and the Activity page shows the error.
    await company.call('PUT', '/job/refused', { job: { title: 'x', educationLevel: text } })
    // Stored without the form's own rules.
    const application = { id: randomUUID(), companyId: company.id, jobId, status: 'PENDING' as const, cvId: null }
    const person = { firstName: text, lastName: text, email: text, phone: text, linkedinUrl: text, message: text }
    await server.deps.mailbox.accept({ ...application, ...person, contentDigest: '' })

    await page.goto(`${server.url}/backoffice/jobs/${jobId}`)
    // A field of several lines has one kind of line end.
    const field = text.replaceAll(/\r\n?/g, '\n')
    const job = { danger: [], heading: removeUnprintable(text), fields: expect.arrayContaining([field]), editors: 3 }
    await expect.poll(() => readPage(page)).toMatchObject(job)
    await page.goto(`${server.url}/backoffice/applications/${application.id}`)
    await expect
      .poll(() => readPage(page))
      .toMatchObject({ danger: [], heading: `${text} ${text}`, text: expect.stringContaining(text) })
    await page.goto(`${server.url}/backoffice/preview/${jobId}`)
    await page.locator('h1').waitFor({ state: 'attached' })
    expect((await readPage(page)).danger).toEqual([])
  }
  await server.deps.recorder.flush()
  for (const path of ['/jobs', '/applications', '/activity', '/activity?view=audit', '']) {
    await backOffice.goTo(page, path)
    expect((await readPage(page)).danger).toEqual([])
  }
  await noteRequests(page).read()
  expect(heard).toEqual([])
})

it('the policy stops scripts, styles and frames that were smuggled into a page', async () => {
  for (const bypassCSP of [true, false]) {
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
    // Without the policy the same script runs.
    if (bypassCSP) await expect.poll(() => heard).toContain(`canary on ${page.url()}`)
    else {
      for (const directive of ['frame-src', 'script-src-attr', 'style-src-elem'])
        await page.locator(`body[data-${directive}=refused]`).waitFor({ state: 'attached' })
      expect(heard.filter((what) => what.startsWith('canary'))).toEqual([])
    }
  }
})
