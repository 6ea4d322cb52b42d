import { createHash } from 'node:crypto'
import { AppError } from '@boardwalk/core/error'
import type { Locale } from '@boardwalk/schema/company'
import type { JobFields } from '@boardwalk/schema/job'
import type { JobTerms } from '@boardwalk/schema/terms'
import { describe, expect, test } from 'vitest'
import { whileFailing } from '../test/failing-store.ts'
import { publishJob } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { logo } from '../test/logo.ts'
import { makeSite, makeStoredJob } from '../test/stored-job.ts'
import { signedInUser } from '../test/user.ts'
import { renderJobPage } from './job-page.tsx'

const server = useServer()

const wholeJob = {
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
  minSalary: 18e3,
  maxSalary: 24e3,
  minExperience: 2,
  maxExperience: 5,
  recruitmentProcess: ['Entretien RH', 'Test technique'],
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

const now = Date.UTC(2026, 2, 1)
const render = (fields: Partial<JobFields>, locale: Locale = 'fr', terms: JobTerms = {}) =>
  renderJobPage({ site: makeSite(locale), job: makeStoredJob(fields, terms), formId: 'x', now })

describe('the page of a published job', () => {
  test('shows everything that was sent, in the page’s language, from left to right or from right to left', async () => {
    const { company, url } = await publishJob(server, wholeJob)
    const { status, headers, html } = await get(url)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const text = readText(html)
    for (const shown of [
      'Atlas Talents',
      'Casablanca, Rabat',
      'Pays Maroc',
      'CDD',
      'Bac +5',
      'Hybride',
      'Référence A',
      'français et anglais',
      '2–5 ans',
      'Une équipe de six .',
      'Écrire',
      'Curieuse',
      'Assurance santé',
      'Entretien RH',
      'Test technique',
    ])
      expect(text).toContain(shown)
    expect(readText((await get(url.replace('/fr/', '/en/'))).html)).toContain('Fixed term (CDD)')
    const arabic = (await get(url.replace('/fr/', '/ar/'))).html
    expect(arabic).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/i)
    for (const shown of ['نمط العمل مختلط', 'المرجع A']) expect(readText(arabic)).toContain(shown)
    // Benefits may be one text, whose lines stay.
    await company.call('PUT', '/job/A', { job: { benefits: 'Mutuelle\nTransport' } })
    expect((await get(url)).html).toContain('<p class="lines" dir="ltr">Mutuelle\nTransport</p>')
  })

  test('shows each city once, in its country, and a work mode that was sent as a city as a work mode', () => {
    const shown: [Partial<JobFields>, Locale, string][] = [
      [{ city: ['Fès', 'Fez', 'FES'] }, 'fr', 'Ville Fès Pays Maroc'],
      [{ city: ['Fès', 'Fez', 'FES'] }, 'ar', 'المدينة فاس البلد المغرب'],
      [{ city: 'Paris, France' }, 'en', 'City Paris Country France'],
      [{ city: '75 - PARIS 10', country: 'Maroc' }, 'fr', 'Ville Paris Pays France'],
      [{ city: 'Remote' }, 'fr', 'Postuler Pays Maroc Mode de travail À distance'],
      [{ city: 'Berlin, DE' }, 'en', 'City Berlin, DE'],
    ]
    for (const [fields, locale, text] of shown) expect(readText(render(fields, locale))).toContain(text)
    expect(readText(render({ city: 'Berlin, DE' }, 'fr'))).not.toContain('Maroc')
    expect(readText(render({ city: 'Tout le Maroc' }, 'ar'))).not.toContain('المدينة')
  })

  test('has no markup or script of the company, except the allowed HTML', { tags: ['one-script'] }, async () => {
    const { html, headers } = await get((await publishJob(server, wholeJob)).url)
    const ours = /^<script src="\/site\.js\?v=[\w-]+" integrity="(sha256-[^"]+)" defer="">/
    const [data, script = ''] = html.match(/<script[^>]*>/g) ?? []
    expect([data, ours.test(script)]).toEqual(['<script type="application/ld+json">', true])
    expect(html).not.toMatch(/onclick|<i>|<b>/)
    // The structured data cannot end its own script.
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html).toContain('&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('<strong>six</strong>')
    expect(html).toContain('&lt;i&gt;Télétravail&lt;/i&gt;')
    expect(html).not.toMatch(/ style=|<style/)
    // The policy allows the one script by its hash.
    const [, hash = ''] = ours.exec(script) ?? []
    const policy = headers.get('content-security-policy')?.replace(` script-src '${hash}';`, '')
    expect(policy).toMatch(/^default-src 'none'; (?!.*(script|unsafe|\*))/)
    const file = await fetch(`${server.url}${/src="([^"]+)"/.exec(script)?.[1]}`)
    expect(
      `sha256-${createHash('sha256')
        .update(await file.text())
        .digest('base64')}`,
    ).toBe(hash)
    expect(file.headers.get('cache-control')).toContain('immutable')
  })

  test('shows the salary only if displaySalary is true, with the currency of the country', () => {
    const salary = { minSalary: 3000, maxSalary: 4500 }
    for (const fields of [
      salary,
      { minSalary: 0, maxSalary: 0, displaySalary: true },
      { maxSalary: 0, displaySalary: true },
    ])
      expect(render(fields)).not.toMatch(/MAD|Salaire/)
    const shown: [Partial<JobFields>, Locale, string][] = [
      [{}, 'fr', '3 000–4 500 MAD net par mois'],
      [{ minSalary: null }, 'fr', 'jusqu’à 4 500 MAD net par mois'],
      [{ maxSalary: null }, 'fr', '3 000 MAD net par mois et plus'],
      [{ maxSalary: null }, 'ar', '3.000 درهم مغربي صافية في الشهر فأكثر'],
      // 0 is no amount.
      [{ minSalary: 0 }, 'fr', 'jusqu’à 4 500 MAD net par mois'],
      [{ maxSalary: 0 }, 'fr', '3 000 MAD net par mois et plus'],
      [{ country: 'France' }, 'en', '€3,000 – €4,500 net per month'],
      // A range with a dash would read backwards in Arabic.
      [{ country: 'France' }, 'ar', 'من 3.000 إلى 4.500 يورو صافية في الشهر'],
      [{}, 'ar', 'من 3.000 إلى 4.500 درهم مغربي صافية في الشهر'],
      // If the country is unknown, the page shows the number alone.
      [{ country: 'Atlantide' }, 'fr', '3 000–4 500 net par mois'],
    ]
    for (const [fields, locale, text] of shown)
      expect(readText(render({ ...salary, displaySalary: true, ...fields }, locale))).toContain(text)
    const paid: [JobTerms, Locale, string][] = [
      [{ currency: 'EUR', period: 'YEAR', basis: 'GROSS' }, 'fr', '3 000–4 500 € brut par an'],
      [{ currency: 'EUR', period: 'YEAR', basis: 'GROSS' }, 'en', '€3,000 – €4,500 gross per year'],
      [{ currency: 'EUR', period: 'YEAR', basis: 'GROSS' }, 'ar', 'من 3.000 إلى 4.500 يورو إجمالية في السنة'],
      [{ period: 'DAY', basis: 'NET' }, 'fr', '3 000–4 500 MAD net par jour'],
      [{ period: 'WEEK' }, 'en', 'MAD 3,000–4,500 net per week'],
      [{ period: 'HOUR', currency: 'USD' }, 'fr', '3 000–4 500 $US net par heure'],
    ]
    for (const [terms, locale, text] of paid)
      expect(readText(render({ ...salary, displaySalary: true }, locale, terms))).toContain(text)
    // Cents are two digits, or none.
    const hourly = { minSalary: 12, maxSalary: 12.5, displaySalary: true }
    for (const [locale, text] of [
      ['fr', '12–12,50 € brut par heure'],
      ['ar', 'من 12 إلى 12,50 يورو إجمالية في الساعة'],
    ] as const)
      expect(readText(render(hourly, locale, { currency: 'EUR', period: 'HOUR', basis: 'GROSS' }))).toContain(text)
  })

  test('has a form with its own id each time, and no cache may store the page', async () => {
    const { url } = await publishJob(server)
    const pages = [await get(url), await get(url)]
    const ids = pages.map(({ html }) => /name="formId" value="([0-9a-f-]{36})"/.exec(html)?.[1])
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
    expect(pages[0]?.headers.get('cache-control')).toBe('no-store')
  })

  test('shows the company’s new name and logo as soon as they are saved', async () => {
    // No other job is similar, so the page names no other company.
    const { company, url } = await publishJob(server, { title: 'Ferronnière', description: '<p>Texte</p>' })
    const profile = (await signedInUser(server, company)).client.company
    expect((await get(url)).html).toContain('Atlas Talents')
    await profile.update.mutate({ revision: 0, name: 'Rif Conseil' })
    expect((await get(url)).html).toMatch(/^(?!.*Atlas Talents).*Rif Conseil/s)
    const { logoUrl } = await profile.setLogo.mutate({ base64: logo.toString('base64') })
    const { html } = await get(url)
    // The logo is on the page, its icon, and in the structured data.
    for (const shown of [
      'src="data:image/webp;base64,',
      `<link rel="icon" href="${logoUrl}"`,
      `"logo":"${server.url}${logoUrl}"`,
    ])
      expect(html).toContain(shown)
    await profile.removeLogo.mutate()
    expect((await get(url)).html).not.toMatch(/\/logos\/|<img/)
  })
})

