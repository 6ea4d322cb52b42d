import { expect, test } from 'vitest'
import { findPossibleStates } from './check-changes.ts'

const change = (to: string, beganMs: number, doneMs?: number) => ({ to, beganMs, doneMs })

test.each<[what: string, changes: ReturnType<typeof change>[], possible: string[]]>([
  ['nothing was asked for', [], ['PENDING']],
  ['one after the other', [change('HIRED', 1, 2), change('REJECTED', 3, 4)], ['REJECTED']],
  ['both at once', [change('HIRED', 1, 3), change('REJECTED', 2, 4)], ['HIRED', 'REJECTED']],
  ['the last one is unanswered', [change('HIRED', 1, 2), change('REJECTED', 3)], ['HIRED', 'REJECTED']],
  ['the only one is unanswered', [change('HIRED', 1)], ['PENDING', 'HIRED']],
  ['erased', [change('HIRED', 1, 9), change('erased', 3, 4)], ['erased']],
])('the states that a candidate may have in the end: %s', (_, changes, possible) => {
  expect([...findPossibleStates(changes)]).toEqual(possible)
})
