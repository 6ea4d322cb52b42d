import { expect, test } from 'vitest'
import { findLosses } from './cost.ts'

const kept = { poll: { cpuUs: 100, peerCpuUs: 100, commands: 1 } }
const rounds = (cpuUs: number[], { peerCpuUs = 100, commands = 1 } = {}) => ({
  poll: cpuUs.map((us) => ({ cpuUs: us, peerCpuUs, commands })),
})

test('the guard of the benchmark is red if a row needs 15 % more CPU or commands, and not on a busy machine', () => {
  expect(findLosses(kept, rounds([116, 300, 130]))).toEqual(["poll: CPU 1.30 of the peer's, 1.00 before"])
  expect(findLosses(kept, rounds([100, 300, 130]))).toEqual([])
  expect(findLosses(kept, rounds([330, 400, 450], { peerCpuUs: 200 }))).toEqual([])
  expect(findLosses(kept, rounds([480, 500, 510], { peerCpuUs: 200 }))).toHaveLength(1)
  expect(findLosses(kept, rounds([100], { commands: 1.4 }))).toEqual([])
  expect(findLosses(kept, rounds([100], { commands: 1.6 }))).toEqual(['poll: 1.6 commands, 1 before'])
  expect(findLosses({}, rounds([100]))).toEqual(['poll: there is no figure to compare with'])
})
