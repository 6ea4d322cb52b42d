import { Locale } from '@boardwalk/schema/company'
import { describe, expect, it } from 'vitest'
import { findElements, readAttributes, readMain, readText, renderPage } from '../test/markup.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

const days = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
  views: index === 28 ? 40 : 0,
  forms: index === 28 ? 12 : 0,
  applications: index === 29 ? 3 : 0,
}))
const key = { id: 'k', name: 'reader', last4: 'abcd', lastPushAt: null, lastPollAt: '2026-03-02T10:00:00.000Z' }
const full = {
  jobsLive: 1,
  jobsDraft: 2,
  applicationsTotal: 3,
  heldBack: 0,
  errorsLastDay: 4,
  warnedLastDay: 0,
  keys: [key],
  attention: {
    new: 0,
    unanswered: 0,
    unconfirmed: 0,
    newSince: null,
  },
}

const calm: Answers['watch']['alarms'] = { polls: null, pushes: null }

const renderHome = async (
  summary: Answers['home']['summary'],
  mostRead: Answers['view']['summary']['mostRead'] = [],
  alarms = calm,
  locale: Locale = 'en',
) =>
  readMain(
    await renderPage(
      '/',
      () => {
        queryClient.setQueryData(trpc.home.summary.queryKey(), summary)
        queryClient.setQueryData(trpc.view.summary.queryKey(), { days, mostRead })
        queryClient.setQueryData(trpc.watch.alarms.queryKey(), alarms)
      },
      locale,
    ),
  )

