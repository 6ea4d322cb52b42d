import { expect, test } from 'vitest'
import { createCounts, formatCounts, type Outcome, type RowWarning } from './outcome.ts'
import { createWarningPrinter, WarningKinds } from './warnings.ts'

const outcome = (row: number, warnings: RowWarning[], status: Outcome['status'] = 'updated'): Outcome => ({
  line: row + 1,
  row,
  id: `A${row}`,
  status,
  jobId: row,
  jobUrl: null,
  warnings,
  error: null,
})
const country = { code: 'country_missing', path: 'job.country', message: 'no country' }
const hidden = { code: 'unpublished', path: 'job.status', message: 'the job is unpublished' }
const images = (count: number) => ({ path: 'job.description', message: `${count} images, as in "${count}.png"` })

test('warnings are counted by kind and by row, and three rows of each kind are named', () => {
  const kinds = new WarningKinds()
  kinds.note(outcome(1, [hidden, country]))
  for (const row of [2, 3]) kinds.note(outcome(row, [country, { ...country, path: 'job.region' }]))
  // A board without codes: the messages differ only in numbers and values.
  kinds.note(outcome(4, [country, images(1)]))
  kinds.note(outcome(5, [images(20)], 'created'))
  kinds.note(outcome(6, []))
  kinds.note(outcome(7, [{ code: 'similar_field', path: 'job.citi', message: 'did you mean city?' }]))
  expect(kinds.summary).toMatchObject({
    count: 6,
    kinds: [
      { code: 'country_missing', count: 4, examples: [{ line: 2, row: 1, id: 'A1', path: 'job.country' }, {}, {}] },
      { code: null, count: 2 },
      { code: 'unpublished', count: 1 },
      { code: 'similar_field', count: 1 },
    ],
  })
  const lines: string[] = []
  kinds.say('jobs.csv', (line) => lines.push(line))
  expect(lines).toEqual([
    '4 rows with a warning (country_missing): no country',
    '  jobs.csv:2: row 1, id "A1"',
    '  jobs.csv:3: row 2, id "A2"',
    '  jobs.csv:4: row 3, id "A3"',
    '  … and 1 more',
    '2 rows with a warning:',
    '  jobs.csv:5: row 4, id "A4": 1 images, as in "1.png"',
    '  jobs.csv:6: row 5, id "A5": 20 images, as in "20.png"',
    '1 row with a warning (unpublished): the job is unpublished',
    '  jobs.csv:2: row 1, id "A1"',
    '--report FILE writes the warnings of each row',
  ])
  expect(formatCounts({ ...createCounts(), updated: 4 }, ['updated'], kinds.hidden)).toEqual([
    '  updated             4, 1 of them not published',
  ])
})

test('a mistake that the feed has in every row is said three times and then counted', () => {
  const lines: string[] = []
  const warnings = createWarningPrinter((line) => lines.push(line))
  for (const line of [2, 3, 4, 5, 6]) warnings.warn(`the row has ${line} cells`, `jobs.csv:${line}`)
  warnings.warn('another mistake', 'jobs.csv:9')
  warnings.end()
  expect(lines).toEqual([
    ...[2, 3, 4].map((line) => `jobs.csv:${line}: the row has ${line} cells`),
    'jobs.csv:9: another mistake',
    '… and 2 more warnings like that of jobs.csv:2',
  ])
})
