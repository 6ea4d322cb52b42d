import { randomUUID } from 'node:crypto'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import { zipSync } from 'fflate'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sweepAbandonedCvs } from '../feature/application/service/cv.ts'
import { TRAP_FIELD } from '../feature/application/service/submit.ts'
import { apply, makePdf, pdf } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { readSample } from '../test/read-sample.ts'
import { formatDay } from './job-facts.tsx'
import { APPLY_FIELDS } from './words.ts'

const server = useServer()

async function publishedJob(): Promise<{ company: TestCompany; url: string }> {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Développeuse' } })
  return { company, url: body.jobUrl }
}

async function listCandidates(company: TestCompany) {
  const { body } = await company.call('GET', '/job/A/candidates')
  return body.candidates
}

test('an application comes back as a candidate with every field as it was sent', async () => {
  const { company, url } = await publishedJob()
  const fields = {
    firstName: 'Salma Zahra',
    lastName: 'بناني <b>',
    email: 'salma@example.com',
    phone: '+212 600 000 000',
    linkedinUrl: 'https://www.linkedin.com/in/salma',
    message: 'Bonjour,\nà bientôt 👋',
  }
  const { status, body } = await apply(url, fields, pdf)
  expect(status).toBe(201)
  const [candidate, ...others] = await listCandidates(company)
  expect(others).toEqual([])
  expect(candidate).toEqual({
    ...fields,
    id: body.id,
    date: body.date,
    jobBoardId: 'boardwalk',
    status: 'PENDING',
    companyId: company.id,
    offerId: 'A',
    jobId: expect.any(Number),
    jobTitle: 'Développeuse',
    cv: expect.stringMatching(`^${server.url}/cv/`),
  })
})

test('optional fields and the CV may be left out, and come back as ""', async () => {
  const { company, url } = await publishedJob()
  expect((await apply(url)).status).toBe(201)
  expect(await listCandidates(company)).toMatchObject([{ phone: '', linkedinUrl: '', message: '', cv: '' }])
})

test('a form sent again is the same application, with the same id and date', async () => {
  const { company, url } = await publishedJob()
  const formId = randomUUID()
  const first = await apply(url, { formId }, pdf)
  expect(first.status).toBe(201)
  expect(await apply(url, { formId: formId.toUpperCase() }, pdf)).toEqual(first)
  expect(await listCandidates(company)).toHaveLength(1)
})

test('the id of a form is of its job: at another job it is another application', async () => {
  const { company, url } = await publishedJob()
  const other = (await company.call('POST', '/job', { job: { id: 'B', title: 'Comptable' } })).body.jobUrl
  const formId = randomUUID()
  for (const jobUrl of [url, other]) expect((await apply(jobUrl, { formId })).status).toBe(201)
  const { candidates } = (await company.call('GET', '/candidates')).body
  expect(candidates).toMatchObject([{ offerId: 'A' }, { offerId: 'B' }])
})

test('a form sent many times at once is one application', async () => {
  const { company, url } = await publishedJob()
  const formId = randomUUID()
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => apply(url, { formId }, pdf)))
  expect(first?.status).toBe(201)
  for (const other of others) expect(other).toEqual(first)
  expect(await listCandidates(company)).toHaveLength(1)
})