describe('a shared link to a job', () => {
  test('shows its title, its facts and the beginning of its text; one to a withdrawn job shows nothing', async () => {
    const company = await server.company()
    // English, because the default of the board is French.
    await server.deps.companies.updateTexts(company.id, 0, { locale: 'en' }, 'operator')
    const job = { id: 'A', title: 'Chef "de" <rang>', city: 'Rabat', description: '<p>Bienvenue &amp; merci.</p>' }
    const { jobUrl } = (await company.call('POST', '/job', { job: { ...job, contractType: 'CDI' } })).body
    const arabic = jobUrl.replace('/en/', '/ar/')
    const { html } = await get(arabic)
    const title = 'Chef &quot;de&quot; &lt;rang&gt; – Atlas Talents'
    for (const shown of [
      `<meta property="og:title" content="${title}"/>`,
      '<meta property="og:description" content="الرباط · عقد غير محدد المدة (CDI) · Bienvenue &amp; merci."/>',
      `<title>${title}</title>`,
    ])
      expect(html).toContain(shown)
    expect(html).not.toContain('noindex')
    await company.call('DELETE', '/job/A')
    const gone = (await get(arabic)).html
    expect(gone).toContain('<meta name="robots" content="noindex"/>')
    expect(gone).not.toMatch(/og:|Chef/)
  })
})

