import { expect, it } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { type JobDocument, readJobs, toDocument } from './document.ts'

const at = new Date()
const document = (id: number): JobDocument =>
  toDocument({
    ...{ id, companyId: 'a', externalId: null, slug: `job-${id}`, status: 'PUBLISHED', revision: 1 },
    fields: { title: 'T', description: 'x'.repeat(300_000) },
    ...{ extra: '{}', createdAt: at, updatedAt: at, publishedAt: at, changedBy: 'api' },
  })

it('others are served between the large jobs of a query', async () => {
  async function* query() {
    for (let id = 1; id <= 20; id++) yield document(id)
  }
  const counter = countTurns()
  const jobs = await readJobs(query())
  expect(counter.stop()).toBeGreaterThanOrEqual(18)
  expect(jobs.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})
