import { expect, test } from 'vitest'
import { readPieces } from '../test/reading.ts'
import notJson from './fixture/not-json.json' with { type: 'json' }
import type { MapFile } from './map-file.ts'

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

test('an object in the place of the list is one job, or holds jobs under numbers; another one is named', async () => {
  const item: MapFile = { list: 'rss.channel.item', fields: { id: 'guid' } }
  const broken = (feed: object) => readPieces(JSON.stringify(feed), { format: 'json' }).then((read) => read.broken)
  for (const size of [1, 7, 100_000]) {
    for (const [feed, map, ids] of [
      [{ rss: { channel: { title: 'Offres', item: { guid: 'A', ville: 'Rabat' } } } }, item, ['A']],
      [{ jobs: { id: 'A', jobs: { '0': 1 } } }, undefined, ['A']],
      [{ jobs: { '0': { id: 'A' }, '2': { id: 'B', '3': {} } }, more: [{ id: 'C' }] }, undefined, ['A', 'B']],
      [{ '1': { id: 'A' }, '7': { id: 'B' } }, undefined, ['A', 'B']],
      [{ id: 'A', jobs: { id: 'x' } }, undefined, ['A']],
    ] as const) {
      const text = JSON.stringify(feed)
      const { jobs, problems, broken } = await readPieces(text, { size, ...(map !== undefined && { map }) })
      expect({ text, ids: jobs.map(({ id }) => id), problems, broken }).toEqual({
        text,
        ids,
        problems: [],
        broken: undefined,
      })
    }
    expect((await readPieces('{"jobs":{"0":{"id":"A"}', { size })).broken).toBe(
      '1: is not JSON: it ends before its list does',
    )
  }
  const hint = '; if these are ids of jobs, write each as "id" into its job'
  expect(await broken({ 'K-1': { title: 't' }, 'K-2': {} })).toContain(`but the members "K-1", "K-2"${hint}`)
  expect(await broken({ jobs: { 'K-1': { title: 't' } } })).toContain(
    `has in place of the list "jobs" an object with the members "K-1"${hint}`,
  )
  expect(await broken({ jobs: { items: [{ id: 'A' }] } })).toContain(
    'an object with the members "items"; name its list',
  )
})