const none = Buffer.alloc(0)
test.each<[string, Record<string, string>, Buffer<ArrayBuffer> | undefined, string]>([
  ['a CV that is not a PDF', {}, Buffer.from('Salma Bennani, développeuse'), 'cv'],
  ['an empty CV', {}, none, 'cv'],
  ['a CV that is too large', {}, makePdf(CV_BYTES_MAX + 1), 'cv'],
  ['no first name', { firstName: ' ' }, pdf, 'firstName'],
  ['no last name', { lastName: '' }, pdf, 'lastName'],
  ['a bad e-mail address', { email: 'salma@' }, pdf, 'email'],
  ['a bad telephone number', { phone: 'call me' }, pdf, 'phone'],
  ['a link that is not a web address', { linkedinUrl: 'javascript:alert(1)' }, pdf, 'linkedinUrl'],
  ['a message that is too long', { message: 'x'.repeat(5001) }, pdf, 'message'],
  ['a message far too long', { message: 'x'.repeat(200_000) }, pdf, 'message'],
  ['a wrong form id', { formId: '1' }, pdf, 'formId'],
  ['a CV that is text', { cv: 'Salma Bennani' }, undefined, 'cv'],
  ['no consent', { consent: '' }, pdf, 'consent'],
  ['a wrong consent', { consent: 'no' }, pdf, 'consent'],
])('%s is refused with 400, named, and nothing is stored', async (_what, fields, cv, path) => {
  const { company, url } = await publishedJob()
  const { status, body } = await apply(url, fields, cv)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_request', requestId: expect.any(String) })
  expect(body.error.issues).toEqual([{ path, message: expect.stringContaining(path) }])
  expect(body.error.message).toBe(body.error.issues[0].message)
  expect(await listCandidates(company)).toEqual([])
})

test('every wrong field is named at once', async () => {
  const { url } = await publishedJob()
  const { body } = await apply(url, { firstName: '', email: 'x', phone: 'y' }, Buffer.from('no PDF'))
  expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual(['firstName', 'email', 'phone', 'cv'])
})

test('a CV and a message of exactly the largest size are accepted', async () => {
  const { url } = await publishedJob()
  const { status } = await apply(url, { message: '👋\n'.repeat(2500) }, makePdf(CV_BYTES_MAX))
  expect(status).toBe(201)
})

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Sends a form as a browser does, and reads the answer. It does not follow a redirect. */
async function submit(url: string, fields: Record<string, string>, cv?: Buffer<ArrayBuffer>, fileName = 'cv.pdf') {
  const form = new FormData()
  for (const [name, value] of Object.entries({ consent: 'yes', ...fields })) form.append(name, value)
  form.append('cv', new File(cv === undefined ? [] : [cv], cv === undefined ? '' : fileName))
  const res = await fetch(`${url}/apply`, { method: 'POST', headers: { accept }, body: form, redirect: 'manual' })
  return { status: res.status, headers: res.headers, html: await res.text() }
}

const person = () => ({ formId: randomUUID(), firstName: 'A', lastName: 'B', email: 'a@example.com' })

/** Gets a page as a browser that has the cookies of an answer, among cookies of other parts of the site. */
async function getWith(url: string, answer: Headers, locale = 'fr'): Promise<string> {
  const path = new URL(url).pathname.replace(/\/applied$/, '')
  const cookies = answer.getSetCookie().filter((cookie) => cookie.includes(`Path=${path};`))
  expect(cookies).toHaveLength(1)
  const cookie = ['before=1', ...cookies.map((each) => each.split(';', 1)[0]), 'after=1'].join('; ')
  expect(path).toContain(`/${locale}/`)
  return (await fetch(url, { headers: { accept, cookie } })).text()
}

