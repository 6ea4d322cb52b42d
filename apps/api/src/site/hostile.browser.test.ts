import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../test/browser.ts'
import { listen } from '../test/canary.ts'
import { pdf } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { hostileStrings, jobOfText } from '../test/hostile-strings.ts'

/*
 * These tests tell the browser to ignore the pages' policy, so that hostile text must be harmless without it.
 * browser.test.ts tests the policy itself.
 */
const server = useServer()
const browser = useBrowser()
const AT_ONCE = 100
const CHUNK = 12

let company: TestCompany
/** The page of a job that has a hostile string in every field, by that string. */
const pages = new Map<string, string>()

beforeAll(async () => {
  company = await server.company()
  for (let from = 0; from < hostileStrings.length; from += AT_ONCE) {
    const strings = hostileStrings.slice(from, from + AT_ONCE)
    const jobs = strings.map((text, index) => ({ id: String(from + index), ...jobOfText(text) }))
    const { body } = await company.call('PUT', '/jobs', { jobs })
    for (const [index, { jobUrl, error }] of body.results.entries()) {
      expect(error).toBe(null)
      pages.set(strings[index] ?? '', jobUrl)
    }
  }
})

/** Opens a page that records every call of canary(), every dialog and every request to another server. */
async function openHeardPage(): Promise<{ page: Page; heard: string[] }> {
  const page = await browser.page({ bypassCSP: true })
  const isOurs = ({ hostname, href }: URL) => hostname === '127.0.0.1' || href.startsWith('data:,')
  return { page, heard: await listen(page, isOurs) }
}

/** Elements that no page of the site has. */
const FORBIDDEN = [
  ...['script:not([type="application/ld+json"])', 'iframe', 'object', 'embed', 'base', 'style', 'svg', 'math', 'img'],
  ...['video', 'audio', 'meta[http-equiv]', '[style]'],
  'link:not([rel="stylesheet"], [rel="icon"], [rel="canonical"], [rel="alternate"])',
].join()

/** Reads the elements of a page that could run something, and the texts where the hostile string should be. */
const readPage = (page: Page) =>
  page.evaluate((forbidden) => {
    const schemes = ['http:', 'https:', 'mailto:', 'tel:']
    const elements = Array.from(document.querySelectorAll('*'))
    const danger = [
      ...Array.from(document.querySelectorAll(forbidden)),
      ...elements.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))),
      ...Array.from(document.links).filter(({ protocol }) => !schemes.includes(protocol)),
      ...Array.from(document.forms).filter(({ action }) => new URL(action).origin !== location.origin),
    ]
    return {
      path: location.pathname,
      danger: danger.map(({ outerHTML }) => outerHTML),
      heading: document.querySelector('h1')?.textContent,
      message: document.querySelector('textarea')?.value,
      hasKeptCv: document.querySelector('.kept') !== null,
    }
  }, FORBIDDEN)

test('the list has over 200 strings, each once', () => {
  expect(new Set(hostileStrings).size).toBe(hostileStrings.length)
  expect(hostileStrings.length).toBeGreaterThanOrEqual(200)
})

test('the canary is called if a page treats such a string as markup', async () => {
  const { page, heard } = await openHeardPage()
  await page.goto(`${server.url}/fr/nothing`)
  await page.evaluate(() => {
    document.body.innerHTML = '<img src=x onerror=canary()><a href="javascript:canary()">x</a>'
  })
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  expect((await readPage(page)).danger).toHaveLength(3)
})

const chunks = Array.from({ length: Math.ceil(hostileStrings.length / CHUNK) }, (_, index) =>
  hostileStrings.slice(index * CHUNK, (index + 1) * CHUNK),
)

describe('hostile strings in every field of a job and of a refused form execute nothing', () => {
  test.each(chunks.map((strings, index) => [index * CHUNK + 1, strings] as const))(
    'from number %i',
    async (_from, strings) => {
      const { page, heard } = await openHeardPage()
      for (const text of strings) {
        await page.goto(pages.get(text) ?? '')
        expect(await readPage(page)).toMatchObject({ danger: [], heading: asTitle(text) })
        await page.evaluate(submitEverywhere, [text, pdf.toString('latin1')])
        const answer = { path: expect.stringMatching(/\/apply$/), danger: [], message: asTyped(text), hasKeptCv: true }
        await expect.poll(() => readPage(page).catch(onItsWay)).toMatchObject(answer)
      }
      expect(heard).toEqual([])
    },
  )
})

/** Reads the page again if the browser was between two pages. */
const onItsWay = () => undefined

/** Types a text into every field of the form on this page, names its CV after it, and sends it. */
function submitEverywhere([text = '', pdf = '']: string[]): void {
  const [form] = Array.from(document.forms)
  if (form === undefined) throw new Error('there is no form')
  for (const field of Array.from(form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))) {
    if (field instanceof HTMLInputElement && field.type === 'file') {
      const chosen = new DataTransfer()
      // The server refuses a form whose file name has a control character.
      const name = text.replaceAll(/\p{Cc}/gu, '_')
      chosen.items.add(new File([pdf], `${name}.pdf`, { type: 'application/pdf' }))
      field.files = chosen.files
    } else if (!['hidden', 'checkbox'].includes(field.type) && field.name !== 'subject') field.value = text
  }
  HTMLFormElement.prototype.submit.call(form)
}

/** A title is stored as one line, without characters that change the direction of text. */
const asTitle = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
/** A form replaces each null character. */
const asTyped = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '\ufffd')

test('hostile strings in the titles, cities, filters and search of the company’s page execute nothing', async () => {
  const { page, heard } = await openHeardPage()
  const list = `${server.url}/fr/companies/${company.slug}`
  const seen: string[] = []
  for (let next: string | null = list; next !== null; ) {
    await page.goto(next)
    expect((await readPage(page)).danger).toEqual([])
    seen.push(...(await page.locator('.jobs h3').allTextContents()))
    const [link] = await page.locator('a[rel=next]').all()
    next = link === undefined ? null : new URL((await link.getAttribute('href')) ?? '', list).href
  }
  expect(seen.toSorted()).toEqual(hostileStrings.map(asTitle).toSorted())
  for (const text of hostileStrings.filter((_, index) => index % 10 === 0)) {
    const query = new URLSearchParams(['q', 'city', 'contract', 'mode', 'language'].map((name) => [name, text]))
    await page.goto(`${list}?${query}`)
    expect((await readPage(page)).danger).toEqual([])
  }
  expect(heard).toEqual([])
})

test('hostile strings are text in the feed and the sitemap, which have each job and nothing else', async () => {
  const { page, heard } = await openHeardPage()
  for (const [path, element] of [
    [`/fr/companies/${company.slug}/feed.xml`, 'job'],
    ['/sitemap.xml', 'url'],
  ]) {
    const xml = await (await fetch(`${server.url}${path}`)).text()
    const found = await page.evaluate(
      ([text = '', name = '']) => {
        const parsed = new DOMParser().parseFromString(text, 'application/xml')
        return {
          names: parsed.querySelectorAll(name).length,
          broken: parsed.querySelectorAll('parsererror, script').length,
        }
      },
      [xml, element],
    )
    // The feed has each job once for each of its two cities. The sitemap has three pages more of the company, and six of the board.
    const expected = element === 'job' ? hostileStrings.length * 2 : hostileStrings.length * 3 + 9
    expect(found).toEqual({ names: expected, broken: 0 })
    await page.goto(`${server.url}${path}`)
  }
  expect(heard).toEqual([])
})
