import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { callerOf } from './admission.ts'

it('a request whose connection is gone before it is looked at has a caller all the same', () => {
  const request = new IncomingMessage(new Socket())
  expect(callerOf(request, 0)).toBe('')
  expect(callerOf(request, 1)).toBe('')
})