test('a browser is redirected to a confirmation with the reference, which its address does not name and no other browser sees', async () => {
  const { company, url } = await publishedJob()
  const fields = person()
  const { status, headers, html } = await submit(url, fields, pdf)
  expect(status).toBe(303)
  const [candidate] = await listCandidates(company)
  const applied = new URL(headers.get('location') ?? '', url).href
  expect(applied).toBe(`${url}/applied`)
  for (const value of [candidate.id, fields.formId, fields.email]) expect(applied + html).not.toContain(value)
  for (const cookie of headers.getSetCookie()) {
    expect(cookie).toMatch(/^applied=[0-9a-f]{32}\.\d+; Path=\/(fr|en|ar)\/companies\/[^;]+; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('example.com')
  }
  const confirmation = await getWith(applied, headers)
  expect(confirmation).toContain(candidate.id)
  expect(confirmation).toContain('Candidature envoyée')
  expect(confirmation).toContain('Atlas Talents a bien reçu votre candidature au poste «\u00a0Développeuse\u00a0»')
  expect(confirmation).toContain(`Envoyée le ${formatDay('fr', new Date(candidate.date))}<br/>`)
  expect(confirmation).toContain('Et maintenant')
  expect(confirmation).toContain('Atlas Talents lit votre candidature et vous contactera')
  expect(confirmation).toContain(`<a class="button" href="/fr/companies/${company.slug}">`)
  for (const locale of ['en', 'ar'])
    expect(confirmation).toContain(`<a href="${new URL(applied).pathname.replace('/fr/', `/${locale}/`)}" hrefLang=`)
  // This board sends no mail. feature/mail/confirmation.test.ts has one that does.
  expect(confirmation).not.toContain('confirmation par e-mail')
  const arabic = await getWith(applied.replace('/fr/', '/ar/'), headers, 'ar')
  expect(arabic).toContain(candidate.id)
  expect(arabic).toContain(formatDay('ar', new Date(candidate.date)))
  const stranger = await (await fetch(applied, { headers: { accept } })).text()
  expect(stranger).not.toContain(candidate.id)
  expect(stranger).toContain('le poste «\u00a0Développeuse\u00a0», Atlas Talents a bien reçu votre candidature')
  expect(stranger).toContain('ne garde pas de cookies')
  // The form sent again is the same application, and leads to the same confirmation.
  expect((await submit(url, fields, pdf)).headers.getSetCookie()).toEqual(headers.getSetCookie())
  // The job may be withdrawn before the browser has followed the redirect.
  await company.call('DELETE', '/job/A')
  expect(await getWith(applied, headers)).toContain(candidate.id)
  expect((await fetch(applied, { headers: { accept } })).status).toBe(410)
})

test.each([
  [['Entretien <b>', 'Test'], '<li>Entretien &lt;b&gt;</li><li>Test</li></ol>'],
  [['Test'], '<ol dir="auto"><li>Test</li></ol>'],
])('the confirmation names the steps of the recruitment, %j', async (recruitmentProcess, shown) => {
  const company = await server.company()
  const job = { id: 'A', title: 'Comptable', recruitmentProcess }
  const { jobUrl } = (await company.call('POST', '/job', { job })).body
  const { headers } = await submit(jobUrl, person())
  const confirmation = await getWith(`${jobUrl}/applied`, headers)
  expect(confirmation).toContain(`<p>Le recrutement se fait en plusieurs étapes\u00a0:</p><ol dir="auto">`)
  expect(confirmation).toContain(shown)
  const onPage = shown.replaceAll('<li>', '<li class="lines">')
  expect(await (await fetch(jobUrl)).text()).toContain(onPage)
})

test('only the browser that sent an application is told of it on the page of the job, whoever applies with the same address', async () => {
  const { company, url } = await publishedJob()
  const { headers } = await submit(url, person())
  const [candidate] = await listCandidates(company)
  const day = formatDay('fr', new Date(candidate.date))
  const before = `le ${day}. Sa référence est ${candidate.id}. Si vous en envoyez une autre, Atlas Talents reçoit les deux.`
  expect(await getWith(url, headers)).toContain(before)
  expect(await (await fetch(url)).text()).not.toContain(candidate.id)
  // Somebody else who types the same address gets the answer that anybody gets.
  const stranger = await submit(url, person())
  expect(stranger.status).toBe(303)
  expect(stranger.headers.get('location')).toBe(headers.get('location'))
  const [, second] = await listCandidates(company)
  const shown = await getWith(`${url}/applied`, stranger.headers)
  expect(shown).toContain(second.id)
  expect(shown).not.toContain(candidate.id)
  const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'B', title: 'Autre' } })).body
  for (const cookie of headers.getSetCookie()) expect(cookie).not.toContain(new URL(jobUrl).pathname)
  // A cookie that this server did not write shows nothing.
  const forged = await fetch(url, { headers: { accept, cookie: 'applied=<b>.1; applied=1' } })
  expect(await forged.text()).not.toContain('Sa référence est')
})

