import { sweepRemovedCompanies } from '@boardwalk/core/company/removal'
import { sweepCvs } from '@boardwalk/core/cv/upload'
import { letInOverdue } from '@boardwalk/core/intake/hold'
import { createPartialDeps } from '@boardwalk/core/partial-deps'
import { createBackground } from '@boardwalk/core/process/background'
import { expect, it } from 'vitest'
import type { Deps } from '../deps.ts'
import { sweepThumbnails } from '../feature/picture/company-pictures.ts'
import { queueDueAlerts } from '../part/alert/alert.ts'
import { alerting } from '../part/alert/state.ts'
import { queueDueDigests } from '../part/digest/digest.ts'
import { queueReportMails } from '../part/report/mails.ts'

const at = new Date(0)
/** Three rows, with the members that the work of this file reads. */
const rows = [1, 2, 3].map((jobId) => ({
  id: String(jobId),
  companyId: 'c',
  cvId: 'cv',
  hash: 'a',
  jobId,
  at,
  dueAt: at,
  through: at,
  digest: {
    dueAt: at,
    through: at,
  },
  hasThumbnail: false,
  attempts: 1,
}))

/** What the stores of some work do: they give each row once, and the work awaits `workOn` for each. */
interface Steps {
  list: () => Promise<never>
  claim: () => Promise<never>
  workOn: () => Promise<never>
}
type Stores = Parameters<typeof createPartialDeps<Deps>>[0]

const works: [
  name: string,
  createStores: (steps: Steps) => Stores,
  run: (deps: Deps, signal: AbortSignal) => Promise<unknown>,
][] = [
  [
    'mails of alerts',
    ({ list, workOn }) => ({ partStates: new Map([[alerting, { alerts: { listDue: list, postpone: workOn } }]]) }),
    queueDueAlerts,
  ],
  ['digests', ({ list, workOn }) => ({ users: { listDigestsDue: list, postponeDigest: workOn } }), queueDueDigests],
  [
    'held applications',
    ({ list, workOn }) => ({
      heldApplications: { listOverdue: list, decide: () => workOn().then(() => Promise.reject(new Error('away'))) },
    }),
    letInOverdue,
  ],
  ['thumbnails', ({ list, workOn }) => ({ companies: { listLogosAfter: list, readLogo: workOn } }), sweepThumbnails],
  [
    'removed companies',
    ({ claim, workOn }) => ({
      removedCompanies: {
        claim,
        postpone: async () => {},
      },
      companyData: { remove: workOn },
    }),
    sweepRemovedCompanies,
  ],
  [
    'CVs that no application has',
    ({ list, workOn }) => ({ cvUploads: { listExpired: list, condemn: workOn } }),
    (deps, signal) => sweepCvs(deps, async () => false, signal),
  ],
  [
    'mails about reports',
    ({ workOn }) => ({ mails: { listIds: async () => [], insert: workOn } }),
    (deps, signal) => queueReportMails(deps, rows, signal),
  ],
]

it.each(works)(
  'work in the background ends at its next row when the process stops: %s',
  async (_, createStores, run) => {
    const log = { warn: () => {} }
    const metrics = { workKnown: () => {}, workFailed: () => {} }
    const background = createBackground({ log, metrics })
    const [listed, claimed] = [[...rows], [...rows]]
    let calls = 0
    // The casts hold because the work reads no other members of a row, and no value means that there is nothing to do for a row.
    const steps: Steps = {
      list: async () => listed.splice(0) as never,
      claim: async () => claimed.shift() as never,
      async workOn() {
        calls++
        background.stop()
        return undefined as never
      },
    }
    const now = () => 1_000
    const deps = createPartialDeps<Deps>({ log, metrics, background, now, soundNow: now, ...createStores(steps) })
    await run(deps, background.stopping)
    expect(calls).toBe(1)
  },
)
