import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedInAdministrator } from '../test/administrator.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { logo } from '../test/logo.ts'

const server = useServer()

const wholeJob = {
  id: 'ATL-1',
  title: 'Développeuse <b>TypeScript</b> </title></script><script>alert(1)</script>',
  description: '<p>Une équipe de <strong>six</strong>.</p><script>alert(2)</script>',
  responsibilities: '<ul><li>Écrire</li></ul>',
  qualifications: '<p onclick="alert(3)">Curieuse</p>',
  benefits: ['Assurance santé', '<i>Télétravail</i>'],
  city: ['Casablanca', 'Rabat'],
  languages: ['fr', 'en'],
  contractType: 'CDD',
  educationLevel: 'BAC +5',
  workMode: 'HYBRID',
  minSalary: 18000,
  maxSalary: 24000,
  minExperience: 2,
  maxExperience: 5,
  recruitmentProcess: ['Entretien RH', 'Test technique'],
}

async function create(company: TestCompany, job: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await company.call('POST', '/job', { job: { ...wholeJob, ...job } })
  expect(status).toBe(200)
  return body.jobUrl
}

async function get(url: string) {
  const res = await fetch(url)
  return { status: res.status, headers: res.headers, html: await res.text() }
}

/** The text of a page. */
const readText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u202f\u00a0]+/g, ' ')
    .trim()

test('the page of a published job shows everything that was sent, in the page’s language', async () => {
  const company = await server.company()
  const url = await create(company)
  const { status, headers, html } = await get(url)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const text = readText(html)
  for (const shown of [
    ...['Atlas Talents', 'Casablanca, Rabat', 'Pays Maroc', 'CDD', 'Bac +5', 'Hybride', 'français et anglais'],
    ...['2–5 ans', 'Une équipe de six .', 'Écrire', 'Curieuse', 'Assurance santé', 'Entretien RH', 'Test technique'],
  ])
    expect(text).toContain(shown)
  expect(readText((await get(url.replace('/fr/', '/en/'))).html)).toContain('Fixed term (CDD)')
  // Benefits may be one text, whose lines stay.
  await company.call('PUT', '/job/ATL-1', { job: { benefits: 'Mutuelle\nTransport' } })
  expect((await get(url)).html).toContain('<p class="lines" dir="auto">Mutuelle\nTransport</p>')
})

test('a shared link to a job shows its title, its facts and the beginning of its text; one to a withdrawn job shows nothing', async () => {
  const company = await server.company()
  // Not the language of the board.
  await server.deps.companies.updateTexts(company.id, 0, { locale: 'en' }, 'operator')
  const fields = {
    title: 'Chef "de" <rang>',
    city: 'Rabat',
    contractType: 'CDI',
    description: '<p>Bienvenue &amp; merci.</p>',
  }
  const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'A', ...fields } })).body
  const arabic = jobUrl.replace('/en/', '/ar/')
  const { html } = await get(arabic)
  const title = 'Chef &quot;de&quot; &lt;rang&gt; – Atlas Talents'
  for (const [property, content] of Object.entries({
    'og:type': 'website',
    'og:site_name': 'Atlas Talents',
    'og:title': title,
    'og:description': 'Rabat · عقد غير محدد المدة (CDI) · Bienvenue &amp; merci.',
    'og:url': arabic,
    'og:locale': 'ar_AR',
  }))
    expect(html).toContain(`<meta property="${property}" content="${content}"/>`)
  expect(html).toContain('<meta name="twitter:card" content="summary"/>')
  expect(html).toContain(`<title>${title}</title>`)
  expect(html).toContain(`<link rel="canonical" href="${arabic}"/>`)
  expect(jobUrl).toContain('/en/companies/')
  expect(html).toContain(`<link rel="alternate" hrefLang="x-default" href="${jobUrl}"/>`)
  for (const locale of ['fr', 'en', 'ar'])
    expect(html).toContain(
      `<link rel="alternate" hrefLang="${locale}" href="${jobUrl.replace('/en/', `/${locale}/`)}"/>`,
    )
  expect(html).not.toContain('noindex')
  await company.call('DELETE', '/job/A')
  const gone = (await get(arabic)).html
  expect(gone).toContain('<meta name="robots" content="noindex"/>')
  expect(gone).not.toMatch(/og:|Chef/)
})