test('an address without https:// gets it, and Arabic and Persian digits become those that every ATS reads', async () => {
  const { company, url } = await publishedJob()
  const sent = [
    { linkedinUrl: 'linkedin.com/in/salma', phone: '٠٦١٢٣٤٥٦٧٨' },
    { linkedinUrl: 'www.example.ma:8080?x=1', phone: '\u202a+۲۱۲ ۶۰۰ ۰۰۰ ۰۰۹\u202c' },
    { linkedinUrl: 'http://example.com', phone: '' },
  ]
  for (const fields of sent) expect((await apply(url, fields)).status).toBe(201)
  expect(await listCandidates(company)).toMatchObject([
    { linkedinUrl: 'https://linkedin.com/in/salma', phone: '0612345678' },
    { linkedinUrl: 'https://www.example.ma:8080?x=1', phone: '+212 600 000 009' },
    { linkedinUrl: 'http://example.com', phone: '' },
  ])
  for (const linkedinUrl of ['javascript:alert(1)', 'mailto:a@example.com', 'salma', 'two words.com', 'data.x:y'])
    expect((await apply(url, { linkedinUrl })).body.error.issues).toMatchObject([{ path: 'linkedinUrl' }])
})

const text = Buffer.from('Salma Bennani, développeuse')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const rtf = Buffer.from('{\\rtf1 Salma Bennani}')
const odt = Buffer.from('application/vnd.oasis.opendocument.text')
const ofWord = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const docx = zipSync({ '[Content_Types].xml': Buffer.from(`<Types><Override ContentType="${ofWord}"/></Types>`) })
test.each<[string, Buffer<ArrayBuffer>, string]>([
  ['cv <b>.docx', text, 'cv &lt;b&gt;.docx\u00a0» n’est pas un PDF\u00a0: c’est un document Word'],
  ['cv', rtf, 'cv\u00a0» n’est pas un PDF\u00a0: c’est un document Word'],
  ['Réf سلمى.txt', text, 'Réf سلمى.txt\u00a0» n’est pas un PDF'],
  ['cv.rtf', text, 'c’est un document Word'],
  ['cv.pdf', Buffer.from(docx), 'c’est un document Word'],
  ['cv', Buffer.from(zipSync({ mimetype: [odt, { level: 0 }] })), 'c’est un texte OpenDocument'],
  ['CV.ODT', text, 'c’est un texte OpenDocument'],
  ['cv.txt', text, 'c’est du texte simple'],
  ['cv.doc', text, 'c’est un document Word'],
  ['photo.pdf', png, 'photo.pdf\u00a0» n’est pas un PDF\u00a0: c’est une image'],
  ['cv.pdf', text, 'cv.pdf\u00a0» n’est pas un PDF\u00a0: c’est un fichier d’un autre type'],
  ['cv.pdf', Buffer.alloc(0), 'cv.pdf\u00a0» n’est pas un PDF\u00a0: il est vide'],
  ['cv.pdf', makePdf(CV_BYTES_MAX + 1), 'Votre CV dépasse 5 Mo'],
])('the CV %s is refused with its name and the reason', async (fileName, cv, reason) => {
  const { url } = await publishedJob()
  const { status, html } = await submit(url, person(), cv, fileName)
  expect(status).toBe(400)
  expect(html).toContain(reason)
})