test('a job that was never published answers 404 for page and form, as an address without a job', async () => {
  const { company, url } = await publishJob(server, { title: 'TypeScript', status: 'UNPUBLISHED' })
  const [page, nothing] = await Promise.all([get(url), get(url.replace(/\d+$/, '999999999'))])
  expect([page.status, nothing.status]).toEqual([404, 404])
  expect(page.html).not.toContain('TypeScript')
  const withoutIds = (html: string) => html.replaceAll(/[0-9a-f-]{36}|<code>[0-9a-f]{8}<|-\d+\b/g, '')
  expect(withoutIds(page.html)).toBe(withoutIds(nothing.html))
  for (const init of [{}, { method: 'POST', body: new FormData() }])
    expect((await fetch(`${url}/apply`, init)).status).toBe(404)
  const otherSlug = await fetch(url.replace('typescript', 'x'), { redirect: 'manual' })
  expect([otherSlug.status, await otherSlug.text()]).toEqual([404, expect.not.stringContaining('ypescript')])
  await company.call('PUT', '/job/A', { job: { status: 'PUBLISHED' } })
  expect((await get(url)).status).toBe(200)
})

test('a job that was withdrawn answers 410 for page and form, and offers the company’s newest five jobs', async () => {
  const { company, url } = await publishJob(server, wholeJob)
  await company.call('DELETE', '/job/A')
  const page = await get(url)
  expect([page.status, page.headers.get('cache-control')]).toEqual([410, 'no-store'])
  expect(page.html).toContain('Cette offre d’emploi n’est plus publiée.')
  expect(page.html).not.toContain('TypeScript')
  for (const id of ['1', '2', '3', '4', '5', '6'])
    await company.call('POST', '/job', { job: { id, title: `Autre ${id}` } })
  const withOthers = (await get(url)).html
  expect(withOthers).toContain('<h2>Autres offres chez Atlas Talents</h2>')
  expect(withOthers).toContain(`href="/fr/companies/${company.slug}"`)
  const others = [...withOthers.matchAll(/<bdi>Autre (\d)/g)].map(([, id]) => id)
  expect(others).toEqual(['6', '5', '4', '3', '2'])
  const withoutOthers = { status: 410, html: expect.not.stringContaining('<bdi>Autre') }
  const check = async () => expect(await get(url)).toMatchObject(withoutOthers)
  await whileFailing(server.deps.catalogue, 'find', check, new AppError('unavailable', { reason: 'search_away' }))
  const program = await fetch(url, { headers: { accept: 'application/json' } })
  expect([program.status, (await program.json()).error.code]).toEqual([410, 'job_unpublished'])
  expect((await fetch(`${url}/apply`, { method: 'POST', body: new FormData() })).status).toBe(410)
})

