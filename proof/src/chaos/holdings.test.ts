import { expect, test } from 'vitest'
import { createHoldings } from './holdings.ts'

/** The id is given to a from 10 to 20, taken from it from 30 to 40, and given to b from 50 to 60. */
function moved() {
  const holdings = createHoldings<string>()
  holdings.beginGive('a', 10)
  holdings.endGive(20)
  holdings.beginTake(30)
  holdings.endTake(40)
  holdings.beginGive('b', 50)
  holdings.endGive(60)
  return holdings
}

test('a job may be named from when it was to have the id until that it lost it is acknowledged', () => {
  const holdings = moved()
  expect(holdings.couldHold('a', 35, 100)).toBe(true)
  expect(holdings.couldHold('a', 0, 15)).toBe(true)
  expect(holdings.couldHold('a', 41, 100)).toBe(false)
  expect(holdings.couldHold('a', 0, 9)).toBe(false)
  expect(holdings.couldHold('b', 41, 49)).toBe(false)
  expect(holdings.couldHold('b', 41, 55)).toBe(true)
})

test('a job that got the id again may be named again', () => {
  const holdings = moved()
  holdings.beginTake(70)
  holdings.endTake(80)
  holdings.beginGive('a', 90)
  expect(holdings.couldHold('a', 85, 95)).toBe(true)
  expect(holdings.couldHold('b', 85, 95)).toBe(false)
})

test('a job is sure to be named between the acknowledgement and the next move, and only then', () => {
  const holdings = moved()
  expect(holdings.findSureHolder(21, 29)).toBe('a')
  expect(holdings.findSureHolder(15, 29)).toBeUndefined()
  expect(holdings.findSureHolder(21, 35)).toBeUndefined()
  expect(holdings.findSureHolder(41, 49)).toBeUndefined()
  expect(holdings.findSureHolder(61, 1_000)).toBe('b')
})

test('a move that was never acknowledged may have been made, or not', () => {
  const holdings = createHoldings<string>()
  holdings.beginGive('a', 10)
  expect(holdings.couldHold('a', 1_000, 1_001)).toBe(true)
  expect(holdings.findSureHolder(1_000, 1_001)).toBeUndefined()
})
