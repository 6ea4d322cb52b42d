import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFreeSpace } from './free-space.ts'
import { apply, pdf } from './test/form.ts'
import { startTestServer, type TestCompany, useServer } from './test/harness.ts'
import { openProxiedConnection } from './test/proxied.ts'
import { testSettings } from './test/settings.ts'

const GIB = 1024 ** 3
const ofDatabase = (freeBytes: number) => ({ fsTotalSize: 100 * GIB, fsUsedSize: 100 * GIB - freeBytes })

/** A server with 1 GiB as its least free space of the database, and what it logs and counts. */
function watchDatabase() {
  const noted: unknown[] = []
  const note = (_values: unknown, message?: string) => noted.push(message)
  const log = { warn: note, info: note }
  const limits = { freeSpoolBytes: 0, freeDatabaseBytes: GIB }
  let stats = {}
  const metrics = { spaceFree: (place: string, bytes: number) => place === 'database' && noted.push(bytes) }
  let asked = 0
  const readStats = async () => {
    asked++
    return stats
  }
  const freeSpace = createFreeSpace({ readStats, spoolFolder: tmpdir(), limits, log, metrics })
  return {
    noted,
    /** How often the database was asked. */
    asked: () => asked,
    async look(answer: object) {
      stats = answer
      await freeSpace.check()
      return freeSpace.isLow()
    },
  }
}

describe('the space of the database', () => {
  it('is low below the limit until it is free again, and each change is logged once', async () => {
    const { noted, look } = watchDatabase()
    for (const [bytes, isLow] of [
      [GIB, false],
      [GIB - 1, true],
      [5, true],
      [GIB, false],
    ] as const)
      expect(await look(ofDatabase(bytes))).toBe(isLow)
    const [low, free] = [
      'CVs are not received: there is too little free space',
      'CVs are received again: there is free space',
    ]
    expect(noted).toEqual([GIB, GIB - 1, low, 5, GIB, free])
  })

  it('is that of the shard with the least', async () => {
    const { look } = watchDatabase()
    expect(await look({ raw: { one: ofDatabase(9 * GIB), two: ofDatabase(9) } })).toBe(true)
    expect(await look({ raw: { one: ofDatabase(9 * GIB), two: ofDatabase(8 * GIB) } })).toBe(false)
  })

  it.each([
    ['nothing', {}],
    ['that its disk has no bytes', { fsTotalSize: 0, fsUsedSize: 0 }],
  ])('is not low if the database says %s of it, and is not asked for again', async (_, said) => {
    const { look, noted, asked } = watchDatabase()
    for (let times = 0; times < 3; times++) expect(await look({ dataSize: 1, ...said })).toBe(false)
    expect([noted, asked()]).toEqual([[], 1])
  })

  it('is asked for again after the database could not answer', async () => {
    const noted: string[] = []
    const answers = [Promise.reject(new Error('away')), Promise.resolve(ofDatabase(5))]
    const freeSpace = createFreeSpace({
      readStats: async () => answers.shift(),
      spoolFolder: tmpdir(),
      limits: { freeSpoolBytes: 0, freeDatabaseBytes: GIB },
      log: { warn: () => noted.push('low'), info: () => {} },
      metrics: { spaceFree: () => {} },
    })
    await expect(freeSpace.check()).rejects.toThrow('away')
    await freeSpace.check()
    expect(noted).toEqual(['low'])
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

  it.each([
    ['fr', 'Envoyez votre candidature sans CV'],
    ['en', 'Send your application without a CV'],
    ['ar', 'أرسل طلبك دون سيرة ذاتية'],
  ])('says so on the page in %s, which has what was typed', async (locale, words) => {
    const form = new FormData()
    const fields = { formId: randomUUID(), firstName: 'Salma', lastName: 'Bennani', email: 's@example.com' }
    for (const [name, value] of Object.entries({ ...fields, consent: 'yes' })) form.append(name, value)
    form.append('cv', new File([pdf], 'cv.pdf'))
    const url = jobUrl.replace('/fr/', `/${locale}/`)
    const answer = await fetch(`${url}/apply`, { method: 'POST', headers: { accept: 'text/html' }, body: form })
    expect(answer.status).toBe(503)
    const html = await answer.text()
    expect(html).toContain(words)
    expect(html).toContain('value="Bennani"')
    expect(html).toContain('<a href="#cv">')
  })
})

describe('a server whose database is full, and whose journal is elsewhere', () => {
  const server = useServer()

  it('refuses CVs', async () => {
    const { jobUrl } = await (await server.company()).boardJob()
    const { proxy, connection } = await openProxiedConnection(server)
    // The proxy tells the size of the disk, which not every database does. The way to the journal has no proxy.
    proxy.rule = ({ name }) => (name === 'dbStats' ? Promise.resolve({ ok: 1, ...ofDatabase(GIB - 1) }) : undefined)
    const uploadLimits = { ...testSettings.uploadLimits, freeDatabaseBytes: GIB }
    const full = await startTestServer(connection, { settings: { uploadLimits } })
    onTestFinished(() => full.stop())
    await full.deps.background.settled()
    expect(await apply(`${full.url}${new URL(jobUrl).pathname}`, {}, pdf)).toMatchObject({
      status: 503,
      body: { error: { code: 'uploads_closed' } },
    })
  })
})
