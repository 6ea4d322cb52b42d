import { expect, test } from 'vitest'
import { readPieces } from '../test/reading.ts'
import pageSigns from './fixture/page-signs.json' with { type: 'json' }

const rows = {
  json: '[{"id":"A","count":900},{"id":"B"}]',
  xml: '<job><id>A</id><count>900</count></job><job><id>B</id></job>',
}

test.each(pageSigns)('a feed that has $sign says that its rows are $meaning, in pieces of any size', async (known) => {
  const { sign, meaning, rest, list } = known
  const text = sign.replaceAll(/JSON_ROWS|XML_ROWS/g, (name) => (name === 'JSON_ROWS' ? rows.json : rows.xml))
  const map = { fields: {}, ...(list !== undefined && { list }) }
  for (const size of [1, 7, 100_000]) {
    const read = await readPieces(text, { size, map })
    expect({ size, meaning, rest: read.rest ?? null, broken: read.broken }).toEqual({
      size,
      meaning,
      rest,
      broken: undefined,
    })
  }
})
