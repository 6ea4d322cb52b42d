import { useServer } from '@boardwalk/api/test/harness'
import { expect, test } from 'vitest'

const server = useServer()

/** The titles of the similar jobs on a page. */
async function readSimilar(url: string): Promise<string[]> {
  const [, similar = ''] = (await (await fetch(url)).text()).split('<section class="similar">')
  return [...similar.matchAll(/<h3><a[^>]*><bdi>([^<]*)/g)].map(([, title = '']) => title)
}

test('a job’s page shows three published jobs of the board that share words of its title, those of its city first', async () => {
  const [company, other] = [await server.company(), await server.company()]
  const create = async (owner: typeof company, id: string, title: string, city: string): Promise<string> =>
    (await owner.call('POST', '/job', { job: { id, title, city } })).body.jobUrl
  const url = await create(company, 'A', 'Comptable (H/F) de chantier', 'Fès')
  await create(company, 'B', 'Comptable senior', 'Rabat')
  const near = await create(other, 'C', 'Comptables', 'Fès')
  await create(other, 'D', 'Comptable de chantier', 'Agadir')
  await create(other, 'E', 'Chauffeur de car', 'Fès')
  await create(other, 'F', 'Comptable bilingue', 'Oujda')
  await company.call('POST', '/job', { job: { id: 'G', title: 'Comptable de chantier', status: 'UNPUBLISHED' } })
  await server.deps.catalogue.flush()
  const [first, second, ...others] = await readSimilar(url)
  expect([first, second, others.length]).toEqual(['Comptables', 'Comptable de chantier', 1])
  expect(await readSimilar(near)).toContain('Comptable (H/F) de chantier')

  // Which jobs are similar is remembered. What they are called and whether they are published is not.
  await other.call('PUT', '/job/C', { job: { title: 'Comptables confirmés' } })
  await other.call('DELETE', '/job/D')
  const now = await readSimilar(url)
  expect([now[0], now.length]).toEqual(['Comptables confirmés', 3])
  expect(now).not.toContain('Comptable de chantier')
})

test('a page without similar jobs has no list of them', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob('Apiculteur')
  expect(await readSimilar(jobUrl)).toEqual([])
  expect(await (await fetch(jobUrl)).text()).not.toContain('Offres similaires')
})
