import { Locale } from '@boardwalk/schema/company'
import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { describe, expect, it } from 'vitest'
import { periodWords } from '../company/period-words.ts'
import { companyWords } from '../company/words.ts'
import { findElements, readAttributes, readMain, readText, renderPage } from '../test/markup.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { auditWords } from './audit-words.ts'
import { codeWords } from './code-words.ts'
import { operationWords } from './operation-words.ts'
import { activityWords } from './words.ts'

type Event = Answers['activity']['audit']['events'][number]

/** Shows one event in the audit trail: its text, and the addresses of its links. */
async function show(event: Partial<Event> & Pick<Event, 'action'>, locale: Locale = 'en') {
  const answer = { events: [{ at: '2026-03-01T09:30:00.000Z', by: 'operator', target: 't', details: {}, ...event }] }
  const page = await renderPage(
    '/activity?view=audit',
    () => queryClient.setQueryData(trpc.activity.audit.queryKey({}), { ...answer, next: null }),
    locale,
  )
  const row = findElements(page, 'tr').at(-1) ?? ''
  return { text: readText(row), links: readAttributes(row, 'href') }
}

describe('the audit trail', () => {
  const { actions, details } = auditWords.fr
  it.each<[Event['action'], string, Event['details'], said: string, link?: string]>([
    ['job_changed', '7', { fields: 'title, city, extra' }, `${details.fields} Titre, Ville, extra`, 'jobs/7'],
    [
      'company_changed',
      'atlas',
      { fields: 'website, cover' },
      `${companyWords.fr.fields.website}, ${companyWords.fr.cover.title}`,
    ],
    ['key_created', 'nightly', { scopes: 'read, write' }, `${details.scopes} lecture, écriture`],
    [
      'application_status_changed',
      'a-1',
      { to: 'SHORTLISTED' },
      applicationStatuses.SHORTLISTED.fr,
      'applications/a-1',
    ],
    ['cv_viewed', 'a-2', {}, actions.cv_viewed, 'applications/a-2'],
    ['person_exported', 'a-3', {}, actions.person_exported, 'applications/a-3'],
    [
      'applications_expired',
      '2026-03-01T09:30:00.000Z',
      { count: '2' },
      `${activityWords.fr.receivedBefore} 1 mars 2026`,
    ],
    [
      'retention_changed',
      'atlas',
      { from: '12', to: 'off' },
      `12 mois ${details.to} ${periodWords.fr.retention.noLimit}`,
    ],
    [
      'push_rule_changed',
      'atlas',
      { from: 'off', to: '7' },
      `${periodWords.fr.pushRule.off} ${details.to} 7 jours sans envoi`,
    ],
    ['job_not_pushed', '10', {}, actions.job_not_pushed, 'jobs/10'],
    ['key_rolled', 'nightly', { endsAt: '2026-03-02T09:30:00.000Z' }, `${details.endsAt} 2 mars 2026`],
    // A job's external id and title may be words that Boardwalk knows.
    ['external_id_changed', '8', { to: 'HIRED' }, `${details.to} HIRED`, 'jobs/8'],
    // What is gone is no link.
    ['job_deleted', '9', { title: 'HIRED', externalId: 'read' }, `${details.title} HIRED ${details.externalId} read`],
    ['application_discarded', 'a-4', {}, actions.application_discarded],
  ])('says %s in the reader’s language, and links to what there is', async (action, target, details, said, link) => {
    const { text, links } = await show({ action, target, details }, 'fr')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said.replaceAll(/\s+/g, ' '))
    expect(text).toContain(actions[action])
    expect(links).toEqual(link === undefined ? [] : [`/backoffice/${link}`])
  })
})

describe('the requests', () => {
  const request: Answers['activity']['list']['requests'][number] = {
    at: '2026-03-01T09:30:00.000Z',
    requestId: 'r-1',
    operation: 'listJobs',
    durationMs: 1,
    keyId: 'k',
    keyName: 'test',
    keyEnding: 'abcd',
    endpoint: null,
    job: null,
    errorCode: null,
    wrongPaths: [],
    status: null,
    errorMessage: 'closed',
    items: null,
    warnings: null,
  }
  const render = async (search: object, answer: Answers['activity']['list']) => {
    const query = Object.entries(search).map(([name, value]) => `${name}=${value}`)
    const keep = () => queryClient.setQueryData(trpc.activity.list.queryKey(search), answer)
    return readMain(await renderPage(['/activity', query.join('&')].filter(Boolean).join('?'), keep))
  }

  it('of a caller that did not wait have no status, and a page that has become empty is no empty list', async () => {
    expect(readText(await render({}, { requests: [request], next: null, readBackTo: null }))).toContain(
      'Caller disconnected closed',
    )
    const none = { requests: [], next: null, readBackTo: null }
    expect(readText(await render({}, none))).toContain('No requests yet')
    const old = await render({ cursor: 'gone' }, none)
    expect(readText(old)).toContain('No matching requests')
    expect(readText(old)).toContain('Back to the newest')
  })

  it('of a batch say how many items were refused, and why the first was', async () => {
    const firstRefused = [{ index: 3, id: 'A-4', message: 'title must be a text' }]
    const batch = { ...request, status: 200, errorMessage: null, items: { sent: 100, refused: 2, firstRefused } }
    const show = async (change: Partial<typeof batch>) =>
      readText(await render({}, { requests: [{ ...batch, ...change }], next: null, readBackTo: null }))
    expect(await show({})).toContain('200 · 2 of 100 refused title must be a text')
    expect(await show({ operation: 'upsertJobs', items: { sent: 100, refused: 0, firstRefused: [] } })).toContain(
      '200 · 100 jobs',
    )
  })

  it('have a name, and a sentence in the reader’s language above what the API said of a refusal or a warning', async () => {
    const warning = { id: null, code: 'terms_ignored', path: 'job.boardwalk.hours', message: 'must be one of …' }
    const warned = {
      ...request,
      operation: 'updateJob',
      status: 200,
      errorMessage: null,
      warnings: { count: 2, first: [warning] },
    }
    const refused = { ...request, requestId: 'r-2', status: 400, errorMessage: 'wrong', errorCode: 'invalid_request' }
    const answer = { requests: [warned, refused], next: null, readBackTo: null }
    for (const locale of Locale.options) {
      const keep = () => queryClient.setQueryData(trpc.activity.list.queryKey({}), answer)
      const text = readText(readMain(await renderPage('/activity', keep, locale)))
      const { terms_ignored, invalid_request } = codeWords[locale]
      for (const said of [
        operationWords[locale].names.updateJob,
        `200 · ${activityWords[locale].warnings(2)} ${terms_ignored} ${warning.message}`,
        `${invalid_request} wrong`,
      ])
        expect(text).toContain(said.replaceAll(/\s+/g, ' '))
    }
  })

  it('have older ones under the same filter', async () => {
    const page = await render(
      { failedOnly: true, keyId: 'k-1' },
      { requests: [request], next: 'older', readBackTo: null },
    )
    const older = readAttributes(page, 'href').find((address) => address.includes('cursor')) ?? ''
    const search = new URL(older, 'https://board.example').searchParams
    expect(Object.fromEntries(search)).toEqual({ failedOnly: 'true', keyId: 'k-1', cursor: 'older' })
  })
})