describe('home', () => {
  it('counts what the company has, and each number leads to what it counts', async () => {
    const home = await renderHome(full)
    for (const figure of ['Live jobs 1', 'Drafts 2', 'Applications 3', 'API errors, last 24 hours 4'])
      expect(readText(home)).toContain(figure)
    expect(readAttributes(home, 'href')).toEqual([
      '/backoffice/jobs?status=PUBLISHED',
      '/backoffice/jobs?status=UNPUBLISHED',
      '/backoffice/applications',
      '/backoffice/activity?failedOnly=true',
    ])
  })

  it('says in each language what is wrong with an ATS that has stopped, since when, and what was usual', async () => {
    const lastAt = '2026-03-02T10:00:00.000Z'
    const refusal = { at: '2026-03-06T10:00:00.000Z', message: 'job.title must be a text' }
    const hour = 60 * 60_000
    const polls = (waiting: number, usualMs: number | null) => ({
      polls: { waiting, usualMs, lastAt: usualMs === null ? null : lastAt },
      pushes: null,
    })
    const pushes = (usualMs: number, refused: typeof refusal | null) => ({
      polls: null,
      pushes: { lastAt, usualMs, refusal: refused },
    })
    const said: [typeof calm, Record<Locale, string[]>][] = [
      [
        polls(10_000, null),
        {
          fr: ['10 000 candidatures n’ont pas été récupérées', 'Aucune clé n’a encore'],
          en: ['10,000 applications have not been fetched', 'No key has fetched'],
          ar: ['طلب ترشح لم يجلبها', 'لم يجلب أي مفتاح'],
        },
      ],
      [
        polls(1, hour / 3),
        {
          fr: ['1 candidature n’a pas été récupérée', 'plusieurs fois par heure'],
          en: ['1 application has not been fetched', 'Last fetched: ⁨Mar 2, 2026', 'several times an hour'],
          ar: ['طلب ترشح واحد لم يجلبه', 'عدة مرات في الساعة'],
        },
      ],
      [
        pushes(24 * hour, null),
        {
          fr: ['n’envoie plus d’offres', 'chaque jour', 'révoquez sa clé'],
          en: ['stopped sending jobs', 'Usually each day', 'revoke its key'],
          ar: ['توقف نظام التوظيف', 'كل يوم'],
        },
      ],
      [
        pushes(3 * hour, refusal),
        {
          fr: ['sont refusées', 'Écart habituel : 3 heures', refusal.message],
          en: ['are refused', 'Usual distance: 3 hours', refusal.message],
          ar: ['مرفوضة', '3 ساعات', refusal.message],
        },
      ],
    ]
    for (const [alarms, texts] of said)
      for (const locale of Locale.options) {
        const text = readText(await renderHome(full, [], alarms, locale))
        for (const part of texts[locale]) expect(text).toContain(part)
      }
  })

  it('counts the requests of a day whose answer had warnings, and leads to them', async () => {
    const home = await renderHome({ ...full, warnedLastDay: 2 })
    expect(readText(home)).toContain('2 requests of your ATS were answered with warnings')
    expect(readAttributes(home, 'href')).toContain('/backoffice/activity?answer=warned')
  })

  it('counts no live job of a company that is suspended', async () => {
    const page = await renderPage('/', () => {
      queryClient.setQueryData(trpc.home.summary.queryKey(), full)
      queryClient.setQueryData(trpc.view.summary.queryKey(), { days, mostRead: [] })
      queryClient.setQueryData(trpc.watch.alarms.queryKey(), calm)
      queryClient.setQueryData(
        trpc.session.me.queryKey(),
        (me) => me && { ...me, company: { ...me.company, isSuspended: true } },
      )
    })
    expect(readText(readMain(page))).toContain('Live jobs 0')
  })

  it('says how many applications are held back, and leads to them', async () => {
    const home = await renderHome({ ...full, heldBack: 2 })
    expect(readText(home)).toContain('2 applications are held back')
    expect(readAttributes(home, 'href')[0]).toBe('/backoffice/applications?view=held')
    expect(readText(await renderHome(full))).not.toContain('held back')
  })

  it('says what is new since the last visit, what waits for an answer and which erasures are not confirmed, and leads to each', async () => {
    const newSince = '2026-03-02T10:00:00.000Z'
    const attention = { new: 12, unanswered: 1, unconfirmed: 3, newSince }
    const home = await renderHome({ ...full, attention })
    expect(findElements(home, 'li').map(readText)).toEqual([
      expect.stringContaining('12 new applications since your last visit on Mar 2, 2026'),
      '1 application has waited for over 14 days with the status “New”',
      '3 erasures that your ATS has not confirmed after 7 days',
    ])
    expect(readAttributes(home, 'href').slice(0, 3)).toEqual([
      '/backoffice/applications?attention=new',
      '/backoffice/applications?attention=unanswered&order=ascending',
      '/backoffice/applications?attention=unconfirmed&order=ascending',
    ])
    const calm = await renderHome({ ...full, attention: { ...full.attention, newSince } })
    expect(findElements(calm, 'li').map(readText)).toEqual([
      expect.stringContaining('No new applications since your last visit on Mar 2, 2026'),
    ])
    // In the first visit everything is new.
    expect(findElements(await renderHome(full), 'li')).toEqual([])
  })

  it('shows views, forms begun and applications of 30 days as bars with a scale, some days named, and as one table', async () => {
    const home = await renderHome(full)
    const plots = findElements(home, 'figure')
    const captions = plots.map((plot) => readText(plot).split(' Feb', 1)[0])
    expect(captions).toEqual(['Views 40 40 0', 'Forms begun 12 12 0', 'Applications 3 3 0'])
    const [plot = ''] = plots.slice(2)
    const heights = findElements(plot, 'rect').flatMap((bar) => readAttributes(bar, 'height'))
    // A day without applications has a thin line.
    expect(heights.map(Number)).toEqual([...Array(29).fill(1), 120])
    const named = findElements(plot, 'span').map(readText)
    expect(named.filter((text) => /^[A-Z]/.test(text))).toEqual(['Feb 2', 'Feb 16', 'Mar 2'])
    const [, ...rows] = findElements(findElements(home, 'details').join(''), 'tr').map(readText)
    expect([rows.length, rows[0], rows[1], rows.at(-1)]).toEqual([30, 'Mar 2 0 0 3', 'Mar 1 40 12 0', 'Feb 1 0 0 0'])
  })

  it('lists the jobs that were read most, with how many of their views became applications', async () => {
    const counts = { views: 40, forms: 12, applications: 3 }
    const mostRead = [
      { jobId: 7, title: 'Nurse', ...counts },
      { jobId: 8, title: 'Welder', ...counts, views: 2 },
    ]
    const home = await renderHome(full, mostRead)
    const [, ...rows] = findElements(findElements(home, 'table').at(-2) ?? '', 'tr').map(readText)
    // The second has applications of the time before views were counted.
    expect(rows).toEqual(['Nurse 40 12 3 7.5%', 'Welder 2 12 3 –'])
    expect(readAttributes(home, 'href')).toContain('/backoffice/jobs/7')
  })

  it('shows the first steps until they are done, and then when each key pushed and fetched', async () => {
    const steps = async (change: object) => {
      const text = readText(await renderHome({ ...full, ...change }))
      return ['No API keys yet', 'No jobs yet', 'reader (…abcd) Never Mar 2, 2026'].filter((step) =>
        text.includes(step),
      )
    }
    expect(await steps({ keys: [], jobsLive: 0, jobsDraft: 0 })).toEqual(['No API keys yet', 'No jobs yet'])
    expect(await steps({ jobsLive: 0, jobsDraft: 1 })).toEqual(['reader (…abcd) Never Mar 2, 2026'])
    expect(await steps({ keys: [] })).toEqual(['No API keys yet'])
  })
})
