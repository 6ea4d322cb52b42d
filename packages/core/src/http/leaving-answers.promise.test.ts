import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { readSample } from '@boardwalk/api/test/read-sample'
import { testSettings } from '@boardwalk/api/test/settings'
import { afterEach, describe, expect, test } from 'vitest'

/* Clients that ask for long answers and do not read them. */

/** Makes a server over a board of 150 jobs of 100,000 characters, which no buffer of a connection holds. */
function useLongBoard(limits: Partial<typeof testSettings.answerLimits>) {
  const server = useServer({ settings: { trustProxy: 1, answerLimits: { ...testSettings.answerLimits, ...limits } } })
  const stalled: Socket[] = []
  afterEach(() => {
    for (const socket of stalled.splice(0)) socket.destroy()
  })

  async function whileLong(check: (company: TestCompany) => Promise<void>): Promise<void> {
    const company = await server.company()
    await company.call('POST', '/job', { job: { id: 'A', title: 'T', description: 'x'.repeat(100_000) } })
    const { jobs, catalogue } = server.deps
    const [job] = await jobs.readListed(await catalogue.listIds({ afterId: 0, jobsMax: 1, at: new Date() }))
    if (job === undefined) throw new Error('the job is not on the board')
    const all = Array.from({ length: 150 }, (_, index) => ({ ...job, id: index + 1 }))
    const long: Partial<typeof jobs> = {
      readListed: async (ids) => all.filter(({ id }) => ids.includes(id)),
      list: async () => ({ jobs: all, total: all.length }),
    }
    const listIds: typeof catalogue.listIds = async ({ afterId, jobsMax }) =>
      all.map(({ id }) => id).filter((id) => id > afterId && id <= afterId + jobsMax)
    await whileReplaced(catalogue, { listIds }, () => whileReplaced(jobs, long, () => check(company)))
  }

  /** Asks for something from an address, and reads the beginning of the answer only. */
  async function stall(address: string, path = '/feed.xml', key = ''): Promise<void> {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    stalled.push(socket)
    const begun = once(socket, 'readable')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\nx-api-key: ${key}\r\n\r\n`)
    await begun
  }

  /** Asks for a document, and gives the answer once it has begun. */
  async function ask(address: string, path = '/feed.xml'): Promise<IncomingMessage> {
    const asked = request(`${server.url}${path}`, { headers: { 'x-forwarded-for': address } })
    const [answer] = await once(asked.end(), 'response')
    return answer
  }

  /** Lets the process look at its readers, which it does when a request comes, and counts those that it has ended. */
  async function look(): Promise<number> {
    const page = await fetch(`${server.url}/robots.txt`, { headers: { 'x-forwarded-for': '192.0.2.200' } })
    expect(page.status).toBe(200)
    return readSample(await server.deps.metrics.text(), 'boardwalk_readers_ended_total')
  }

  return { server, whileLong, stall, ask, look }
}

/** Reads an answer over a slow line. `readOn` waits until the next piece has come, or the last. */
function readSlowly(answer: IncomingMessage) {
  const pieces: string[] = []
  answer.setEncoding('utf8').on('data', async (piece: string) => {
    pieces.push(piece)
    answer.pause()
    await wait(1)
    answer.resume()
  })
  const whole = once(answer, 'end').then(() => pieces.join(''))
  const readOn = () => (answer.readableEnded ? whole : Promise.race([once(answer, 'data'), whole]))
  return { whole, readOn }
}

const isFeed = (feed: string) => feed.match(/<job>/g)?.length === 150 && feed.endsWith('</source>\n')

describe('readers who stall are ended, and one who reads slowly beside them gets all of its answer', {
  tags: ['slow-readers'],
}, () => {
  const cases = [
    ['more than may stall at one address', { stalledOfAddress: 3, stalledMs: 1 }, ['192.0.2.1']],
    [
      'more than may wait for their readers',
      { leaving: 3 },
      ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'],
    ],
  ] as const
  for (const [name, limits, addresses] of cases) {
    const { whileLong, stall, ask, look } = useLongBoard(limits)

    test(`if they are ${name}`, () =>
      whileLong(async () => {
        const honest = readSlowly(await ask('192.0.2.9'))
        for (let n = 0; n < 5; n++) await stall(addresses[n % addresses.length] ?? '')
        const lookAgain = async () => {
          // So the honest reader is never the slowest, however busy the machine is.
          await honest.readOn()
          return look()
        }
        await expect.poll(lookAgain).toBeGreaterThanOrEqual(2)
        expect(isFeed(await honest.whole)).toBe(true)
        // The third one made room for the honest reader, if that was waited for just then.
        expect(await look()).toBeLessThanOrEqual(addresses.length === 1 ? 2 : 3)
      }))
  }

  const { whileLong, stall, look } = useLongBoard({ leavingBytes: 20 * 1024 * 1024 })
  test('if their whole answers have more bytes than the process may hold', () =>
    whileLong(async ({ key }) => {
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await stall(address, '/api/jobs', key)
      await expect.poll(look).toBe(2)
    }))
})

describe('a process that writes as many documents as it may, of all callers or of one address,', () => {
  const { server, whileLong, stall, ask, look } = useLongBoard({ documents: 3, documentsOfAddress: 2 })

  test('refuses another document at once and nothing else, and writes documents again when one has ended', () =>
    whileLong(async () => {
      const feeds = [await ask('192.0.2.1'), await ask('192.0.2.1')]
      const refused = await ask('192.0.2.1')
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
      refused.resume()
      await stall('192.0.2.2')
      expect((await ask('192.0.2.3')).resume().statusCode).toBe(503)
      await look()
      for (const feed of feeds) expect(isFeed(await text(feed))).toBe(true)
      expect(isFeed(await text(await ask('192.0.2.1')))).toBe(true)
    }))

  test('refuses it before the first query for it', () =>
    whileLong(async ({ slug }) => {
      const feeds = [await ask('192.0.2.1'), await ask('192.0.2.1')]
      const { catalogue, companies } = server.deps
      const refuse = () => Promise.reject(new Error('a query was made for a document that is refused'))
      const parts = { findPartStarts: refuse }
      await whileReplaced(catalogue, { find: refuse, listIds: refuse, countByCompany: refuse }, () =>
        whileReplaced(companies, parts, async () => {
          const ofCompany = ['feed.xml', 'jobs.json'].map((name) => `/fr/companies/${slug}/${name}`)
          const ofBoard = ['/feed.xml', '/jobs.json', '/sitemap.xml', '/sitemap/companies/0.xml', '/sitemap/jobs/0.xml']
          for (const path of [...ofBoard, ...ofCompany])
            expect([path, (await ask('192.0.2.1', path)).resume().statusCode]).toEqual([path, 503])
        }),
      )
      for (const feed of feeds) feed.destroy()
    }))
})
