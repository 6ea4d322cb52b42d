import { randomUUID } from 'node:crypto'
import { TRAP_FIELD } from '@boardwalk/core/intake/submit'
import { suspendCompany } from '@boardwalk/core/job/company-suspension'
import { APPLY_FIELDS, CV_BYTES_MAX, cvMimes } from '@boardwalk/schema/application'
import { zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import protectedPdfs from '../../../../packages/core/src/cv/fixture/protected-pdfs.json' with { type: 'json' }
import { whileReplaced } from '../test/failing-store.ts'
import { apply, encodeForm, makePdf, pdf, publishJob, submit } from '../test/form.ts'
import { type TestCompany, useSecondServer, useServer } from '../test/harness.ts'
import { logo } from '../test/logo.ts'
import { makeDocx, makeOdt } from '../test/office.ts'
import { readSample } from '../test/read-sample.ts'
import { signedInUser } from '../test/user.ts'
import { formatDay } from './job-facts.tsx'

const server = useServer()
const second = useSecondServer(server)
const pdfOnly = useServer({ settings: { cvTypes: ['pdf'] } })

const publish = () => publishJob(server)

async function listCandidates(company: TestCompany) {
  const { body } = await company.call('GET', '/candidates')
  return body.candidates
}

describe('an application', () => {
  test('comes back as a candidate with every field as it was sent, and "" for what was left out', async () => {
    const { company, url } = await publish()
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
    expect((await apply(url)).status).toBe(201)
    // Every ATS can read these: Latin digits, and an address that begins with https://.
    expect((await apply(url, { linkedinUrl: 'linkedin.com/in/salma', phone: '٠٦١٢٣٤٥٦٧٨' })).status).toBe(201)
    const [candidate, bare, written, ...others] = await listCandidates(company)
    expect(others).toEqual([])
    expect(written).toMatchObject({ linkedinUrl: 'https://linkedin.com/in/salma', phone: '0612345678' })
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
      statusChangedBy: 'applicant',
      statusChangedAt: body.date,
      erasedAt: null,
      changedAt: body.date,
      cv: expect.stringMatching(`^${server.url}/cv/`),
    })
    expect(bare).toMatchObject({ phone: '', linkedinUrl: '', message: '', cv: '' })
  })

  test('a form sent many times at once is one application, and at another job it is another one', {
    tags: ['one-form'],
  }, async () => {
    const { company, url } = await publish()
    const formId = randomUUID()
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => apply(url, { formId }, pdf)))
    expect(first?.status).toBe(201)
    for (const other of others) expect(other).toEqual(first)
    expect(await apply(url, { formId: formId.toUpperCase() }, pdf)).toEqual(first)
    const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'B', title: 'Comptable' } })).body
    expect((await apply(jobUrl, { formId })).status).toBe(201)
    expect(await listCandidates(company)).toMatchObject([{ offerId: 'A' }, { offerId: 'B' }])
  })

  test('a form whose content was changed is another application, in each process and at the same moment, and each has its own CV', async () => {
    const { company, url } = await publish()
    const formId = randomUUID()
    const contents: [Record<string, string>, Buffer<ArrayBuffer> | undefined][] = [
      [{ message: 'Premier texte' }, pdf],
      [{ message: 'Texte corrigé' }, pdf],
      [{ message: 'Texte corrigé' }, makePdf(2000)],
      [{ message: 'Texte corrigé' }, undefined],
      [{ message: 'Texte corrigé', phone: '0612345678' }, pdf],
      [{ message: 'Texte corrigé', email: 'other@example.com' }, pdf],
      [{ message: 'Texte corrigé', lastName: 'Alaoui' }, pdf],
    ]
    const otherUrl = url.replace(server.url, second.url)
    const sendAll = () =>
      Promise.all(
        contents.flatMap(([fields, cv]) => [url, otherUrl].map((each) => apply(each, { formId, ...fields }, cv))),
      )
    const answers = await sendAll()
    for (const { status } of answers) expect(status).toBe(201)
    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(contents.length)
    expect(await sendAll()).toEqual(answers)
    for (const { deps } of [server, second]) await deps.background.settled()
    const candidates = await listCandidates(company)
    expect(new Set(candidates.map(({ id }: { id: string }) => id))).toEqual(ids)
    const readCv = async (cv: string) => (cv === '' ? undefined : Buffer.from(await (await fetch(cv)).arrayBuffer()))
    for (const [index, [fields, cv]] of contents.entries()) {
      const sent = candidates.find(({ id }: { id: string }) => id === answers[index * 2]?.body.id)
      expect(sent).toMatchObject(fields)
      expect(await readCv(sent.cv)).toEqual(cv)
    }
    // Six contents have a CV, and nothing is left of the forms that were sent again. The erasure of one takes only its own.
    expect(await server.storedCvs(company.id)).toEqual({ files: 6, uploads: 0 })
    const { client } = await signedInUser(server, company)
    await client.application.erase.mutate({ id: candidates[0].id, allOfPerson: false })
    const left = (await listCandidates(company)).filter(({ cv }: { cv: string }) => cv !== '')
    for (const { cv } of left) expect((await fetch(cv)).status).toBe(200)
  })

  test('that was erased is not confirmed again: its form, sent again, is a new one, and a copy that was under way brings nothing back', async () => {
    const { company, url } = await publish()
    const { client } = await signedInUser(server, company)
    const erase = (id: string) => client.application.erase.mutate({ id, allOfPerson: false })
    const fields = { formId: randomUUID(), message: 'Bonjour' }
    const first = (await apply(url, fields, pdf)).body.id
    await erase(first)
    const again = await apply(url, fields, pdf)
    expect([again.status, again.body.id === first]).toEqual([201, false])
    expect(await apply(url, fields, pdf)).toEqual(again)
    expect(await listCandidates(company)).toMatchObject([
      { id: first, message: '' },
      { id: again.body.id, message: 'Bonjour', cv: expect.stringMatching(/^http/) },
    ])
    // The copy came before the erasure, and is accepted after it.
    const { accept } = server.deps.mailbox
    const late: typeof accept = async (application) => {
      await erase(again.body.id)
      return accept(application)
    }
    await whileReplaced(server.deps.mailbox, { accept: late }, async () => {
      expect((await apply(url, fields, pdf)).status).toBe(503)
    })
    await server.deps.background.settled()
    expect((await listCandidates(company)).map(({ message }: { message: string }) => message)).toEqual(['', ''])
    expect((await apply(url, fields, pdf)).status).toBe(201)
    expect((await listCandidates(company)).map(({ message }: { message: string }) => message)).toEqual([
      '',
      '',
      'Bonjour',
    ])
  })
})

