import { expect, it } from 'vitest'
import { createTotals } from './api-list.ts'

it('the count of a list serves each next page once, for ten seconds, and only if more jobs follow the page by it', async () => {
  const clock = { ms: 0 }
  const totals = createTotals(() => clock.ms)
  const place = { filter: { companyId: 'c' }, skip: 100 }
  const total = await totals.make(async () => {
    clock.ms += 500
    return 250
  })
  const take = (end: number) => {
    totals.leave(place, total)
    return totals.take(place, end)
  }
  expect(take(200)).toEqual({ total: 250, countedMs: 0 })
  expect(totals.take(place, 200)).toBeUndefined()
  expect(take(250)).toBeUndefined()
  clock.ms = 9_999
  expect(take(200)).toEqual(total)
  clock.ms = 10_000
  expect(take(200)).toBeUndefined()
  totals.leave(place, { ...total, countedMs: clock.ms })
  for (const other of [
    { ...place, skip: 0 },
    { ...place, filter: { companyId: 'd' } },
  ])
    expect(totals.take(other, 0)).toBeUndefined()
})
