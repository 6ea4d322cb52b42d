import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { trapFilled } from '../../test/form.ts'
import { useSecondServer, useServer } from '../../test/harness.ts'
import { POSTPONED_MS_MAX, type ReceivedMail, useMailServer, watchOutbox } from '../../test/mail-server.ts'
import { findCollectionsWith } from '../../test/raw-database.ts'
import { queueDueAlerts } from './alert.ts'

const smtp = useMailServer()
let laterMs = 0
const { log, lines } = captureLog('info')
const options = { mail: () => smtp.settings, log, now: () => Date.now() + laterMs, settings: { trustProxy: 1 } }
const server = useServer(options)
const second = useSecondServer(server, options)
const withoutMail = useServer()

const DAY_MS = 24 * 60 * 60 * 1000
const newAddress = () => `${randomUUID()}@example.com`
const alerts = () => server.connection.db.collection('alerts')
const findAlerts = (email: string) => alerts().find({ email }).toArray()
const { waitUntilSent, waitForFailure } = watchOutbox(server, options.now)
const countSent = (email: string) => smtp.received.filter(({ to }) => to.includes(email)).length

let callers = 0
const newCaller = () => `192.0.2.${++callers}`

/** Sends the form under a list, as a browser does. */
async function request(list: string, fields: Record<string, string>, caller = newCaller()) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { accept: 'text/html', 'x-forwarded-for': caller }
  const [path, query] = list.split('?')
  const address = `${server.url}${path}/alerts${query === undefined ? '' : `?${query}`}`
  const res = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: res.status, location: res.headers.get('location'), html: await res.text() }
}

/** Finds the address of a link in a mail, which leads to the board. */
const findLink = ({ text }: ReceivedMail, page: 'confirm' | 'unsubscribe') =>
  new RegExp(`http\\S+/alerts/${page}\\?secret=[\\w-]{43}(?=\\n)`).exec(text)?.[0] ?? expect.fail(`no link in ${text}`)

const open = async (link: string, init?: RequestInit) => {
  const res = await fetch(link, { headers: { accept: 'text/html' }, ...init })
  return { status: res.status, html: await res.text() }
}
const press = (link: string) => open(link, { method: 'POST' })

/** Asks for an alert and confirms it. */
async function subscribe(list: string): Promise<string> {
  const email = newAddress()
  expect((await request(list, { email })).status).toBe(303)
  const mail = await smtp.receiveOne(email)
  expect((await press(findLink(mail, 'confirm'))).status).toBe(200)
  await waitUntilSent()
  return email
}

/** Lets a day pass, on all servers, and queues and sends the mails that are due. */
async function letDayPass(): Promise<void> {
  laterMs += DAY_MS + 60_000
  await queueDueAlerts(server.deps, server.deps.background.stopping)
  await waitUntilSent()
}

/** Publishes a job at the present of the servers. */
async function publish(company: Awaited<ReturnType<typeof server.company>>, title: string, fields: object = {}) {
  const { body } = await company.call('POST', '/job', { job: { id: randomUUID(), title, ...fields } })
  return body.jobUrl as string
}

/** The address of a company's list. */
const listOf = ({ slug }: { slug: string }, query = '') => `/fr/companies/${slug}${query}`