describe('a form', () => {
  let company: TestCompany
  let url: string
  beforeAll(async () => {
    ;({ company, url } = await publish())
  })

  test.each<[string, Record<string, string>, Buffer<ArrayBuffer> | undefined, string]>([
    ['a CV that is not a PDF', {}, Buffer.from('Salma Bennani, développeuse'), 'cv'],
    ['an empty CV', {}, Buffer.alloc(0), 'cv'],
    ['a CV that is too large', {}, makePdf(CV_BYTES_MAX + 1), 'cv'],
    ['a CV that is text', { cv: 'Salma Bennani' }, undefined, 'cv'],
    ['a link that is not a web address', { linkedinUrl: 'javascript:alert(1)' }, pdf, 'linkedinUrl'],
    ['a message far too long', { message: 'x'.repeat(200_000) }, pdf, 'message'],
    ['a wrong form id', { formId: '1' }, pdf, 'formId'],
    ['a wrong consent', { consent: 'no' }, pdf, 'consent'],
    ['several wrong fields', { firstName: '', email: 'x', phone: 'y' }, Buffer.from('-'), 'firstName email phone cv'],
  ])('with %s is refused with 400 that names each, and nothing is stored', async (_what, fields, cv, paths) => {
    const { status, body } = await apply(url, fields, cv)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_request', requestId: expect.any(String) })
    expect(body.error.issues).toEqual(
      paths.split(' ').map((path) => ({ path, message: expect.stringContaining(path) })),
    )
    expect(await listCandidates(company)).toEqual([])
  })

  test('with a CV that a company could or should not open is refused with the file’s name, the reason and what to do', async () => {
    const text = Buffer.from('Salma Bennani, développeuse')
    const locked = Buffer.from(protectedPdfs.locked['AES of 128 bits'], 'base64')
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
    const types = 'au format PDF, Word (DOCX) ou OpenDocument (ODT)'
    for (const [fileName, cv, reason] of [
      [
        'cv <b>.doc',
        text,
        'cv &lt;b&gt;.doc\u00a0» ne peut pas être envoyé\u00a0: c’est un document Word d’un ancien format',
      ],
      ['cv.rtf', Buffer.from('{\\rtf1 Salma}'), `c’est un document d’un autre format. Enregistrez votre CV ${types}`],
      ['cv.pdf', Buffer.from(zipSync({ 'cv.pdf': new Uint8Array(pdf) })), 'c’est un fichier d’un autre type'],
      ['Réf سلمى.txt', text, 'Réf سلمى.txt\u00a0» ne peut pas être envoyé\u00a0: c’est du texte simple'],
      ['photo.pdf', Buffer.from(logo), 'photo.pdf\u00a0» est une image'],
      [
        'IMG_1.HEIC',
        heic,
        'IMG_1.HEIC\u00a0» est une image, que l’entreprise ne pourrait pas lire comme un CV. Sur votre téléphone',
      ],
      ['IMG_1.HEIC', text, 'IMG_1.HEIC\u00a0» est une image'],
      ['cv.pdf', text, 'cv.pdf\u00a0» ne peut pas être envoyé\u00a0: c’est un fichier d’un autre type'],
      ['cv.pdf', Buffer.alloc(0), 'cv.pdf\u00a0» ne peut pas être envoyé\u00a0: il est vide'],
      ['cv.pdf', locked, 'cv.pdf\u00a0» est protégé par un mot de passe'],
      ['cv.docx', makeDocx({ 'word/vbaProject.bin': 'x' }), 'cv.docx\u00a0» contient des macros'],
      ['cv.docx', makeDocx().subarray(0, 200), 'cv.docx\u00a0» est abîmé'],
    ] as const) {
      const { status, html } = await submit(url, {}, cv, fileName)
      expect([fileName, status, html.includes(reason)]).toEqual([fileName, 400, true])
    }
  })

  test('may have its CV as PDF, DOCX or ODT, or as PDF alone if the operator says so', async () => {
    const own = await publishJob(server)
    for (const cv of [makePdf(), makeDocx(), makeOdt()]) expect((await apply(own.url, {}, cv)).status).toBe(201)
    expect((await (await fetch(own.url)).text()).match(/accept="[^"]*"/)?.[0]).toBe(
      `accept="${Object.entries(cvMimes).map(([type, mime]) => `${mime},.${type}`)}"`,
    )
    const strict = await publishJob(pdfOnly)
    const { status, body } = await apply(strict.url, {}, makeDocx())
    expect([status, body.error.issues]).toEqual([400, [{ path: 'cv', message: 'cv must be a PDF file' }]])
    const page = await submit(strict.url, {}, makeDocx(), 'cv.docx')
    expect(page.html).toContain('c’est un document d’un autre format. Enregistrez votre CV au format PDF dans')
    expect(page.html).toContain('accept="application/pdf,.pdf"')
    expect((await apply(strict.url, {}, makePdf())).status).toBe(201)
  })

  test('that is wrong comes back with a summary that links to the fields, the typed texts and the same form id', async () => {
    const fields = { formId: randomUUID(), firstName: '"><script>', lastName: '', email: 'nobody' }
    const { status, headers, html } = await submit(url, { ...fields, message: '\n  </textarea>' }, pdf)
    expect(status).toBe(400)
    // With this header, a browser that goes back to the page shows it and does not ask to send the form again.
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(html).toContain('role="alert"')
    expect([...html.matchAll(/<a href="#(\w+)">([^<]*)/g)].map(([, ...link]) => link)).toEqual([
      ['lastName', 'Indiquez votre nom.'],
      ['email', 'Indiquez une adresse e-mail entière, comme nom@example.com.'],
    ])
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
    for (const shown of [
      'id="lastName-problem"',
      'aria-describedby="email-hint email-problem"',
      `name="formId" value="${fields.formId}"`,
      'value="&quot;&gt;&lt;script&gt;"',
      'value="nobody"',
      // Browsers ignore the first line end in a textarea, so there are two.
      '>\n\n  &lt;/textarea&gt;</textarea>',
    ])
      expect(html).toContain(shown)
  })

  test('whose address has other letters than mail servers take is told so, and no other address is', async () => {
    for (const [email, told] of [
      ['hélène@example.com', true],
      ['سلمى@example.com', true],
      ['helene@exemple', false],
      ['helene', false],
      ['', false],
    ] as const)
      expect([email, (await submit(url, { email })).html.includes('sans accent avant le @')]).toEqual([email, told])
  })

  test('whose address has a common slip is asked about once, with all other problems, and the same address passes', async () => {
    const { company: own, url: ownUrl } = await publish()
    const formId = randomUUID()
    for (const [locale, question] of [
      ['fr', 'Vouliez-vous écrire salma@gmail.com\u00a0?'],
      ['en', 'Did you mean salma@gmail.com?'],
      ['ar', 'هل تقصد \u2066salma@gmail.com\u2069؟'],
    ] as const) {
      const { status, html } = await submit(ownUrl.replace('/fr/', `/${locale}/`), {
        formId,
        email: ' Salma@gmail.con'.toLowerCase(),
      })
      expect([status, html.includes(question), html.includes('aria-invalid="true"')]).toEqual([400, true, true])
      expect(html).toContain('name="askedEmail" value=" salma@gmail.con"')
    }
    const withMore = await submit(ownUrl, { formId, email: 'salma@gmail.con', lastName: '' }, pdf)
    for (const shown of ['Vouliez-vous écrire', 'Indiquez votre nom.', 'name="keptCv"'])
      expect(withMore.html).toContain(shown)
    // Another slip is asked about too. The same address passes, and so does a right one.
    const asked = { formId, askedEmail: 'salma@gmail.con' }
    expect((await submit(ownUrl, { ...asked, email: 'salma@hotmial.com' })).status).toBe(400)
    expect(await listCandidates(own)).toEqual([])
    expect((await submit(ownUrl, { ...asked, email: 'salma@gmail.con' })).status).toBe(303)
    expect((await submit(ownUrl, { ...asked, email: 'salma@gmail.com' })).status).toBe(303)
    // A program has no person to ask.
    expect((await apply(ownUrl, { email: 'salma@outlok.com' })).status).toBe(201)
    const emails = (await listCandidates(own)).map(({ email }: { email: string }) => email)
    expect(emails).toEqual(['salma@gmail.con', 'salma@gmail.com', 'salma@outlok.com'])
  })

  test('that comes too late, because the job was withdrawn or names another page, is told that nothing was sent, with its texts', async () => {
    const texts = { message: 'Ma lettre\n<b> longue', phone: '0612345678' }
    const later = async (change: (job: Awaited<ReturnType<typeof publish>>) => Promise<unknown>) => {
      const job = await publish()
      await change(job)
      return job
    }
    const setStatus = (own: TestCompany, status: string) => own.call('PUT', '/job/A', { job: { status } })
    const setTerms = (own: TestCompany, boardwalk: object) => own.call('PUT', '/job/A', { job: { boardwalk } })
    for (const [change, status, reason, code] of [
      [({ company: own }) => setStatus(own, 'UNPUBLISHED'), 410, 'n’est plus publiée', 'job_unpublished'],
      [({ company: own }) => setTerms(own, { closesAt: '2020-01-01' }), 410, 'sont closes', 'job_closed'],
      [
        ({ company: own }) => suspendCompany(server.deps, own),
        410,
        'ne sont actuellement pas sur ce site',
        'company_withdrawn',
      ],
      [
        ({ company: own }) => setTerms(own, { applyUrl: 'https://a.example/x' }),
        409,
        'sur un autre site',
        'applications_elsewhere',
      ],
    ] as [Parameters<typeof later>[0], number, string, string][]) {
      const { url: ownUrl } = await later(change)
      const { html, ...page } = await submit(ownUrl, { formId: randomUUID(), ...texts }, pdf)
      expect([code, page.status]).toEqual([code, status])
      for (const shown of [
        'Votre candidature n’a pas été envoyée',
        reason,
        'Ma lettre\n&lt;b&gt; longue',
        '0612345678',
        'role="alert"',
      ])
        expect(html).toContain(shown)
      expect(page.headers.get('cache-control')).toBe('private, no-cache')
      expect((await submit(ownUrl, { ...texts, carry: 'yes' })).html).toContain('Ma lettre')
      expect((await apply(ownUrl, texts)).body.error.code).toBe(code)
    }
    // The form is sent to the job again after it was published again.
    const { company: own, url: ownUrl } = await publish()
    const form = { formId: randomUUID(), ...texts }
    await setStatus(own, 'UNPUBLISHED')
    expect((await submit(ownUrl, form)).status).toBe(410)
    await setStatus(own, 'PUBLISHED')
    expect((await submit(ownUrl, form)).status).toBe(303)
    expect(await listCandidates(own)).toMatchObject([texts])
  })

  test('the form says at each field what it accepts, and who receives the data', {
    tags: ['form-states'],
  }, async () => {
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
    expect(html).toContain('<p class="hint" id="cv-hint">PDF, Word (DOCX) ou OpenDocument (ODT), 5 Mo au plus</p>')
    expect(html).toMatch(/<input type="file" [^>]*aria-describedby="cv-hint"/)
    expect(html).toMatch(/name="consent" value="yes"\/><span>[^<]*Atlas Talents/)
  })
})

