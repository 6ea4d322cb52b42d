import { expect, it } from 'vitest'
import { useServer } from '../../../test/harness.ts'
import { createDirectory, type DirectoryStart } from './directory.ts'

const server = useServer()

it('the directory has every company with a published job, of more companies than one query reads', async () => {
  const slugs = Array.from({ length: 1_001 }, (_, index) => `atlas-${String(index).padStart(4, '0')}`)
  // The rows have only what the directory reads.
  const companies = slugs.map((slug) => ({ _id: slug, slug, name: 'Atlas' }))
  const jobs = slugs.map((companyId, _id) => ({ _id, companyId, status: 'PUBLISHED' }))
  await server.connection.db.collection('companies').insertMany(companies as never[])
  await server.connection.db.collection('jobs').insertMany(jobs as never[])
  const findPage = createDirectory(server.deps)
  const found: string[] = []
  for (let start: DirectoryStart | undefined = {}; start !== undefined; ) {
    const { entries, next }: Awaited<ReturnType<typeof findPage>> = await findPage(start)
    found.push(...entries.map(({ company }) => company.slug))
    start = next
  }
  expect(found).toEqual(slugs)
})
