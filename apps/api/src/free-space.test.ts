import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFreeSpace } from './free-space.ts'
import { apply, pdf } from './test/form.ts'
import { type TestCompany, useServer } from './test/harness.ts'
import { testSettings } from './test/settings.ts'

const GIB = 1024 ** 3
const ofDatabase = (freeBytes: number) => ({ fsTotalSize: 100 * GIB, fsUsedSize: 100 * GIB - freeBytes })

describe('the space of the database', () => {
  /** Looks at a database with 1 GiB as its least free space, and keeps what is logged and counted. */
  function watchDatabase() {
    const noted: unknown[] = []
    const note = (_values: unknown, message?: string) => noted.push(message)
    const state = { noted, asked: 0, readStats: async () => ({}) as object }
    const freeSpace = createFreeSpace({
      readStats: () => {
        state.asked++
        return state.readStats()
      },
      spoolFolder: tmpdir(),
      limits: { freeSpoolBytes: 0, freeDatabaseBytes: GIB },
      log: { warn: note, info: note },
      metrics: { spaceFree: (place, bytes) => place === 'database' && noted.push(bytes) },
    })
    const look = async (answer: object) => {
      state.readStats = async () => answer
      await freeSpace.check()
      return freeSpace.isLow()
    }
    return { state, look, check: freeSpace.check }
  }

  it('is low below the limit until it is free again, and each change is logged once', async () => {
    const { state, look } = watchDatabase()
    const found: boolean[] = []
    for (const bytes of [GIB, GIB - 1, 5, GIB]) found.push(await look(ofDatabase(bytes)))
    expect(found).toEqual([false, true, true, false])
    const low = 'CVs are not received: there is too little free space'
    const free = 'CVs are received again: there is free space'
    expect(state.noted).toEqual([GIB, GIB - 1, low, 5, GIB, free])
  })

  it('is not low if the database does not tell it, which is not asked again; one that could not answer is', async () => {
    for (const said of [{}, { fsTotalSize: 0, fsUsedSize: 0 }]) {
      const { look, state, check } = watchDatabase()
      state.readStats = () => Promise.reject(new Error('away'))
      await expect(check()).rejects.toThrow('away')
      for (let times = 0; times < 3; times++) expect(await look({ dataSize: 1, ...said })).toBe(false)
      expect([state.noted, state.asked]).toEqual([[], 2])
    }
  })
})

describe('a server without space for files', () => {
  const server = useServer({
    settings: { uploadLimits: { ...testSettings.uploadLimits, freeSpoolBytes: Number.MAX_SAFE_INTEGER } },
  })
  let company: TestCompany
  let jobUrl: string
  beforeAll(async () => {
    await server.deps.background.settled()
    company = await server.company()
    jobUrl = (await company.boardJob()).jobUrl
  })

  it('refuses CVs in plain words, and serves all else', async () => {
    const refused = await apply(jobUrl, {}, pdf)
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'uploads_closed' } } })
    expect(refused.body.error.message).toContain('send the form without its CV')
    expect(await server.storedCvs(company.id)).toEqual({ files: 0, uploads: 0 })
    expect((await apply(jobUrl)).status).toBe(201)
    expect((await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })).status).toBe(200)
    expect(await server.deps.metrics.text()).toMatch(/^boardwalk_free_bytes\{place="spool"\} [1-9]/m)
  })
})