/** Gets a page as a browser that has the cookies of an answer, among cookies of other parts of the site. */
async function getWith(url: string, answer: Headers): Promise<string> {
  const path = new URL(url).pathname.replace(/\/applied$/, '')
  const cookies = answer.getSetCookie().filter((cookie) => cookie.includes(`Path=${path};`))
  expect(cookies).toHaveLength(1)
  const cookie = ['before=1', ...cookies.map((each) => each.split(';', 1)[0]), 'after=1'].join('; ')
  return (await fetch(url, { headers: { accept: 'text/html', cookie } })).text()
}

test('a browser is redirected to a confirmation with the reference, which its address does not name and no other browser sees', async () => {
  const { company, url } = await publishJob(server, { recruitmentProcess: ['Entretien <b>', 'Test'] })
  const fields = { formId: randomUUID() }
  const { status, headers, html } = await submit(url, fields, pdf)
  expect(status).toBe(303)
  const [candidate] = await listCandidates(company)
  const applied = new URL(headers.get('location') ?? '', url).href
  expect(applied).toBe(`${url}/applied`)
  for (const value of [candidate.id, fields.formId, 'example.com']) expect(applied + html).not.toContain(value)
  for (const cookie of headers.getSetCookie())
    expect(cookie).toMatch(/^applied=[0-9a-f]{32}\.\d+; Path=\/(fr|en|ar)\/companies\/[^;]+; HttpOnly; SameSite=Lax$/)
  const confirmation = await getWith(applied, headers)
  for (const shown of [
    `<code>${candidate.id.slice(0, 8)}</code>`,
    'Candidature envoyée',
    `Envoyée le ${formatDay('fr', new Date(candidate.date))}<br/>`,
    'plusieurs étapes\u00a0:</p><ol><li class="lines" dir="ltr">Entretien &lt;b&gt;</li><li class="lines" dir="ltr">Test</li></ol>',
  ])
    expect(confirmation).toContain(shown)
  expect(await getWith(applied.replace('/fr/', '/ar/'), headers)).toContain(candidate.id.slice(0, 8))
  const stranger = await (await fetch(applied)).text()
  expect(stranger).not.toContain(candidate.id.slice(0, 8))
  expect(stranger).toContain('le poste «\u00a0Développeuse\u00a0», Atlas Talents a bien reçu votre candidature')
  // The same form, sent again, is the same application and has the same confirmation.
  expect((await submit(url, fields, pdf)).headers.getSetCookie()).toEqual(headers.getSetCookie())
  // A browser that goes back to a form that was sent is led on to its confirmation, and to the page of the job for another form.
  const goBack = async (query: string) => {
    const cookie = headers.getSetCookie().find((each) => each.includes('Path=/fr/')) ?? ''
    const answer = await fetch(`${url}/apply${query}`, { headers: { cookie }, redirect: 'manual' })
    return [answer.status, new URL(answer.headers.get('location') ?? '', url).href]
  }
  for (const query of ['', `?formId=${fields.formId}`]) expect(await goBack(query)).toEqual([303, applied])
  for (const query of [`?formId=${randomUUID()}`, '?formId=', '?formId=1&formId=2'])
    expect(await goBack(query)).toEqual([303, url])
  // The job may be unpublished before the browser follows the redirect.
  await company.call('DELETE', '/job/A')
  expect(await getWith(applied, headers)).toContain(candidate.id.slice(0, 8))
  expect((await fetch(applied, { headers: { accept: 'text/html' } })).status).toBe(410)
})