test('a shared link to a job with a long text shows 200 characters of it at most, and ends after a word', async () => {
  const company = await server.company()
  const summaryOf = async (description: string | null, texts: Record<string, string> = {}) => {
    const { html } = await get(
      await create(company, {
        id: randomUUID(),
        title: 'T',
        city: null,
        contractType: null,
        workMode: null,
        description,
        responsibilities: null,
        qualifications: null,
        ...texts,
      }),
    )
    return /<meta name="description" content="(.*?)"/.exec(html)?.[1]
  }
  const words = `${'neuf mots '.repeat(19)}et la fin.`
  expect(words).toHaveLength(200)
  expect(await summaryOf(words)).toBe(words)
  expect(await summaryOf(`${words}x`)).toBe(`${'neuf mots '.repeat(19)}et la…`)
  // A job without a description shows its next text.
  expect(await summaryOf(null, { responsibilities: 'Vous servez.', qualifications: 'Trois ans.' })).toBe('Vous servez.')
  expect(await summaryOf(null, { qualifications: 'Trois ans.' })).toBe('Trois ans.')
})

test('nothing that a company sends becomes markup or script, except the allowed HTML', async () => {
  const { html, headers } = await get(await create(await server.company()))
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json">)|onclick|<i>|<b>/)
  expect(html).toContain('&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('<strong>six</strong>')
  expect(html).toContain('&lt;i&gt;Télétravail&lt;/i&gt;')
  expect(html).not.toMatch(/ style=|<style/)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*(script|unsafe|\*))/)
})

test('the salary is on the page only if displaySalary is true', async () => {
  const company = await server.company()
  const url = await create(company)
  expect((await get(url)).html).not.toMatch(/MAD|Salaire/)
  await company.call('PUT', '/job/ATL-1', { job: { displaySalary: true } })
  expect(readText((await get(url)).html)).toContain('18 000–24 000 MAD net par mois')
  await company.call('PUT', '/job/ATL-1', { job: { minSalary: null } })
  expect(readText((await get(url)).html)).toContain('jusqu’à 24 000 MAD net par mois')
  await company.call('PUT', '/job/ATL-1', { job: { minSalary: 0 } })
  expect(readText((await get(url)).html)).toContain('0–24 000 MAD net par mois')
})

test.each([
  ['fr', 'France', '3 000–4 500 EUR net par mois'],
  ['en', 'France', 'EUR 3,000–4,500 net per month'],
  ['ar', 'France', 'من 3.000 إلى 4.500 يورو صافية في الشهر'],
  ['ar', null, 'من 3.000 إلى 4.500 درهم مغربي صافية في الشهر'],
  ['fr', 'Japon', '3 000–4 500 JPY net par mois'],
  ['fr', 'Atlantide', '3 000–4 500 net par mois'],
])('in %s, a salary of a job in %s is %j', async (locale, country, shown) => {
  const company = await server.company()
  const salary = { minSalary: 3000, maxSalary: 4500, displaySalary: true, minExperience: 0, maxExperience: 3 }
  const job = { id: 'S', title: 'T', country, ...salary }
  const { jobUrl } = (await company.call('POST', '/job', { job })).body
  const text = readText((await get(jobUrl.replace('/fr/', `/${locale}/`))).html)
  expect(text).toContain(shown)
  // A range with a dash would read backwards in Arabic.
  if (locale === 'ar') expect(text).toContain('من 0 إلى 3 سنوات')
})