test('another language shows the form as it was filled in, and applies for nothing', async () => {
  const { company, url } = await publishedJob()
  const fields = { ...person(), firstName: 'سلمى', message: 'À bientôt', carry: 'yes' }
  const { status, headers, html } = await submit(url.replace('/fr/', '/ar/'), fields, pdf)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(html).toContain('<html lang="ar" dir="rtl">')
  for (const value of [fields.formId, 'سلمى', 'a@example.com']) expect(html).toContain(`value="${value}"`)
  expect(html).toContain('À bientôt</textarea>')
  expect(html).toContain('cv.pdf')
  expect(html).toContain('name="keptCv" value="yes"')
  expect(html).not.toContain('role="alert"')
  expect(await listCandidates(company)).toEqual([])
  // A file that is not kept is asked for again.
  const lost = await submit(url, { ...fields, formId: randomUUID() }, text)
  // So is one that was kept before, and has gone since.
  const gone = await submit(url, { ...fields, formId: randomUUID(), keptCv: 'yes' })
  for (const page of [lost, gone])
    expect([page.status, page.html.includes('Votre CV n’est plus conservé')]).toEqual([200, true])
  // The form that was carried is sent with the CV that came along.
  const { carry: _, ...sent } = fields
  expect((await submit(url.replace('/fr/', '/ar/'), { ...sent, keptCv: 'yes' })).status).toBe(303)
  expect(await listCandidates(company)).toMatchObject([{ firstName: 'سلمى', cv: expect.stringContaining('/cv/') }])
})

test('a browser gets a wrong form back with a summary that links to the fields, the typed texts and the same form id', async () => {
  const { company, url } = await publishedJob()
  const formId = randomUUID()
  const fields = { formId, firstName: '"><script>', lastName: '', email: 'nobody', message: '\n  </textarea>' }
  const { status, headers, html } = await submit(url, fields, pdf)
  expect(status).toBe(400)
  // A browser that goes back to it shows it again and does not ask to send the form again.
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(html).toContain('role="alert"')
  const links = [...html.matchAll(/<a href="#(\w+)">/g)].map(([, field]) => field)
  expect(links).toEqual(['lastName', 'email'])
  const said = [...html.matchAll(/<a href="#\w+">([^<]*)/g)].map(([, text]) => text)
  expect(said).toEqual(['Indiquez votre nom.', 'Indiquez une adresse e-mail valable, comme nom@example.com.'])
  expect(html).toContain('<title>Erreur – Postuler\u00a0: Développeuse – Atlas Talents</title>')
  expect(html).toContain(`<a href="${new URL(url).pathname}">Retour à l’offre</a>`)
  for (const field of links) expect(html).toContain(`id="${field}-problem"`)
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect(html).toContain('aria-describedby="email-hint email-problem"')
  expect(html).not.toContain('n’a pas pu être lu')
  // The other languages are those of the job, and take what was typed along.
  for (const page of [html, await (await fetch(url)).text()])
    for (const [locale, dir] of [
      ['en', 'ltr'],
      ['ar', 'rtl'],
    ]) {
      const { pathname } = new URL(url.replace('/fr/', `/${locale}/`))
      expect(page).toContain(`<a href="${pathname}" hrefLang="${locale}" lang="${locale}" dir="${dir}">`)
      const button = ` lang="${locale}" dir="${dir}" class="carry" value="yes" name="carry"`
      expect(page).toContain(`${button} formAction="${pathname}/apply#apply"`)
    }
  expect(html).toContain(`name="formId" value="${formId}"`)
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(html).toContain('value="nobody"')
  // Browsers ignore the first line end in a textarea, so there are two.
  expect(html).toContain('>\n\n  &lt;/textarea&gt;</textarea>')
  expect(await listCandidates(company)).toEqual([])
})

test.each([
  ['firstName', '  ', 'Indiquez votre prénom.'],
  ['firstName', 'x'.repeat(101), 'Indiquez votre prénom en 100 caractères au plus.'],
  ['message', 'x'.repeat(5001), 'Le message doit avoir 5000 caractères au plus.'],
])('a wrong %s says what is missing, or how long it may be', async (field, value, said) => {
  const { url } = await publishedJob()
  const { status, html } = await submit(url, { ...person(), [field]: value })
  expect(status).toBe(400)
  expect(html).toContain(`<a href="#${field}">${said}</a>`)
})

