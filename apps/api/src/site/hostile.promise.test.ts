import { APPLY_FIELDS } from '@boardwalk/schema/application'
import { removeUnprintable } from '@boardwalk/schema/printable'
import { beforeAll, expect, test } from 'vitest'
import { type TestCompany, useServer } from '../test/harness.ts'
import { hostileInBrowser, hostileStrings, jobOfText } from '../test/hostile-strings.ts'
import { makeSite, makeStoredJob } from '../test/stored-job.ts'
import { renderApplyPage } from './apply-page.tsx'
import { siteWords } from './words/site-words.ts'

/* Reads pages as text. hostile.browser.test.ts opens one hostile string of each class in a browser. */

const server = useServer()
let company: TestCompany
let jobUrls: string[]

beforeAll(async () => {
  company = await server.company()
  jobUrls = []
  for (let from = 0; from < hostileStrings.length; from += 100) {
    const jobs = hostileStrings.slice(from, from + 100).map((text, at) => ({ id: `${from + at}`, ...jobOfText(text) }))
    const { results } = (await company.call('PUT', '/jobs', { jobs })).body
    for (const { jobUrl } of results) jobUrls.push(jobUrl)
  }
  expect(new Set(jobUrls).size).toBe(hostileStrings.length)
})

const read = async (url: string, init?: RequestInit) => (await fetch(url, init)).text()

/** The elements of the site's pages, and those that the HTML of a job may have. Each browser reads them in one way. */
const ELEMENTS =
  /^<\/?(html|head|meta|title|link|body|header|nav|search|main|footer|div|section|aside|article|details|summary|h[1-4]|p|br|hr|ul|ol|li|dl|dt|dd|a|bdi|span|strong|b|em|i|u|s|small|mark|sub|sup|code|pre|blockquote|table|caption|thead|tbody|tfoot|tr|th|td|time|form|label|input|textarea|select|option|button|progress)\b/
const ATTRIBUTES = / ([a-zA-Z][\w-]*)="([^"<>]*)"/g

/** Finds everything between "<" and ">" that is not a harmless tag with quoted attributes. */
function findDanger(html: string): string[] {
  // The text of the structured data has no "<", so nothing can end it. The other script is the site's own.
  const page = html
    .replace('<!doctype html>', '')
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
    .replace(/<script src="\/site\.js\?v=[\w-]+" integrity="sha256-[\w+/=]+" defer=""><\/script>/, '')
  return (page.match(/<[^>]*>?/g) ?? []).filter((tag) => {
    const attributes = [...tag.matchAll(ATTRIBUTES)].map(([, name = '', value = '']) => [name.toLowerCase(), value])
    const isHarmless = ([name = '', value = '']: string[]) => {
      if (['href', 'src', 'action', 'formaction'].includes(name))
        return /^(https?:\/\/|\/(?!\/)|[?#]|mailto:|tel:|data:,)/.test(value)
      return !name.startsWith('on') && !['style', 'http-equiv', 'background'].includes(name)
    }
    const rest = tag.replaceAll(ATTRIBUTES, '').replace(ELEMENTS, '')
    return !ELEMENTS.test(tag) || !/^ ?\/?>$/.test(rest) || !attributes.every(isHarmless)
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

test('a page that had such a string as markup would be noticed', () => {
  const unnoticed = hostileStrings.filter((text) => /<[a-z]/i.test(text) && findDanger(`<p>${text}</p>`).length === 0)
  expect(unnoticed).toEqual([])
})

test('hostile strings are text in every field of a job and of a refused form', async () => {
  for (const [index, text] of hostileStrings.entries()) {
    const url = jobUrls[index] ?? ''
    const page = await read(url)
    expect([text, findDanger(page)]).toEqual([text, []])
    expect(page).toContain(`<h1><bdi>${escapeText(removeUnprintable(text))}</bdi></h1>`)
    const values = Object.fromEntries(APPLY_FIELDS.map((field) => [field, text]))
    const problems = { cv: siteWords.fr.apply.cvOtherType(text, 'other', 'PDF') }
    const job = makeStoredJob({ title: text })
    const refused = renderApplyPage({ site: makeSite(), job, formId: 'x', isAgreed: true, values, problems })
    expect([text, findDanger(refused)]).toEqual([text, []])
    for (const shown of [`>${escapeText(text)}</textarea>`, `value="${escapeText(text)}"`])
      expect(refused).toContain(shown)
  }
})

test('hostile strings are text in the titles, cities, filters and search of the company’s page', async () => {
  const list = `${server.url}/fr/companies/${company.slug}`
  const titles: string[] = []
  for (let next: string | undefined = list; next !== undefined; ) {
    const page = await read(next)
    expect(findDanger(page)).toEqual([])
    titles.push(...Array.from(page.matchAll(/<h3><a [^>]*><bdi>([^<]*)<\/bdi>/g), ([, title = '']) => title))
    const [, query] = /href="[^"?]*(\?[^"]*)" rel="next"/.exec(page) ?? []
    next = query && `${list}${query.replaceAll('&amp;', '&')}`
  }
  expect(titles.toSorted()).toEqual(hostileStrings.map((text) => escapeText(removeUnprintable(text))).toSorted())
  for (const text of hostileInBrowser) {
    const query = new URLSearchParams(['q', 'city', 'contract', 'mode', 'language'].map((name) => [name, text]))
    expect([text, findDanger(await read(`${list}?${query}`))]).toEqual([text, []])
  }
})