describe('new jobs come by mail', () => {
  it('a person who confirms the address gets the new jobs of a search once a day, in the language of the list, and ends it by one click', async () => {
    const company = await server.company()
    await publish(company, 'Comptable avant')
    const email = newAddress()
    const list = `/ar/companies/${company.slug}?q=comptable&contract=CDI`
    const { status, location } = await request(list, { email })
    expect([status, location]).toEqual([303, '/ar/alerts/requested'])
    expect((await open(`${server.url}${location}`)).html).toContain('تفقّد بريدك')
    const asked = await smtp.receiveOne(email)
    expect(asked.subject).toBe('أكّد تنبيه الوظائف')
    const confirm = findLink(asked, 'confirm')
    expect((await press(confirm)).html).toContain('تم تأكيد التنبيه')
    const urls = [
      await publish(company, 'Comptable', { contractType: 'CDI' }),
      await publish(company, 'Assistant', { contractType: 'CDI', description: '<p>Avec un comptable.</p>' }),
    ]
    for (const [title, contractType] of [
      ['Comptable', 'CDD'],
      ['Soudeur', 'CDI'],
    ] as const)
      await publish(company, title, { contractType })
    await letDayPass()
    const [, mail] = await smtp.receive(email, 2)
    if (mail === undefined) expect.fail('two mails were received')
    expect(mail.subject).toBe('عرضا عمل جديدان: comptable · عقد غير محدد المدة (CDI) · Atlas Talents')
    // Either server may have sent the mail, and they have different addresses.
    for (const url of urls) expect(mail.text).toContain(`${new URL(url).pathname.replace('/fr/', '/ar/')}\n`)
    expect(mail.text).not.toContain('Soudeur')
    expect(mail.text).not.toContain('avant')
    expect(mail.text).toContain(`${list}\n`)
    const end = findLink(mail, 'unsubscribe')
    expect(mail.headers.get('list')).toMatchObject({
      unsubscribe: { url: end },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    })
    // The button of a mail program, twice.
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
    for (const _ of [1, 2]) expect((await open(end, { ...oneClick, redirect: 'manual' })).status).toBe(200)
    expect(await findAlerts(email)).toEqual([])
    await publish(company, 'Comptable', { contractType: 'CDI' })
    await letDayPass()
    expect(countSent(email)).toBe(2)
    for (const link of [confirm, end]) expect(await open(link)).toMatchObject({ status: 404 })
  })

  it('a list of the board has the same form, and a mail lists twenty jobs and counts the others', async () => {
    const marker = `Alerte${randomUUID().replaceAll('-', '')}`
    const email = await subscribe(`/en?q=${marker}`)
    const company = await server.company()
    for (let job = 0; job < 22; job++) await publish(company, `${marker} ${job}`)
    await letDayPass()
    const [, mail] = await smtp.receive(email, 2)
    expect(mail?.subject).toBe(`22 new jobs: ${marker}`)
    expect(mail?.text.match(/\/en\/companies\//g)).toHaveLength(20)
    expect(mail?.text).toContain('And 2 more jobs.')
  })

  it('the confirmation of an application offers an alert for the occupation of the job in its city, in the language of the page', async () => {
    const company = await server.company()
    const offers = async (title: string, locale: string, fields: object = {}) => {
      const url = await publish(company, title, fields)
      const { html } = await open(`${url.replace('/fr/', `/${locale}/`)}/applied`)
      return [/action="([^"]*\/alerts[^"]*)"/.exec(html)?.[1], html] as const
    }
    const [action, html] = await offers('Chef(fe) comptable confirmé(e) H/F', 'en', { city: ['Rabat', 'Fès'] })
    expect(action).toBe('/en/alerts?q=chief+accountant&amp;city=Rabat')
    expect(html).toContain('Your search: chief accountant · Rabat.')
    expect((await offers('Comptable', 'ar'))[0]).toBe(`/ar/alerts?q=${encodeURIComponent('محاسب')}`)
    const [everywhere, text] = await offers('Zorglub', 'fr')
    expect([everywhere, text.includes('Votre recherche\u00a0: toutes les offres.')]).toEqual(['/fr/alerts', true])
    // The form does what the page says.
    const email = newAddress()
    expect((await request('/en?q=chief+accountant&city=Rabat', { email })).status).toBe(303)
    expect((await findAlerts(email))[0]?.search).toMatchObject({ words: ['chief', 'accountant'], city: 'Rabat' })
  })

  it('without mail, lists offer no alert, and the form’s address is no page', async () => {
    const { html } = await open(`${server.url}/fr`)
    expect(html).toContain('action="/fr/alerts"')
    const { jobUrl } = await (await withoutMail.company()).boardJob()
    expect((await open(`${jobUrl}/applied`)).html).not.toContain('/fr/alerts')
    const page = await open(`${withoutMail.url}/fr`)
    expect(page.html).not.toContain('/fr/alerts')
    const body = new FormData()
    body.append('email', newAddress())
    expect((await open(`${withoutMail.url}/fr/alerts`, { method: 'POST', body })).status).toBe(404)
  })
})

describe('only the person with the inbox decides', { tags: ['alerts'] }, () => {
  it('a program that opens the links of a mail confirms and ends nothing', async () => {
    const company = await server.company()
    const email = newAddress()
    await request(listOf(company), { email })
    const confirm = findLink(await smtp.receiveOne(email), 'confirm')
    for (const method of ['GET', 'HEAD']) expect((await open(confirm, { method })).status).toBe(200)
    const [before] = await findAlerts(email)
    expect(before?.confirmedAt).toBeUndefined()
    await publish(company, 'Comptable')
    await letDayPass()
    expect(countSent(email)).toBe(1)
    await press(confirm)
    await publish(company, 'Comptable')
    await letDayPass()
    const [, mail] = await smtp.receive(email, 2)
    const end = findLink(mail ?? expect.fail(), 'unsubscribe')
    for (const method of ['GET', 'HEAD']) expect((await open(end, { method })).status).toBe(200)
    expect(await findAlerts(email)).toHaveLength(1)
  })

  it('an address that is not confirmed within two days is deleted, and its link says what to do', async () => {
    const email = newAddress()
    await request('/fr', { email })
    const confirm = findLink(await smtp.receiveOne(email), 'confirm')
    expect(await findCollectionsWith(server.connection, new URL(confirm).searchParams.get('secret') ?? '')).toEqual([])
    laterMs += 2 * DAY_MS
    for (const page of [await open(confirm), await press(confirm)]) {
      expect(page.status).toBe(404)
      expect(page.html).toContain('Pour en créer une autre, faites une recherche')
    }
    // The database deletes the row by this index.
    const [row] = await findAlerts(email)
    expect(row?.expiresAt.getTime()).toBeLessThan(server.deps.now())
    const indexes = await alerts().indexes()
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }))
  })

  it('a known and an unknown address get the same answer, and a filled trap field too, without a mail', async () => {
    const known = await subscribe('/fr?q=known')
    const trapped = newAddress()
    const answers = [
      await request('/fr?q=known', { email: known }),
      await request('/fr?q=known', { email: newAddress() }),
      await request('/fr?q=known', { email: trapped, ...trapFilled }),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await waitUntilSent()
    expect([countSent(known), countSent(trapped)]).toEqual([2, 0])
    expect(await findAlerts(known)).toHaveLength(1)
  })

  it('an address gets five mails to confirm a day, and a caller asks twenty times, and is told what to do', async () => {
    const email = newAddress()
    for (const inbox of ['@', '+1@', '+2@', '+3@', '+4@'])
      expect((await request('/fr', { email: email.replace('@', inbox) })).status).toBe(303)
    const refused = await request('/fr?q=a"b', { email })
    expect(refused.status).toBe(429)
    for (const part of ['Trop d’alertes', email, 'action="/fr/alerts?q=a%22b"']) expect(refused.html).toContain(part)
    const caller = newCaller()
    for (let count = 0; count < 20; count++)
      expect((await request('/fr', { email: newAddress() }, caller)).status).toBe(303)
    expect((await request('/fr', { email: newAddress() }, caller)).status).toBe(429)
  })

  it('an alert stores at most 100 characters of the words of its search, and 200 of each filter', async () => {
    const email = newAddress()
    const parts = ['q', 'city', 'contract', 'mode', 'language']
    const query = new URLSearchParams(parts.map((name) => [name, '長'.repeat(300)]))
    await request(`/fr?${query}`, { email })
    const stored = await server.connection.db.collection('alerts').findOne({ email })
    const { words, ...filters } = stored?.search ?? {}
    expect(words).toEqual(['長'.repeat(100)])
    expect(Object.values(filters)).toEqual(parts.slice(1).map(() => '長'.repeat(200)))
    // Each character has nine in an address.
    expect(JSON.stringify(stored).length).toBeLessThan(12_000)
  })

  it('the mail to confirm names the board and the filters that the board knows, and repeats nothing that a stranger typed', async () => {
    const searcher = newAddress()
    await request('/ar?q=comptable&city=fes&contract=CDI&mode=REMOTE&language=fr', { email: searcher })
    const named = (await smtp.receiveOne(searcher)).text
    // Either server may have sent it.
    expect(named).toMatch(/على http:\/\/127\.0\.0\.1:\d+ /)
    for (const part of ['عوامل تصفية البحث: فاس · عقد غير محدد المدة (CDI) · عن بعد · الفرنسية'])
      expect(named).toContain(part)
    expect(named).not.toContain('comptable')
    const email = newAddress()
    const typed = 'https://evil.example buy now'
    const query = new URLSearchParams({ q: typed, city: typed, contract: typed, mode: typed, language: '__proto__' })
    await request(`/en?${query}`, { email })
    const mail = await smtp.receiveOne(email)
    expect(`${mail.subject} ${mail.text}`).not.toContain('evil')
    expect((await open(findLink(mail, 'confirm'))).html).toContain('evil.example')
    for (const wrong of ['', 'a', 'a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com']) {
      const { status, html } = await request('/fr', { email: wrong })
      expect([wrong, status]).toEqual([wrong, 400])
      expect(html).toContain('aria-invalid="true"')
    }
  })
})