test('each field of the form is of its kind, so that a browser fills it in and a telephone shows the right keys', async () => {
  const { url } = await publishedJob()
  const html = await (await fetch(url)).text()
  const read = (name: string) => {
    const [tag = ''] = new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(html) ?? []
    const attribute = (which: string) => new RegExp(` ${which}="([^"]*)"`).exec(tag)?.[1]
    return [...['type', 'autoComplete', 'dir', 'maxLength'].map(attribute), / required=/.test(tag)]
  }
  expect(Object.fromEntries(APPLY_FIELDS.map((name) => [name, read(name)]))).toEqual({
    firstName: ['text', 'given-name', 'auto', '100', true],
    lastName: ['text', 'family-name', 'auto', '100', true],
    email: ['email', 'email', 'ltr', '254', true],
    phone: ['tel', 'tel', 'ltr', '50', false],
    linkedinUrl: ['url', 'url', 'ltr', '300', false],
    message: [undefined, undefined, 'auto', '5000', false],
    cv: ['file', undefined, undefined, undefined, false],
    consent: ['checkbox', undefined, undefined, undefined, true],
  })
  const [form = ''] = /<form id="apply-form"[^>]*>/.exec(html) ?? []
  for (const attribute of ['method="post"', 'encType="multipart/form-data"', 'noValidate'])
    expect(form).toContain(attribute)
  const optional = [...html.matchAll(/<label for="(\w+)">[^<]*<span class="soft">\(facultatif\)/g)].map(
    ([, name]) => name,
  )
  expect(optional).toEqual(['phone', 'linkedinUrl', 'message', 'cv'])
  // Password managers and autofill leave the trap alone.
  const [trap = ''] = new RegExp(`<input[^>]* name="${TRAP_FIELD}"`).exec(html) ?? []
  for (const attribute of ['1p-ignore="true"', 'bwignore="true"', 'form-type="other"', 'lpignore="true"'])
    expect(trap).toContain(`data-${attribute}`)
  expect(trap).toContain('autoComplete="off"')
  expect(html).toContain('accept="application/pdf,.pdf"')
})

test('the box of the consent comes back as the applicant left it', async () => {
  const { url } = await publishedJob()
  for (const [consent, isChecked] of [
    ['yes', true],
    ['', false],
  ] as const) {
    const { html } = await submit(url, { consent, firstName: 'A' })
    const [box = ''] = /<input[^>]*name="consent"[^>]*>/.exec(html) ?? []
    expect({ consent, box, isChecked: / checked/.test(box) }).toEqual({ consent, box, isChecked })
    expect(box).not.toBe('')
  }
})

