import { expect, it } from 'vitest'
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