test('an address with another slug and the right job id leads to the job', async () => {
  const { company, url } = await publishJob(server, { title: 'Conseiller(ère) clientèle – H/F' })
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
})

test('a wrong company, job or language, and a job under another company, answer 404 in the path’s language', async () => {
  const [{ company, url }, other] = [await publishJob(server), await server.company()]
  const underOther = url.replace(company.slug, other.slug)
  const wrong = [
    url.replace(company.slug, 'unknown'),
    `${url}0`,
    url.replace('/fr/', '/de/'),
    url.replace('/fr/', '/FR/'),
    underOther,
    `${server.url}/fr/companies/unknown`,
    `${server.url}/en/companies/%ZZ/jobs/%00`,
  ]
  for (const address of wrong) expect([address, (await get(address)).status]).toEqual([address, 404])
  expect((await fetch(`${underOther}/apply`, { method: 'POST', body: new FormData() })).status).toBe(404)
  // The page of an error links to the company only if the company exists.
  expect((await get(`${url}0`)).html).toContain(`href="/fr/companies/${company.slug}"`)
  expect((await get(wrong[0] ?? '')).html).not.toContain('href="/fr/companies/unknown"')

  const res = await fetch(`${server.url}/ar/companies/<b>`, { headers: { 'x-request-id': 'r-1' } })
  const html = await res.text()
  for (const shown of ['<html lang="ar" dir="rtl">', 'الصفحة غير موجودة', 'r-1']) expect(html).toContain(shown)
  // Each other language is named in itself.
  expect(html).toContain('<a href="/fr/companies/%3Cb%3E" hrefLang="fr" lang="fr" dir="ltr">')
  const elsewhere = (await get(`${server.url}/nothing`)).html
  expect(elsewhere).toContain('<html lang="fr" dir="ltr">')
  expect(elsewhere).not.toContain('hrefLang')
})
