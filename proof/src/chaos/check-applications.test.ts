import { expect, test } from 'vitest'
import type { SentApplication } from './application-log.ts'
import { createBreaches, type Guarantee } from './broken-guarantee.ts'
import { checkApplications } from './check-applications.ts'
import type { Poller } from './poller.ts'

const company = { id: 'c', slug: 'c', key: '', cookie: '', openJobs: [] }
const emptyFields = { firstName: '', lastName: '', email: '', phone: '', linkedinUrl: '', message: '' }

/** Makes a form that was sent at an instant and, unless `how` says otherwise, acknowledged 10 ms later. */
function sent(id: string, atMs: number, how: Partial<SentApplication> = {}): SentApplication {
  return {
    company,
    job: {
      externalId: 'j',
      path: '/j',
    },
    formId: id,
    fields: emptyFields,
    cv: undefined,
    firstSentMs: atMs,
    acknowledged: {
      id,
      atMs: atMs + 10,
    },
    dateMs: atMs + 5,
    ids: new Set([id]),
    changes: [],
    history: [],
    ...how,
  }
}

function polled(ids: string[], promises: Poller['promises'] = []): Poller {
  const seen = new Map(ids.map((id) => [id, 0]))
  return { company, style: 'last date', seen, promises, follow: async () => {}, drain: async () => {} }
}

const unanswered = { acknowledged: undefined }
const early = { dateMs: 104 }

test.each<[what: string, applications: SentApplication[], pollers: Poller[], broken: Guarantee[]]>([
  ['all got all', [sent('a', 100), sent('b', 200)], [polled(['a', 'b']), polled(['b', 'a'])], []],
  ['one poller never got it', [sent('a', 100)], [polled(['a']), polled([])], ['lost']],
  ['unanswered, for one poller only', [sent('a', 100, unanswered)], [polled(['a']), polled([])], ['lost']],
  [
    'unanswered, for no poller',
    [sent('a', 100, { ...unanswered, dateMs: undefined, ids: new Set() })],
    [polled([])],
    [],
  ],
  ['dated before an acknowledged one', [sent('a', 100), sent('b', 200, early)], [polled(['a', 'b'])], ['out of order']],
  ['dated before an answer', [sent('a', 100)], [polled(['a'], [{ atMs: 90, throughMs: 105 }])], ['out of order']],
  ['dated before a later answer', [sent('a', 100)], [polled(['a'], [{ atMs: 101, throughMs: 105 }])], []],
  ['one id twice', [sent('a', 100), sent('b', 200, { ids: new Set(['a']) })], [polled(['a', 'b'])], ['id shared']],
])('applications: %s', (_, applications, pollers, broken) => {
  const breaches = createBreaches()
  checkApplications(applications, pollers, breaches)
  expect(breaches.kept().map(({ guarantee }) => guarantee)).toEqual(broken)
})