test('only the browser that sent an application is told of it on the page of the job, whoever applies with the same address', {
  tags: ['applied'],
}, async () => {
  const { company, url } = await publish()
  const { headers } = await submit(url)
  const [candidate] = await listCandidates(company)
  const day = formatDay('fr', new Date(candidate.date))
  const before = `le ${day}. Sa référence est ${candidate.id.slice(0, 8)}. Si vous en envoyez une autre, Atlas Talents reçoit les deux.`
  expect(await getWith(url, headers)).toContain(before)
  expect(await (await fetch(url)).text()).not.toContain(candidate.id.slice(0, 8))
  // Another person who types the same e-mail address learns nothing of the first application.
  const stranger = await submit(url)
  expect(stranger.status).toBe(303)
  const [, second] = await listCandidates(company)
  const shown = await getWith(`${url}/applied`, stranger.headers)
  expect([second, candidate].map(({ id }) => shown.includes(id.slice(0, 8)))).toEqual([true, false])
  // A cookie that this server did not write has no effect.
  const forged = await fetch(url, { headers: { cookie: 'applied=<b>.1; applied=1' } })
  expect(await forged.text()).not.toContain('Sa référence est')
})

test('a form whose trap is filled in gets the page of any form, and no ATS has it yet', async () => {
  const { company, url } = await publish()
  const trap = { [TRAP_FIELD]: 'https://spam.example' }
  const { status, body } = await apply(url, trap, pdf)
  // The answer to a program says that the application has no date yet, so no ATS can ask for it.
  expect([status, body]).toEqual([202, { id: expect.stringMatching(/^[0-9a-f]{32}$/), date: null }])
  const page = await submit(url, trap, pdf)
  expect(page.status).toBe(303)
  expect(await getWith(`${url}/applied`, page.headers)).toContain('Candidature envoyée')
  // A form that no user could let in is refused, so that a person can correct it.
  expect((await submit(url, { ...trap, lastName: '' })).status).toBe(400)
  expect(await listCandidates(company)).toEqual([])
})