test.each([
  [{ minExperience: 3, maxExperience: null }, '3 ans et plus'],
  [{ minExperience: 5, maxExperience: 20 }, '5 ans et plus'],
  [{ minExperience: 20, maxExperience: 20 }, '20 ans et plus'],
  [{ minExperience: 0, maxExperience: 20 }, '0 an et plus'],
  [{ minExperience: null, maxExperience: 20 }, '0 an et plus'],
  [{ minExperience: null, maxExperience: 1 }, 'jusqu’à 1 an'],
  [{ minExperience: 2, maxExperience: 2 }, 'Expérience 2 ans'],
  [{ minExperience: 0, maxExperience: 2 }, 'Expérience 0–2 ans'],
  [{ minExperience: 0, maxExperience: null }, '0 an et plus'],
])('the experience %o is shown as "%s"', async (fields, shown) => {
  expect(readText((await get(await create(await server.company(), fields))).html)).toContain(shown)
})

test('the page of a job with only a title has no empty parts', async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', {
    job: { id: 'A', title: 'Comptable', description: '', city: ' ', country: ' ' },
  })
  const { html } = await get(body.jobUrl)
  expect(html.match(/<dt>/g)).toHaveLength(2)
  expect(readText(html)).toMatch(/Pays Maroc Publiée le \d/)
  expect(html.match(/<h2>/g)).toHaveLength(2)
})

test('texts of empty tags, which many editors send, have no heading, and do not hide the text that a link shows', async () => {
  const company = await server.company()
  const empty = { description: '<p><br></p>', qualifications: '<ul><li>&nbsp;</li></ul>' }
  const url = await create(company, { ...empty, responsibilities: '<p>Gérer la paie.</p>' })
  const { html } = await get(url)
  const headings = Array.from(html.matchAll(/<h2[^>]*>([^<]*)/g), ([, heading]) => heading)
  expect(headings).toContain('Missions')
  expect(headings).not.toContain('Description du poste')
  expect(headings).not.toContain('Profil recherché')
  expect(html).toMatch(/<meta name="description" content="[^"]*· Gérer la paie\."/)
  const feed = (await get(`${server.url}/fr/companies/${company.slug}/feed.xml`)).html
  expect(feed).toContain('<![CDATA[<p><strong>Missions</strong></p><p>Gérer la paie.</p><p><strong>')
  expect(feed).not.toContain('Profil recherché')
})

test('every rendering of the form has its own id, and no cache may store the page', async () => {
  const url = await create(await server.company())
  const pages = [await get(url), await get(url)]
  const ids = pages.map(({ html }) => /name="formId" value="([0-9a-f-]{36})"/.exec(html)?.[1])
  expect(new Set(ids).size).toBe(2)
  expect(ids).not.toContain(undefined)
  expect(pages[0]?.headers.get('cache-control')).toBe('no-store')
})

test('a job that was never published answers 404 for page and form, as an address without a job', async () => {
  const company = await server.company()
  const url = await create(company, { status: 'UNPUBLISHED' })
  const [page, nothing] = await Promise.all([get(url), get(url.replace(/\d+$/, '999999999'))])
  expect([page.status, nothing.status]).toEqual([404, 404])
  expect(page.html).not.toContain('TypeScript')
  const withoutIds = (html: string) => html.replaceAll(/[0-9a-f-]{36}|-\d+\b/g, '')
  expect(withoutIds(page.html)).toBe(withoutIds(nothing.html))
  for (const init of [{}, { method: 'POST', body: new FormData() }])
    expect((await fetch(`${url}/apply`, init)).status).toBe(404)
  await company.call('PUT', '/job/ATL-1', { job: { status: 'PUBLISHED' } })
  expect((await get(url)).status).toBe(200)
})

