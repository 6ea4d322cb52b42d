import { describe, expect, test } from 'vitest'
import { type Index, planQuery } from './index-plan.ts'
import { type Query, readQueries } from './recorded-queries.ts'

/* The rules by which MongoDB uses an index, as the tests of query plans compute them. */

const index = (key: Index['key'], rest: Partial<Index> = {}): Index => ({
  name: Object.keys(key).join(', '),
  key,
  isUnique: false,
  isSparse: false,
  partial: {},
  ...rest,
})
const COUNT = { $group: { _id: 1, n: { $sum: 1 } } }
const find = (filter: object, rest: object = {}) => readQueries('find', { find: 'rows', filter, ...rest })
const count = (filter: object) => readQueries('aggregate', { aggregate: 'rows', pipeline: [{ $match: filter }, COUNT] })
const plan = ([query]: Query[], ...indexes: Index[]) =>
  query &&
  planQuery(query, [index({ _id: 1 }, { isUnique: true }), ...indexes], {
    few: new Set(['few=', 'recent>']),
    nearlyAll: new Set(['gone-']),
  })

const NONE = { faults: [] }
const LEFT_OUT = { faults: [expect.stringContaining('leaves out')] }
const SORTS = { faults: [expect.stringContaining('to sort them')] }
const READS = { faults: ['reads each row that it counts'] }

describe('an index', () => {
  const byDate = index({ company: 1, date: 1, status: 1 })
  test.each<[what: string, query: Query[], index: Index, expected: object]>([
    ['gives rows by equality and range', find({ company: 'a', date: { $gt: 1 } }), byDate, NONE],
    [
      'gives an order behind an equality, also backwards',
      find({ company: 'a' }, { sort: { date: -1 }, limit: 9 }),
      byDate,
      NONE,
    ],
    [
      'gives no order behind a range',
      find({ company: 'a', date: { $gt: 1 } }, { sort: { status: 1 }, limit: 9 }),
      byDate,
      SORTS,
    ],
    [
      'gives no order of turned members',
      find({ company: 'a' }, { sort: { date: 1, status: -1 }, limit: 9 }),
      byDate,
      SORTS,
    ],
    ['lacks a member of the filter', find({ company: 'a', city: 'b' }), byDate, LEFT_OUT],
    ['is not used without its first member', find({ date: 1 }), byDate, { indexes: [], faults: ['has no index'] }],
    ['is not used for all values but one', find({ company: { $ne: 'a' } }), byDate, { faults: ['has no index'] }],
    [
      'that is unique gives one row, whatever else is asked',
      find({ slug: 'a', city: 'b' }),
      index({ slug: 1 }, { isUnique: true }),
      NONE,
    ],
    ['whose values few rows have gives few rows', find({ few: 'a', city: 'b' }), index({ few: 1 }), NONE],
    [
      'whose range few rows are in gives few rows',
      find({ company: 'a', recent: { $gt: 1 }, city: 'b' }, { sort: { date: 1 }, limit: 9 }),
      index({ company: 1, recent: 1 }),
      NONE,
    ],
    ['lacks a condition that nearly all rows meet', find({ company: 'a', gone: { $exists: false } }), byDate, NONE],
    ['counts by itself', count({ company: 'a', date: { $gt: 1 } }), byDate, NONE],
    ['counts all values but some by itself', count({ company: 'a', date: { $nin: [1] } }), byDate, NONE],
    ['does not count absent members by itself', count({ company: 'a', date: { $exists: false } }), byDate, READS],
    [
      'that is sparse has no absent members',
      find({ due: null }),
      index({ due: 1 }, { isSparse: true }),
      { indexes: [] },
    ],
    ['that is sparse has a range', find({ due: { $lt: 1 } }), index({ due: 1 }, { isSparse: true }), NONE],
    [
      'that is partial is used if the filter implies it',
      find({ due: 5 }),
      index({ due: 1 }, { partial: { due: { $exists: true } } }),
      NONE,
    ],
    [
      'that is partial is not used otherwise',
      find({ due: 5 }),
      index({ due: 1 }, { partial: { status: 'A' } }),
      { indexes: [] },
    ],
  ])('%s', (_what, query, given, expected) => {
    expect(plan(query, given)).toMatchObject(expected)
  })

  test('each way of a choice may have an index of its own, and the worst decides', () => {
    const choice = find({ $or: [{ slug: 'a' }, { company: 'b' }] })
    expect(plan(choice, byDate, index({ slug: 1 }))).toMatchObject({
      indexes: ['slug', 'company, date, status'],
      faults: [],
    })
    expect(plan(choice, byDate)).toMatchObject({ faults: ['has no index'] })
  })
})
