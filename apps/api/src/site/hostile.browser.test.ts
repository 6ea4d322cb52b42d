import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../test/browser.ts'
import { listen } from '../test/canary.ts'
import { pdf } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { hostileInBrowser, jobOfText } from '../test/hostile-strings.ts'

/*
 * These tests tell the browser to ignore the pages' policy, so that hostile text must be harmless without it. hostile.promise.test.ts
 * reads the pages with every hostile string as text; site.browser.test.ts tests the policy itself.
 */
const server = useServer()
const browser = useBrowser()

/** Opens a page that records every call of canary(), every dialog and every request to another server. */
async function openHeardPage(): Promise<{ page: Page; heard: string[] }> {
  const page = await browser.page({ bypassCSP: true })
  const isOurs = ({ hostname, href }: URL) => hostname === '127.0.0.1' || href.startsWith('data:,')
  return { page, heard: await listen(page, isOurs) }
}

/** Counts the elements of a page that could run something. */
const countDanger = (page: Page) =>
  page.evaluate(() => {
    const elements = Array.from(document.querySelectorAll('*'))
    return [
      ...Array.from(
        document.querySelectorAll('script:not([type="application/ld+json"]), iframe, style, svg, math, img'),
      ),
      ...elements.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))),
      ...Array.from(document.links).filter(({ protocol }) => !['http:', 'https:'].includes(protocol)),
    ].length
  })

test('the canary is called if a page treats such a string as markup', async () => {
  const { page, heard } = await openHeardPage()
  await page.goto(`${server.url}/fr/nothing`)
  await page.evaluate(() => {
    document.body.innerHTML = '<img src=x onerror=canary()><a href="javascript:canary()">x</a>'
  })
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  expect(await countDanger(page)).toBe(3)
})

test('hostile strings in every field of a job and of a refused form execute nothing', {
  tags: ['hostile-strings'],
}, async () => {
  const company = await server.company()
  const jobs = hostileInBrowser.map((text, index) => ({ id: `${index}`, ...jobOfText(text) }))
  const { results } = (await company.call('PUT', '/jobs', { jobs })).body
  const { page, heard } = await openHeardPage()
  for (const [index, text] of hostileInBrowser.entries()) {
    await page.goto(results[index].jobUrl)
    // The page's own script, and the picture that counts forms that a person began.
    expect([await page.textContent('h1'), await countDanger(page)]).toEqual([text, 2])
    for (const field of ['firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'message'])
      await page.fill(`#${field}`, text)
    await page.setInputFiles('#cv', { name: `${text}.pdf`, mimeType: 'application/pdf', buffer: pdf })
    await Promise.all([page.waitForURL('**/apply*'), page.click('main button[type=submit]')])
    // A form that was refused began before, so its page has only the script.
    expect([await page.inputValue('#message'), await countDanger(page)]).toEqual([text, 1])
    expect(await page.locator('.kept').count()).toBe(1)
  }
  await page.goto(`${server.url}/fr/companies/${company.slug}`)
  expect((await page.locator('.jobs h3').allTextContents()).toSorted()).toEqual(hostileInBrowser.toSorted())
  expect([await countDanger(page), heard]).toEqual([0, []])
})