test('a job that was withdrawn answers 410 for page and form, in the page’s language', async () => {
  const company = await server.company()
  const url = await create(company)
  await company.call('DELETE', '/job/ATL-1')
  const page = await get(url)
  expect(page.status).toBe(410)
  expect(page.html).toContain('Cette offre d’emploi n’est plus publiée.')
  expect(page.html).not.toContain('TypeScript')
  expect(page.headers.get('cache-control')).toBe('no-store')
  for (const id of ['1', '2', '3', '4', '5', '6']) await create(company, { id, title: `Autre ${id}` })
  // The company's newest five jobs are offered instead.
  const withOthers = (await get(url)).html
  expect(withOthers).toContain('<h2>Autres offres chez Atlas Talents</h2>')
  const others = [...withOthers.matchAll(/Autre (\d)/g)].map(([, id]) => id)
  expect([...new Set(others)]).toEqual(['6', '5', '4', '3', '2'])
  const program = await fetch(url, { headers: { accept: 'application/json' } })
  expect([program.status, (await program.json()).error.code]).toEqual([410, 'job_unpublished'])
  expect((await fetch(`${url}/apply`, { method: 'POST', body: new FormData() })).status).toBe(410)
  await company.call('PUT', '/job/ATL-1', { job: { status: 'PUBLISHED' } })
  expect((await get(url)).status).toBe(200)
  await company.call('DELETE', '/job/ATL-1')
  expect((await get(url)).status).toBe(410)
})

test('an address with another slug and the right job id leads to the job, unless it was never published', async () => {
  const company = await server.company()
  const url = await create(company, { title: 'Conseiller(ère) clientèle – H/F' })
  const [, jobId] = /-(\d+)$/.exec(url) ?? []
  const site = `${server.url}/fr/companies/${company.slug}/jobs`
  expect(url).toBe(`${site}/conseiller-clientele-${jobId}`)
  const addresses = [`${site}/conseillerere-clientele-hf-${jobId}`, `${site}/${jobId}`, `${site}/CONSEILLER-${jobId}`]
  for (const old of addresses) {
    const res = await fetch(`${old}?utm_source=x`, { redirect: 'manual' })
    expect([old, res.status, res.headers.get('location')]).toEqual([old, 301, `${new URL(url).pathname}?utm_source=x`])
  }
  const [old = ''] = addresses
  expect((await fetch(`${old}/apply`)).url).toBe(url)
  expect((await fetch(`${old}/apply`, { method: 'POST', body: new FormData() })).status).toBe(400)
  expect((await get(old.replace(company.slug, (await server.company()).slug))).status).toBe(404)
  await company.call('DELETE', '/job/ATL-1')
  expect((await fetch(old, { redirect: 'manual' })).status).toBe(410)
  const draft = await create(company, { id: 'draft', title: 'Secret', status: 'UNPUBLISHED' })
  const hidden = await fetch(draft.replace('secret', 'x'), { redirect: 'manual' })
  expect([hidden.status, await hidden.text()]).toEqual([404, expect.not.stringContaining('ecret')])
})

test('a wrong company, job or language, and a job under another company, answer 404', async () => {
  const [company, other] = [await server.company(), await server.company()]
  const url = await create(company)
  const wrong = [
    url.replace(company.slug, 'nobody'),
    `${url}0`,
    url.replace('/fr/', '/de/'),
    url.replace('/fr/', '/FR/'),
    url.replace(company.slug, other.slug),
    `${server.url}/fr/companies/nobody`,
    `${server.url}/en/companies/%ZZ/jobs/%00`,
  ]
  for (const address of wrong) expect([address, (await get(address)).status]).toEqual([address, 404])
  // No page of a company that does not exist is offered.
  expect((await get(`${server.url}/fr/companies/nobody/jobs/x-1`)).html).not.toContain('href="/fr/companies/nobody"')
  const posted = await fetch(`${wrong[4]}/apply`, { method: 'POST', body: new FormData() })
  expect(posted.status).toBe(404)
})

test('an error page is in the path’s language and names the request', async () => {
  const res = await fetch(`${server.url}/ar/companies/<b>`, { headers: { 'x-request-id': 'r-1' } })
  const html = await res.text()
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('الصفحة غير موجودة')
  expect(html).toContain('r-1')
  // Each other language is named in itself.
  expect(html).toContain('<a href="/fr/companies/%3Cb%3E" hrefLang="fr" lang="fr" dir="ltr">')
  const elsewhere = (await get(`${server.url}/nothing`)).html
  expect(elsewhere).toContain('<html lang="fr" dir="ltr">')
  expect(elsewhere).not.toContain('hrefLang')
})