test('a company that gets too many applications within a second refuses the next one, and it can be sent again as it was', async () => {
  const { company, url } = await publish()
  expect((await apply(url)).status).toBe(201)
  const mailbox = { _id: company.id }
  const change = (changes: Record<string, Date>) =>
    server.connection.db.collection<{ _id: string }>('mailboxes').updateOne(mailbox, { $set: changes })
  const watermark = new Date(Date.now() + 3_600_000)
  await change({ watermark })
  expect(await apply(url, {}, pdf)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
  const fields = { formId: randomUUID() }
  const page = await submit(url, fields, pdf)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
  for (const shown of ['envoyez ce formulaire à nouveau', fields.formId, 'value="Bennani"', 'name="keptCv"'])
    expect(page.html).toContain(shown)
  expect((await submit(url, { ...fields, keptCv: 'yes' })).status).toBe(503)
  await server.deps.background.settled()
  // The sweep removes both CVs of the refused forms. The kept CV waits for the next sending.
  const soon = { companyId: company.id, until: { $lt: new Date(Date.now() + 120_000) } }
  await expect.poll(() => server.connection.db.collection('cvUploads').countDocuments(soon)).toBe(2)
  expect(await server.storedCvs(company.id)).toEqual({ files: 3, uploads: 3 })

  // The time of the CVs has passed.
  await change({ wallTime: watermark })
  expect((await submit(url, { ...fields, keptCv: 'yes' })).status).toBe(303)
  expect(await listCandidates(company)).toMatchObject([{ cv: '' }, { cv: expect.stringMatching('/cv/') }])
})

describe('from one address', () => {
  const limited = useServer({ settings: { applicationsPerHour: 2, trustProxy: 1 } })
  let url: string
  beforeAll(async () => {
    ;({ url } = await publishJob(limited))
  })

  const statusesFrom = async (...addresses: string[]) => {
    const statuses: number[] = []
    for (const address of addresses) {
      const headers = { accept: 'application/json', 'x-forwarded-for': address }
      const res = await fetch(`${url}/apply`, { method: 'POST', headers, body: encodeForm() })
      await res.body?.cancel()
      statuses.push(res.status)
    }
    return statuses
  }

  test('no more than the limit is accepted in an hour, and another address has its own count', {
    tags: ['forms'],
  }, async () => {
    expect(await statusesFrom('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([201, 201, 429, 201])
    expect(readSample(await limited.deps.metrics.text(), 'boardwalk_refusals_total{limit="applications"}')).toBe(1)
    // All IPv6 addresses of one subscriber count as one address.
    const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2:3:4:5:6']
    expect(await statusesFrom(...same, '2001:db8:1:3::1')).toEqual([201, 201, 429, 201])
  })

  test('the address is the one that the trusted proxy saw, even if the client sends another one', {
    tags: ['addresses'],
  }, async () => {
    const said = ['203.0.113.1, 192.0.2.4', '203.0.113.2, 192.0.2.4', '203.0.113.3, 192.0.2.4']
    expect(await statusesFrom(...said)).toEqual([201, 201, 429])
  })
})
