import { expect, test } from 'vitest'
import { readPieces } from '../test/reading.ts'
import notJson from './fixture/not-json.json' with { type: 'json' }

test.each(notJson)(
  'a row that is not JSON costs that row alone: $name',
  async ({ feed, ids, problems: expected, broken = undefined }) => {
    for (const size of [1, 7, 100_000]) {
      const { jobs, problems, ...read } = await readPieces(feed, { size })
      expect({ size, ids: jobs.map(({ id }) => id) }).toEqual({ size, ids })
      expect(problems).toEqual(expected.map((problem) => expect.stringContaining(problem)))
      expect(read.broken).toEqual(broken)
    }
  },
)

test('an id that is a number of JSON keeps its digits, with one warning if no map names it; extra fields keep theirs', async () => {
  const rows = ['-6111222333444555666', '-6111222333444555667', '1', '1.0'].map(
    (id) => `{"id":${id},"minExperience":1.0}`,
  )
  const ids = ['-6111222333444555666', '-6111222333444555667', '1', '1.0']
  for (const feed of [`[${rows.join()}]`, rows.join('\n')]) {
    const { jobs, warnings } = await readPieces(feed)
    expect(jobs).toEqual(ids.map((id) => ({ id, minExperience: 1 })))
    expect(warnings).toEqual(['1: id -6111222333444555666 is a number: its digits are the id, as a text (told once)'])
    const mapped = await readPieces(feed, { map: { fields: { id: { from: 'id', prefix: 'a-' } } } })
    expect(mapped.jobs.map(({ id }) => id)).toEqual(ids.map((id) => `a-${id}`))
    expect(mapped.warnings).toEqual([])
  }
  const { jobs, problems } = await readPieces('[{"id":"A","ref":9007199254740993},{"id":"A","ref":9007199254740992}]')
  expect([String(jobs[0]?.ref), problems.length]).toEqual(['9007199254740993', 1])
})
