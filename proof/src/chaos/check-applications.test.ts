import { describe, expect, test } from 'vitest'
import type { SentApplication } from './application-log.ts'
import { createBreaches, type Guarantee } from './broken-guarantee.ts'
import { checkApplications } from './check-applications.ts'
import type { Poller } from './poller.ts'

const company = { id: 'c', slug: 'c', key: '', openJobs: [] }
const nobody = { firstName: '', lastName: '', email: '', phone: '', linkedinUrl: '', message: '' }

/** Makes a form that was sent at an instant and, unless `how` says otherwise, acknowledged 10 ms later. */
function sent(id: string, atMs: number, how: Partial<SentApplication> = {}): SentApplication {
  return {
    ...{ company, job: { externalId: 'j', path: '/j' }, formId: id, fields: nobody, cv: undefined },
    ...{ firstSentMs: atMs, acknowledged: { id, atMs: atMs + 10 }, dateMs: atMs + 5, ids: new Set([id]), history: [] },
    ...how,
  }
}

function polled(ids: string[], promises: Poller['promises'] = []): Poller {
  const seen = new Map(ids.map((id) => [id, 0]))
  return { company, style: 'last date', seen, promises, follow: async () => {}, drain: async () => {} }
}

function broken(applications: SentApplication[], pollers: Poller[]): Guarantee[] {
  const breaches = createBreaches()
  checkApplications(applications, pollers, breaches)
  return breaches.kept().map(({ guarantee }) => guarantee)
}

describe('the check of applications notices', () => {
  test('nothing if every poller got every application in order', () => {
    expect(broken([sent('a', 100), sent('b', 200)], [polled(['a', 'b']), polled(['b', 'a'])])).toEqual([])
  })

  test('an acknowledged application that one poller never got', () => {
    expect(broken([sent('a', 100)], [polled(['a']), polled([])])).toEqual(['lost'])
  })

  test('an application that was not acknowledged and reached one poller only', () => {
    expect(broken([sent('a', 100, { acknowledged: undefined })], [polled(['a']), polled([])])).toEqual(['lost'])
  })

  test('nothing if no poller got an application that was not acknowledged', () => {
    const unknown = { acknowledged: undefined, dateMs: undefined, ids: new Set<string>() }
    expect(broken([sent('a', 100, unknown)], [polled([])])).toEqual([])
  })

  test('a date before that of an application that was acknowledged before this one was sent', () => {
    expect(broken([sent('a', 100), sent('b', 200, { dateMs: 104 })], [polled(['a', 'b'])])).toEqual(['out of order'])
  })

  test('a date at an x-synced-through that was answered before the application was sent', () => {
    const promised = polled(['a'], [{ atMs: 90, throughMs: 105 }])
    expect(broken([sent('a', 100)], [promised])).toEqual(['out of order'])
    expect(broken([sent('a', 100)], [polled(['a'], [{ atMs: 101, throughMs: 105 }])])).toEqual([])
  })

  test('an application id of two forms', () => {
    expect(broken([sent('a', 100), sent('b', 200, { ids: new Set(['a']) })], [polled(['a', 'b'])])).toEqual([
      'id shared',
    ])
  })
})
