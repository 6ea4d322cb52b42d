import { describe, expectTypeOf, it } from 'vitest'
import type { CandidateStatus, WorkMode } from './generated/enums.ts'
import type { Boardwalk, Candidate, CandidateChange, Job, JobCreate, JobUpdate } from './index.ts'

/* What the compiler accepts and refuses. The tests of the types run in `npm run check`; nothing is sent. */

interface Row {
  readonly id: string
  title: string
  city: readonly string[]
  description?: string | undefined
  costCentre?: number
}

describe('the types', () => {
  const use = (_: (boardwalk: Boardwalk) => unknown) => undefined

  it('take an interface with fields of its own, a readonly list, undefined and a Date', () => {
    use(async ({ jobs, candidates }) => {
      const row: Row = { id: 'A-1', title: 'Comptable', city: ['Rabat'], description: undefined }
      await jobs.create(row)
      await jobs.update(row.id, row)
      await jobs.update('A-1', { costCentre: 7 })
      await jobs.update('A-1', { workMode: 'REMOTE', costCentre: undefined })
      const countries: readonly string[] = ['FR']
      await jobs.update('A-1', { boardwalk: { closesAt: undefined, period: 'YEAR', countries } })
      jobs.upsertMany([row])
      jobs.upsertMany([{ id: 'A-1', minSalary: 9_000, team: 'Finance' }])
      await candidates.listAll({ since: new Date(), to: undefined, changes: true, wait: 20 })
      candidates.updateMany([
        { id: 'app-1', status: 'HIRED', at: new Date() },
        { id: 'app-2', erased: true },
      ])
      candidates.follow({ since: new Date() })
      const cursors = new Map<string, string>()
      candidates.follow({ state: cursors })
      jobs.followChanges({
        state: { load: (key) => cursors.get(key), save: (key, cursor) => cursors.set(key, cursor) },
      })
      await jobs.list({ changedSince: new Date(), status: 'PUBLISHED' })
    })
  })

  it('of follow say whether it yields candidates or changes', () => {
    use(async ({ candidates, jobs }) => {
      for await (const item of candidates.follow()) expectTypeOf(item).toEqualTypeOf<Candidate>()
      for await (const { change, candidate } of candidates.follow({ changes: true }))
        [change, candidate.erasedAt].join()
      for await (const page of candidates.followPages({ changes: true }))
        expectTypeOf(page).toExtend<CandidateChange[]>()
      for await (const job of jobs.followChanges()) expectTypeOf(job).toEqualTypeOf<Job>()
      // @ts-expect-error: the changes are those of all jobs
      candidates.follow({ changes: true, externalJobId: 'A-1' })
    })
  })

  it('refuse wrong values and missing members', () => {
    use(async ({ jobs, candidates }) => {
      // @ts-expect-error: no such status
      await candidates.setStatus('app-1', 'FIRED')
      // @ts-expect-error: an erasure cannot be taken back
      candidates.updateMany([{ id: 'app-1', erased: false }])
      // @ts-expect-error: a job needs a title
      await jobs.create({ id: 'A-1' })
      // @ts-expect-error: a status that only a newer board knows cannot be sent
      await candidates.setStatus('app-1', (await candidates.get('app-1')).candidate.status)
      // @ts-expect-error: no such contract
      await jobs.create({ id: 'A-1', title: 'Comptable', contractType: 'CDX' })
      // @ts-expect-error: no such period
      await jobs.update('A-1', { boardwalk: { period: 'yearly' } })
      // @ts-expect-error: a title is a text
      await jobs.update('A-1', { title: 5 })
      // @ts-expect-error: an item has an id
      jobs.upsertMany([{ title: 'Comptable' }])
    })
  })

  it('of answers know the values of today, and let a newer board send others', () => {
    expectTypeOf<Candidate['status']>().toEqualTypeOf<CandidateStatus | (string & {})>()
    expectTypeOf<Job['workMode']>().toEqualTypeOf<WorkMode | (string & {}) | null | undefined>()
    expectTypeOf<JobUpdate['workMode']>().toEqualTypeOf<WorkMode | null | undefined>()
  })

  it('find a misspelt name with `satisfies`, and when a job is read', () => {
    // @ts-expect-error: it is minSalary
    const create = { id: 'A-1', title: 'Comptable', minSallary: 9_000 } satisfies JobCreate
    // @ts-expect-error: it is closesAt
    const terms = { boardwalk: { closeAt: '2026-12-31' } } satisfies JobUpdate
    // @ts-expect-error: it is minSalary
    const update = { minSallary: 9_000 } satisfies JobUpdate
    // @ts-expect-error: it is minSalary
    use(async ({ jobs }) => [create, terms, update, (await jobs.get('A-1')).job.minSallary])
    expectTypeOf<Job['minSalary']>().toEqualTypeOf<number | null | undefined>()
  })

  it('know which members a list has', () => {
    use(async ({ jobs }) => {
      for await (const job of jobs.list()) expectTypeOf(job).toMatchTypeOf<Job>()
      for await (const { id, title } of jobs.list({ fields: ['title'] })) [id, title].join()
      // @ts-expect-error: the query does not name it
      for await (const { status } of jobs.list({ fields: ['title'] })) status.trim()
      // @ts-expect-error: no job has it
      jobs.list({ fields: ['titel'] })
    })
  })
})
