import type * as mongo from 'mongodb'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { useServer } from './harness.ts'
import { awayMailServer } from './mail-server.ts'
import { costly, findIndexes, planOn, scattered } from './query-rules.ts'
import { type Query, recordQueries } from './recorded-queries.ts'
import { serviceAccount, useSearchEngines } from './search-engines.ts'
import { findScatter, readCommands, readShardKeys } from './shard-keys.ts'
import { useWholeBoard } from './whole-board.ts'

/* Which index answers each query that the board sends, and which shard has its rows. It computes both, so it needs no MongoDB. */

const { send } = useSearchEngines(Date.now)
const engines = { INDEXNOW_KEY: 'board-key-1234', GOOGLE_INDEXING_CREDENTIALS: serviceAccount, send }
const server = useServer({
  isMonitored: true,
  mail: () => awayMailServer,
  partSettings: { 'search-engine': engines },
})

/** The queries of the whole board, by their shape. */
let queries: Map<string, Query>
beforeAll(async () => {
  queries = recordQueries(server.connection)
  await useWholeBoard(server)
})

/** Compares the faults of the queries, by their shape, with a list that names them. */
function compare(named: object, findFault: (query: Query) => string | undefined): void {
  const faults = [...queries].map(([shape, query]) => [shape, findFault(query)] as const)
  expect(Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))).toEqual(named)
}

test('each query has an index, and reads no more rows than it shows, but for those that are named with their index and the reason', () => {
  const named = Object.fromEntries(Object.entries(costly).map(([shape, { by }]) => [shape, by]))
  compare(named, (query) => {
    const { faults, indexes } = planOn(server.connection, query)
    return faults.length === 0 ? undefined : indexes.join(' or ')
  })
  expect(queries.size).toBeGreaterThan(100)
})

describe('on a sharded cluster', () => {
  test('each query of a company’s data names its shard, but for those that are named with the reason', () => {
    compare(Object.fromEntries(Object.keys(scattered).map((shape) => [shape, expect.any(String)])), findScatter)
  })

  const byName = ([one]: [string, ...unknown[]], [other]: [string, ...unknown[]]) => one.localeCompare(other)

  test('docs/scale.md says of each collection how it is sharded, and its commands do that', () => {
    const keys = readShardKeys().sort(byName)
    expect(keys.map(([name]) => name)).toEqual([...server.connection.opened.keys()].sort((a, b) => a.localeCompare(b)))
    expect(readCommands().sort(byName)).toEqual(keys.filter(([, key]) => key !== undefined))
  })

  test('each shard key has an index that MongoDB accepts, and each unique index begins with it', () => {
    for (const [name, key = ''] of readCommands()) {
      const [member = ''] = /\w+/.exec(key) ?? []
      const indexes = findIndexes(server.connection, { collection: name })
      const begins = (index: (typeof indexes)[number]) => Object.keys(index.key)[0] === member
      const isWhole = ({ isSparse, partial }: (typeof indexes)[number]) =>
        !isSparse && Object.keys(partial).length === 0
      expect([name, indexes.some((index) => begins(index) && isWhole(index))]).toEqual([name, true])
      // Of `_id`, MongoDB keeps each shard's values unique.
      const others = indexes.filter((index) => index.isUnique && index.name !== '_id' && !begins(index))
      expect([name, others]).toEqual([name, []])
    }
  })
})

/** Lists the stages of a plan that MongoDB explains, with the filter of each. */
function listStages(plan: mongo.Document): mongo.Document[] {
  const inside = [plan.queryPlan, plan.inputStage, ...(plan.inputStages ?? [])].filter((each) => each !== undefined)
  return [...(plan.stage === undefined ? [] : [plan]), ...inside.flatMap(listStages)]
}

test.skipIf(inject('isSecantus'))('MongoDB itself explains the same', async () => {
  for (const [shape, query] of queries) {
    const { indexes, isSorted, faults } = planOn(server.connection, query)
    const [name, other] = indexes
    // A query with a choice uses several indexes, which a hint cannot ask for.
    const hint = other === undefined && query.branches.length === 0 ? findIndexes(server.connection, query) : []
    const index = hint.find((each) => each.name === name)
    if (index === undefined) continue
    const { collection, filter, sort, limit } = query
    const found = server.connection.db.collection(collection).find(filter, { sort, limit, hint: index.key })
    const { queryPlanner } = await found.explain('queryPlanner')
    const stages = listStages(queryPlanner.winningPlan)
    const has = (name: string) => stages.some(({ stage }) => stage === name)
    expect([shape, has('COLLSCAN')]).toEqual([shape, false])
    if (isSorted && Object.keys(sort).length > 0) expect([shape, has('SORT')]).toEqual([shape, false])
    if (faults.length === 0 && query.grouped !== undefined && !planOn(server.connection, query).isOfFew)
      expect([shape, stages.find(({ stage, filter }) => stage === 'FETCH' && filter !== undefined)]).toEqual([
        shape,
        undefined,
      ])
  }
})
