import { parseJson } from '@boardwalk/schema/json'
import { expect, test } from 'vitest'
import { markNumbers, restoreNumbers } from './client.ts'

test('the SDK sends a number with the digits that it has in the feed, and no text becomes one', () => {
  const text =
    '{"a":[9007199254740993,"9007199254740993",{"b":1.10}],"c":-0,"d":1e400,"__proto__":[-6111222333444555666]}'
  expect(restoreNumbers(JSON.stringify(markNumbers(parseJson(text))))).toBe(text)
})
