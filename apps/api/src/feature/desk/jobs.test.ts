import { beforeAll, describe, expect, it } from 'vitest'
import { whileFailing } from '../../test/failing-store.ts'
import { apply } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { signedInUser } from '../../test/user.ts'

type Jobs = Awaited<ReturnType<typeof signedInUser>>['client']['job']

const server = useServer()

describe('the list', () => {
  let listed: TestCompany
  let list: (lookup?: Parameters<Jobs['list']['query']>[0]) => Promise<string[]>
  beforeAll(async () => {
    listed = await server.company()
    const { client } = await signedInUser(server, listed)
    list = async (lookup = {}) => (await client.job.list.query(lookup)).jobs.map(({ title }) => title)
    for (const title of ['Éléveur de chèvres', 'Ingénieure', 'Comptable (50%) [x]', 'محاسب'])
      await listed.boardJob(title)
    for (const [id, title] of [
      ['REF/Été-9', 'Vendeur'],
      ['comptable-2', 'Draft'],
    ])
      await listed.call('POST', '/job', {
        job: { id, title, status: id === 'comptable-2' ? 'UNPUBLISHED' : 'PUBLISHED' },
      })
  })

  const all = ['Draft', 'Vendeur', 'محاسب', 'Comptable (50%) [x]', 'Ingénieure', 'Éléveur de chèvres']

  it('is newest first, in pages', async () => {
    expect(await list()).toStrictEqual(all)
    expect(await list({ page: 2, pageSize: 4 })).toStrictEqual(all.slice(4))
    expect(await list({ page: 3, pageSize: 4 })).toStrictEqual([])
  })

  it('a search finds titles, external ids and the job id, whatever case and accents', async () => {
    for (const [search, titles] of [
      ['CHEVRES éléveur', ['Éléveur de chèvres']],
      ['(50%) [X', ['Comptable (50%) [x]']],
      ['.*', []],
      ['ref/ete', ['Vendeur']],
      ['COMPTABLE', ['Draft', 'Comptable (50%) [x]']],
      ['مُحاسب', ['محاسب']],
      ['   ', all],
    ] as const)
      expect([search, await list({ search })]).toStrictEqual([search, titles])
    const { jobId } = await listed.boardJob('By its number')
    expect(await list({ search: String(jobId) })).toContain('By its number')
    await listed.boardJob('Full stack, Node.js and Go')
    for (const search of ['fullstack nodejs', 'full-stack', 'node js', 'Go'])
      expect([search, await list({ search })]).toEqual([search, ['Full stack, Node.js and Go']])
  })

  it('counts the applications of each job, also one that waits in the mailbox', async () => {
    const { jobId, jobUrl } = await listed.boardJob('Wanted')
    await apply(jobUrl)
    await whileFailing(server.deps.applications, 'insertNew', async () => {
      await server.deps.mailbox.accept({
        id: 'waits',
        companyId: listed.id,
        jobId,
        status: 'PENDING',
        cvId: null,
        contentDigest: '',
        firstName: 'A',
        lastName: 'B',
        email: 'a@example.com',
        phone: '',
        linkedinUrl: '',
        message: '',
      })
    })
    const { client } = await signedInUser(server, listed)
    const { jobs: found } = await client.job.list.query({ search: 'wanted' })
    expect(found).toMatchObject([{ jobId, externalId: null, applications: 2, status: 'PUBLISHED' }])
  })
})