describe('no job is lost, and no mail is sent twice', () => {
  it('two processes that queue at the same moment send one mail, and none without new jobs', async () => {
    const company = await server.company()
    const email = await subscribe(listOf(company))
    await letDayPass()
    expect(countSent(email)).toBe(1)
    await publish(company, 'Comptable')
    laterMs += DAY_MS
    await Promise.all(
      [server, second, server, second].map(({ deps }) => queueDueAlerts(deps, deps.background.stopping)),
    )
    await waitUntilSent()
    expect(countSent(email)).toBe(2)
    await queueDueAlerts(second.deps, second.deps.background.stopping)
    await waitUntilSent()
    expect(countSent(email)).toBe(2)
  })

  it('if a process dies before it queues a mail, the next one has the jobs, and so has one that is late', async () => {
    const company = await server.company()
    const email = await subscribe(listOf(company))
    await publish(company, 'Comptable')
    laterMs += DAY_MS
    const dying = { ...server.deps.mails, insert: () => Promise.reject(new Error('died')) }
    await expect(queueDueAlerts({ ...server.deps, mails: dying }, server.deps.background.stopping)).rejects.toThrow(
      'died',
    )
    await letDayPass()
    expect((await smtp.receive(email, 2))[1]?.text).toContain('Comptable')
    await smtp.whileAway(async () => {
      await publish(company, 'Soudeur')
      laterMs += DAY_MS
      await queueDueAlerts(server.deps, server.deps.background.stopping)
      await waitForFailure('alert')
      await publish(company, 'Infirmier')
      laterMs += DAY_MS
      await queueDueAlerts(server.deps, server.deps.background.stopping)
      await waitForFailure('alert')
    })
    laterMs += POSTPONED_MS_MAX
    await waitUntilSent()
    const received = await smtp.receive(email, 3)
    expect(received).toHaveLength(3)
    for (const title of ['Soudeur', 'Infirmier']) expect(received[2]?.text).toContain(title)
    expect(received[2]?.text).not.toContain('Comptable')
  })

  it('a mailbox that does not exist on two days ends the alert, and no other refusal does', async () => {
    const company = await server.company()
    const [gone, back, full] = [
      await subscribe(listOf(company)),
      await subscribe(listOf(company)),
      await subscribe(listOf(company)),
    ]
    await publish(company, 'Comptable')
    const unknown = '550 5.1.1 Unknown user'
    const replies = new Map([
      [gone, unknown],
      [back, unknown],
      [full, '552 5.2.2 Mailbox full'],
    ])
    smtp.refuse((address) => replies.get(address))
    laterMs += DAY_MS
    await queueDueAlerts(server.deps, server.deps.background.stopping)
    const countRefused = () =>
      server.connection.db.collection('mails').countDocuments({ kind: 'alert', refusedAt: { $exists: true } })
    await expect.poll(countRefused).toBe(2)
    expect(await alerts().countDocuments({ email: { $in: [gone, back, full] } })).toBe(3)
    replies.delete(back)
    replies.delete(full)
    laterMs += DAY_MS
    await waitUntilSent()
    expect([gone, back, full].map(countSent)).toEqual([1, 2, 2])
    const left = await alerts().distinct('email', { email: { $in: [gone, back, full] } })
    expect(left.toSorted()).toEqual([back, full].toSorted())
  })

  it('a mail server that refuses everyone ends no alert: mails wait, the operator is told, and all come when it works again', async () => {
    const company = await server.company()
    const people = await Promise.all(Array.from({ length: 5 }, () => subscribe(listOf(company))))
    await publish(company, 'Comptable')
    smtp.refuse(() => '554 5.7.1 Relay access denied')
    laterMs += DAY_MS
    await queueDueAlerts(server.deps, server.deps.background.stopping)
    const isRefusing = async () =>
      `${await server.deps.metrics.text()}${await second.deps.metrics.text()}`.includes(
        'boardwalk_mail_server_refusing 1',
      )
    const isTold = () =>
      lines.some((line) => line.includes('"level":50') && line.includes('the mail server refuses every mail'))
    // Of five recipients, one of the two servers tries three.
    await expect.poll(isTold).toBe(true)
    expect(await isRefusing()).toBe(true)
    expect(await alerts().countDocuments({ email: { $in: people } })).toBe(5)
    smtp.refuse(undefined)
    laterMs += POSTPONED_MS_MAX
    for (const email of people) await smtp.receive(email, 2)
    expect(lines.join('')).not.toContain('@example.com')
  })
})