test('a CV that is too large does not lose the texts that were typed', async () => {
  const { url } = await publishedJob()
  // Browsers send the fields in the order of the page, and the server stops reading at the end of a file that is too large.
  const names = [...(await (await fetch(url)).text()).matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(
    ([, name]) => name,
  )
  const texts = ['formId', 'firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'message']
  expect(names.slice(0, names.indexOf('cv'))).toEqual(expect.arrayContaining(texts))
  const fields = { formId: randomUUID(), firstName: 'Salma', lastName: 'Bennani', email: 'salma@example.com' }
  const { status, html } = await submit(url, fields, makePdf(CV_BYTES_MAX + 1))
  expect(status).toBe(400)
  for (const value of Object.values(fields)) expect(html).toContain(`value="${value}"`)
  expect(html).toContain('<a href="#cv">')
  expect(html).not.toContain('n’a pas pu être lu')
})

test('a form whose id is refused comes back with a new id', async () => {
  const { url } = await publishedJob()
  const { status, html } = await submit(url, { formId: 'x', firstName: 'A', lastName: 'B', email: 'a@example.com' })
  expect(status).toBe(400)
  expect(html).toMatch(/name="formId" value="[0-9a-f-]{36}"/)
  expect(html).toContain('n’a pas pu être lu en entier')
})

test('the address of the form redirects to the job', async () => {
  const { url } = await publishedJob()
  const res = await fetch(`${url}/apply`, { redirect: 'manual' })
  expect(res.status).toBe(303)
  expect(new URL(res.headers.get('location') ?? '', url).href).toBe(url)
})

test('the form says at each field what it accepts, and who receives the data', async () => {
  const { url } = await publishedJob()
  const html = await (await fetch(url)).text()
  expect(html).toMatch(/<p class="hint" id="cv-hint">Fichier PDF, 5 Mo au plus<\/p>/)
  expect(html).toMatch(/<input type="file" [^>]*aria-describedby="cv-hint"/)
  expect(html).toMatch(/<input type="checkbox" [^>]*required="" name="consent" value="yes"\/><span>[^<]*Atlas Talents/)
})

test('a form whose trap is filled in gets the answer of any form, and no ATS sees it', async () => {
  const { company, url } = await publishedJob()
  const { status, body } = await apply(url, { [TRAP_FIELD]: 'https://spam.example' }, pdf)
  expect(status).toBe(201)
  expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), date: expect.any(String) })
  const fields = { formId: randomUUID(), firstName: 'A', lastName: 'B', email: 'a@example.com', [TRAP_FIELD]: 'x' }
  const page = await submit(url, fields, pdf)
  expect(page.status).toBe(303)
  expect(await getWith(`${url}/applied`, page.headers)).toContain('Candidature envoyée')
  // A form that could not be let in is refused, so that a person can correct it.
  expect((await submit(url, { ...fields, lastName: '' })).status).toBe(400)
  expect(await listCandidates(company)).toEqual([])
})

test('a company that gets too many applications within a second refuses the next one, and it can be sent again as it was', async () => {
  const { company, url } = await publishedJob()
  expect((await apply(url)).status).toBe(201)
  const mailbox = { _id: company.id }
  const change = (changes: Record<string, Date>) =>
    server.connection.db.collection<{ _id: string }>('mailboxes').updateOne(mailbox, { $set: changes })
  const clock = new Date(Date.now() + 3_600_000)
  await change({ clock })
  const refused = await apply(url, {}, pdf)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } })
  const fields = { formId: randomUUID(), firstName: 'Salma', lastName: 'Bennani', email: 'salma@example.com' }
  const page = await submit(url, fields, pdf)
  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('1')
  expect(page.html).toContain('votre candidature n’a pas été reçue')
  for (const value of Object.values(fields)) expect(page.html).toContain(`value="${value}"`)
  expect(page.html).toContain('name="keptCv" value="yes"')
  expect(await listCandidates(company)).toHaveLength(1)
  expect((await submit(url, { ...fields, keptCv: 'yes' })).status).toBe(503)
  await server.deps.background.settled()
  // Both CVs that were stored with the refused forms are left to the sweep, and the kept one to the next sending.
  const soon = { companyId: company.id, until: { $lt: new Date(Date.now() + 120_000) } }
  await expect.poll(() => server.connection.db.collection('cvUploads').countDocuments(soon)).toBe(2)
  expect(await server.storedCvs(company.id)).toEqual({ files: 3, uploads: 3 })

  // The time has come.
  await change({ toldTime: clock })
  expect((await submit(url, { ...fields, keptCv: 'yes' })).status).toBe(303)
  expect(await listCandidates(company)).toMatchObject([{ cv: '' }, { cv: expect.stringMatching('/cv/') }])
  const sweepIn = (ms: number) =>
    sweepAbandonedCvs({ ...server.deps, now: () => Date.now() + ms, soundNow: () => Date.now() + ms })
  await sweepIn(20_000)
  expect((await server.storedCvs(company.id)).files).toBe(3)
  await sweepIn(120_000)
  await expect.poll(() => server.storedCvs(company.id)).toEqual({ files: 1, uploads: 0 })
})

