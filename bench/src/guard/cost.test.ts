import { expect, test } from 'vitest'
import { findLosses } from './cost.ts'

const cost = { cpuUs: 100, peerCpuUs: 100, commands: 1 }
const kept = { poll: cost, create: cost, update: cost }
const rounds = (poll: number[], { others = 100, peerCpuUs = 100, commands = 1 } = {}) => ({
  poll: poll.map((cpuUs) => ({ cpuUs, peerCpuUs, commands })),
  create: [{ cpuUs: others, peerCpuUs, commands: 1 }],
  update: [{ cpuUs: others, peerCpuUs, commands: 1 }],
})

test('the guard of the benchmark is red if a row needs half as much CPU again, all rows a quarter, or a row more commands', () => {
  expect(findLosses(kept, rounds([151, 300, 170]))).toEqual(["poll: CPU 1.70 of the peer's, 1.00 before"])
  expect(findLosses(kept, rounds([149, 300, 170]))).toEqual([])
  expect(findLosses(kept, rounds([130], { others: 126 }))).toEqual(['all rows: CPU 1.26 times as much as before'])
  expect(findLosses(kept, rounds([130], { others: 124 }))).toEqual([])
  expect(findLosses(kept, rounds([100], { commands: 1.4 }))).toEqual([])
  expect(findLosses(kept, rounds([100], { commands: 1.6 }))).toEqual(['poll: 1.6 commands, 1 before'])
  expect(findLosses({}, { poll: [cost] })).toContain('poll: there is no figure to compare with')
})

test('the guard of the benchmark allows more on a busy machine, by as much as the peer needs more', () => {
  const busy = { others: 400, peerCpuUs: 200 }
  expect(findLosses(kept, rounds([590], busy))).toEqual([])
  expect(findLosses(kept, rounds([610], busy))).toEqual(["poll: CPU 3.05 of the peer's, 1.00 before"])
})
