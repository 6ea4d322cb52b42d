import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { createFreeSpace } from './free-space.ts'
import { apply, pdf } from './test/form.ts'
import { useServer } from './test/harness.ts'
import { testSettings } from './test/settings.ts'

const server = useServer({
  settings: { uploadLimits: { ...testSettings.uploadLimits, freeSpoolBytes: Number.MAX_SAFE_INTEGER } },
})

it('refuses CVs in plain words, and serves all else', async () => {
  await server.deps.background.settled()
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  const refused = await apply(jobUrl, {}, pdf)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'uploads_closed' } } })
  expect(refused.body.error.message).toContain('send the form without its CV')
  expect(await server.storedCvs(company.id)).toEqual({ files: 0, uploads: 0 })
  expect((await apply(jobUrl)).status).toBe(201)
  expect((await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })).status).toBe(200)
  expect(await server.deps.metrics.text()).toMatch(/^boardwalk_free_bytes\{place="spool"\} [1-9]/m)
})

it('the space of the database is low below the limit until it is free again, and each change is logged once', async () => {
  const GIB = 1024 ** 3
  let freeBytes = GIB
  const logged: unknown[] = []
  const note = (_values: unknown, message?: string) => void logged.push(message)
  const { check, isLow } = createFreeSpace({
    ...{ spoolFolder: tmpdir(), limits: { freeSpoolBytes: 0, freeDatabaseBytes: GIB } },
    ...{ log: { warn: note, info: note }, metrics: { spaceFree: () => {} } },
    readStats: async () => ({ fsTotalSize: 100 * GIB, fsUsedSize: 100 * GIB - freeBytes }),
  })
  const found: boolean[] = []
  for (freeBytes of [GIB, GIB - 1, 5, GIB]) {
    await check()
    found.push(isLow())
  }
  expect(found).toEqual([false, true, true, false])
  const low = 'CVs are not received: there is too little free space'
  expect(logged).toEqual([low, 'CVs are received again: there is free space'])
})