describe('from one address', () => {
  const limited = useServer({ settings: { applicationsPerHour: 2, trustProxy: 1 } })
  let url: string
  let company: TestCompany
  beforeAll(async () => {
    company = await limited.company()
    url = (await company.call('POST', '/job', { job: { id: 'A', title: 'Développeuse' } })).body.jobUrl
  })

  const from = (address: string, accept = 'application/json') => {
    const form = new FormData()
    const fields = { formId: randomUUID(), firstName: 'Salma', lastName: 'Bennani', email: 's@example.com' }
    for (const [name, value] of Object.entries({ ...fields, consent: 'yes' })) form.append(name, value)
    const headers = { accept, 'x-forwarded-for': address }
    return fetch(`${url}/apply`, { method: 'POST', headers, body: form })
  }
  const statusesFrom = async (...addresses: string[]) => {
    const statuses: number[] = []
    for (const address of addresses) {
      const res = await from(address)
      await res.body?.cancel()
      statuses.push(res.status)
    }
    return statuses
  }

  test('no more than the limit is accepted in an hour, and another address has its own count', async () => {
    expect(await statusesFrom('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([201, 201, 429, 201])
    expect(readSample(await limited.deps.metrics.text(), 'boardwalk_refusals_total{limit="applications"}')).toBe(1)
    expect((await company.call('GET', '/job/A/candidates')).body.total).toBe(3)
  })

  test('a refused form says when to try again and keeps what was typed', async () => {
    const beforeMs = Date.now()
    await statusesFrom('192.0.2.3', '192.0.2.3')
    const minutesOf = (res: Response) => Math.ceil(Number(res.headers.get('retry-after')) / 60)
    // Some 59 minutes and 20 seconds are left, which are told as 60 minutes.
    vi.useFakeTimers({ toFake: ['Date'], now: beforeMs + 40_000 })
    onTestFinished(() => void vi.useRealTimers())
    const json = await from('192.0.2.3')
    expect(json.status).toBe(429)
    expect((await json.json()).error).toMatchObject({
      code: 'too_many_applications',
      message: expect.stringContaining(`in ${minutesOf(json)} minutes`),
    })
    const page = await from('192.0.2.3', 'text/html')
    expect(page.status).toBe(429)
    const seconds = Number(page.headers.get('retry-after'))
    expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 3600).toBe(true)
    expect(seconds * 1000 + Date.now() - beforeMs).toBeGreaterThanOrEqual(3_600_000)
    const html = await page.text()
    expect(html).toContain(`Réessayez dans ${minutesOf(page)} min`)
    expect(html).toContain('value="Bennani"')
  })

  test('a form over the limit keeps the CV that was kept before', async () => {
    const fields = { ...person(), lastName: '' }
    expect((await submit(url, fields, pdf)).status).toBe(400)
    expect((await submit(url, { ...fields, keptCv: 'yes' })).status).toBe(400)
    const { status, html } = await submit(url, { ...fields, lastName: 'Bennani', keptCv: 'yes' })
    expect(status).toBe(429)
    expect(html).toContain('name="keptCv" value="yes"')
    expect(html).toContain('cv.pdf\u00a0» est conservé')
  })

  test('the address is the one that the trusted proxy saw, even if the client sends another one', async () => {
    const said = ['203.0.113.1, 192.0.2.4', '203.0.113.2, 192.0.2.4', '203.0.113.3, 192.0.2.4']
    expect(await statusesFrom(...said)).toEqual([201, 201, 429])
  })

  test('all IPv6 addresses of one subscriber count as one address', async () => {
    const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2:3:4:5:6']
    expect(await statusesFrom(...same, '2001:db8:1:3::1')).toEqual([201, 201, 429, 201])
  })
})
