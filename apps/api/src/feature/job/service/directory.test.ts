import { expect, it } from 'vitest'
import { createDirectory, type DirectoryStart } from './directory.ts'

it('the directory has every company with a published job, of more companies than one query reads', async () => {
  const slugs = Array.from({ length: 1_001 }, (_, index) => `atlas-${String(index).padStart(4, '0')}`)
  // The cast holds because the directory calls only these functions, and reads only these members.
  const findPage = createDirectory({
    jobs: { countByCompany: async () => new Map(slugs.map((slug) => [slug, 1])) },
    companies: { findByIds: async (ids: string[]) => ids.map((id) => ({ id, slug: id, name: 'Atlas' })) },
  } as never)
  const found: string[] = []
  for (let start: DirectoryStart | undefined = {}; start !== undefined; ) {
    const { entries, next }: Awaited<ReturnType<typeof findPage>> = await findPage(start)
    found.push(...entries.map(({ company }) => company.slug))
    start = next
  }
  expect(found).toEqual(slugs)
})