test('the Arabic page reads right to left and has Arabic words', async () => {
  const url = await create(await server.company())
  const { status, html } = await get(url.replace('/fr/', '/ar/'))
  expect(status).toBe(200)
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/i)
  expect(readText(html)).toContain('نمط العمل مختلط')
})

test('the company’s page lists its published jobs, newest first, and links to each', async () => {
  const company = await server.company()
  const first = await create(company, { id: '1', title: 'Premier' })
  await create(company, { id: '2', title: 'Brouillon', status: 'UNPUBLISHED' })
  const third = await create(company, { id: '3', title: 'Troisième' })
  const { status, html } = await get(`${server.url}/fr/companies/${company.slug}`)
  expect(status).toBe(200)
  const links = [...html.matchAll(/href="([^"]*\/jobs\/[^"]*)"/g)].map(([, href]) => `${server.url}${href}`)
  expect(links).toEqual([third, first])
  expect(html).not.toContain('Brouillon')
  expect((await get(`${server.url}/en/companies/${(await server.company()).slug}`)).html).toContain(
    'There are no jobs at the moment.',
  )
})

test.each([
  ['/fr/companies/x', 'POST', 'GET, HEAD'],
  ['/fr/companies/x/jobs/y', 'POST', 'GET, HEAD'],
  ['/fr/companies/x/jobs/y/apply', 'PUT', 'GET, HEAD, POST'],
  ['/cv/x/y.pdf', 'DELETE', 'GET, HEAD'],
  ['/', 'POST', 'GET, HEAD'],
  ['/fr', 'POST', 'GET, HEAD'],
  ['/fr/companies', 'POST', 'GET, HEAD'],
  ['/backoffice/person/x', 'POST', 'GET, HEAD'],
  ['/backoffice/cv/x', 'POST', 'GET, HEAD'],
  ['/backoffice/preview/1', 'POST', 'GET, HEAD'],
  ['/fr/companies/x/jobs', 'POST', 'GET, HEAD'],
  ['/fr/companies/x/feed.xml', 'POST', 'GET, HEAD'],
  ['/fr/companies/x/jobs/y/applied', 'POST', 'GET, HEAD'],
  ['/jobs.json', 'POST', 'GET, HEAD, OPTIONS'],
  ['/fr/companies/x/jobs.json', 'POST', 'GET, HEAD, OPTIONS'],
])('%s refuses %s and says that it has %s', async (path, method, allow) => {
  const res = await fetch(`${server.url}${path}`, { method, headers: { accept: 'application/json' } })
  expect(res.status).toBe(405)
  expect(res.headers.get('allow')).toBe(allow)
  expect((await res.json()).error.code).toBe('method_not_allowed')
})

test('the stylesheet comes from this server, over plain http too', async () => {
  const { html, headers } = await get(`${server.url}/fr/nothing`)
  const stylesheet = await get(`${server.url}${/rel="stylesheet" href="([^"]*)"/.exec(html)?.[1]}`)
  expect(stylesheet.status).toBe(200)
  expect(stylesheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(stylesheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  // The address of another version answers with the current style, and no cache may keep that for ever.
  const other = await get(`${server.url}/site.css?v=other`)
  expect(other.headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
})

test('a page shows the company’s new name and logo as soon as they are saved', async () => {
  const company = await server.company()
  const url = await create(company)
  const profile = (await signedInAdministrator(server, company)).client.company
  expect((await get(url)).html).toContain('Atlas Talents')
  await profile.update.mutate({ revision: 0, name: 'Rif Conseil' })
  const renamed = (await get(url)).html
  expect(renamed).toContain('Rif Conseil')
  expect(renamed).not.toContain('Atlas Talents')

  const { logoUrl } = await profile.setLogo.mutate({ base64: logo.toString('base64') })
  const { html } = await get(url)
  expect(html).toContain(`<img src="${logoUrl}"`)
  // For shared links and for Google.
  expect(html).toContain(`<meta property="og:image" content="${server.url}${logoUrl}"/>`)
  expect(html).toContain(`"logo":"${server.url}${logoUrl}"`)
  await profile.removeLogo.mutate()
  expect((await get(url)).html).not.toContain(`${logoUrl}`)
})
