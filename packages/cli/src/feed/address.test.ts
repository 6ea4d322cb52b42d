import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

const server = useServer()
const cli = useCli()
let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server of feeds on this machine. Keeps the requests that it has had. */
async function host(answer: RequestListener) {
  const requests: IncomingMessage[] = []
  const feeds = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve))
  closing.push(() => feeds.close().closeAllConnections())
  // A server that listens on a port has an address with one.
  const { port } = feeds.address() as AddressInfo
  return { requests, url: `http://127.0.0.1:${port}` }
}

const run = (args: string[], env: Record<string, string> = environmentFor(server, company)) =>
  runCommand(['jobs', ...args], { env })
const feed = JSON.stringify([{ id: 'A', title: 't' }])
const send = (response: ServerResponse, body: string | Uint8Array = feed, headers = {}) =>
  response.writeHead(200, headers).end(body)

describe('a feed at an address', () => {
  test('is pushed, and its server never receives a key', async () => {
    const { url, requests } = await host((_request, response) => send(response))
    expect((await run(['push', `${url}/jobs.json?token=secret`, '-o', 'json'])).code).toBe(0)
    expect(requests).toHaveLength(1)
    const key = environmentFor(server, company).BOARDWALK_API_KEY
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    expect(JSON.stringify(requests[0]?.rawHeaders)).not.toMatch(new RegExp(`x-api-key|${key}`, 'i'))
  })

  test('is named in messages without its query', async () => {
    const { url } = await host((_request, response) => send(response, '[{"id":"A","workMode":"x"}]'))
    const { code, stderr, stdout } = await run(['push', `${url}/jobs?token=secret`, '--dry-run'])
    expect(code).toBe(3)
    expect(stderr).toContain(`${url}/jobs?…:1: row 1, id "A": workMode must`)
    expect(stderr + stdout).not.toContain('secret')
  })

  test('that is a web page is called one, with its type and the address to which it redirected', async () => {
    const { url } = await host(({ url: asked }, response) => {
      if (asked === '/jobs.xml') response.writeHead(307, { location: '/login?next=secret' }).end()
      else send(response, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html; charset=utf-8' })
    })
    for (const [path, words] of [
      [
        '/jobs.xml',
        `is a web page, not a feed: it has no JobPosting of schema.org in <script type="application/ld+json"> (text/html; it redirected to ${url}/login?…)`,
      ],
      ['/all.xml', 'is a web page, not a feed (text/html)'],
    ] as const) {
      const ended = await run(['sync', url + path, '--yes'])
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`${url}${path} ${words}`) })
    }
  })

  test('that is not whole, not encrypted or holds a password is refused in words, as is a redirect to such a one', async () => {
    const redirects: Record<string, string> = {
      '/loop': '/loop',
      '/plain': 'http://192.0.2.1/x',
      '/file': 'file:///etc/passwd',
      '/secret': 'http://user:pass@127.0.0.1:9/x',
      '/user': 'http://user@127.0.0.1:9/x',
    }
    const { url } = await host(({ url: asked = '' }, response) => {
      const location = redirects[asked]
      if (location !== undefined) response.writeHead(301, { location }).end()
      else if (asked !== '/short') response.writeHead(404).end()
      else response.writeHead(200, { 'content-length': '1000' }).write(feed, () => response.destroy())
    })
    for (const [address, code, words] of [
      [`${url}/loop`, 1, /redirects over 5 times/],
      [`${url}/plain`, 1, /redirects to an address that is not https/],
      [`${url}/file`, 1, /redirects to an address that is not https/],
      [`${url}/secret`, 1, /redirects to an address that is not https, or holds a password$/m],
      [`${url}/user`, 1, /redirects to an address that is not https, or holds a password$/m],
      [`${url}/gone`, 1, /its server answered 404/],
      [`${url}/short`, 1, /cannot be read/],
      ['http://127.0.0.1:2/', 1, /nothing listens there; check/],
      ['http://feeds.example.com/x?key=1', 2, /^Error: http:\/\/feeds.example.com\/x\?… is not encrypted.*Use https/],
      ['HTTPS://user@feeds.example.com/', 2, /must not hold a user name or a password/],
      ['https://:pass@feeds.example.com/', 2, /must not hold a user name or a password/],
    ] as const) {
      const ended = await run(['push', address, '--dry-run'])
      expect({ address, code: ended.code }).toEqual({ address, code })
      expect(ended.stderr).toMatch(words)
    }
  })
})

describe('a feed in pages', () => {
  const all = Array.from({ length: 25 }, (_, at) => ({ id: `p${at}`, name: 't', text: 't', title: 't' }))
  const sync = async (address: string, ...args: string[]) => {
    const { code, stdout } = await run(['sync', address, '--yes', '-o', 'json', ...args])
    const { plan, done, error } = JSON.parse(stdout)
    return { code, rows: plan?.rows, created: done?.created, unpublished: done?.unpublished, error: error?.message }
  }
  const readNumber = (asked: string, name: string) => Number(new URL(asked, 'http://x').searchParams.get(name) ?? 0)
  /** A vendor’s server, by path. */
  const answers: Record<string, (asked: string, response: ServerResponse) => void> = {
    '/smartrecruiters': (asked, response) => {
      const offset = readNumber(asked, 'offset')
      if (asked.includes('broken') && offset === 20) response.writeHead(503).end()
      else send(response, JSON.stringify({ offset, totalFound: 25, content: all.slice(offset, offset + 10) }))
    },
    '/lever': (asked, response) => {
      const skip = readNumber(asked, 'skip')
      send(response, JSON.stringify(all.slice(skip, skip + readNumber(asked, 'limit'))))
    },
    '/links': (asked, response) => {
      const page = readNumber(asked, 'page')
      const next = page < 2 ? `/links?page=${page + 1}` : null
      send(response, JSON.stringify({ jobs: all.slice(page * 10, page * 10 + 10), links: { next } }))
    },
    '/header': (asked, response) => {
      const page = readNumber(asked, 'page')
      const link = '</first>; rel="first", <?page=1>; title="a, b"; rel="next"'
      send(response, JSON.stringify(all.slice(page * 20, page * 20 + 20)), page === 0 ? { link } : {})
    },
    '/elsewhere': (_asked, response) =>
      send(response, JSON.stringify({ jobs: all, next: 'https://other.example.com/?page=2' })),
    '/same': (_asked, response) => send(response, JSON.stringify({ jobs: all.slice(0, 5), next: '/same?again' })),
    '/counted': (_asked, response) => send(response, JSON.stringify(all.slice(0, 5)), { 'x-total-count': '25' }),
    '/full': (_asked, response) => send(response, JSON.stringify(all.slice(0, 10))),
  }

  test('is read to its last page, and unpublishes nothing if a page is missing', async () => {
    const { url, requests } = await host(({ url: asked = '' }, response) =>
      answers[new URL(asked, 'http://x').pathname]?.(asked, response),
    )
    for (const [path, preset, rows, words] of [
      ['/smartrecruiters?limit=10', 'smartrecruiters', 25, undefined],
      ['/lever?mode=json&limit=10', 'lever', 25, undefined],
      ['/lever?mode=json&limit=25', 'lever', 25, undefined],
      ['/links', undefined, 25, undefined],
      ['/header', undefined, 25, undefined],
      ['/full?limit=11', undefined, 10, undefined],
      ['/smartrecruiters?limit=10&broken', 'smartrecruiters', 20, 'its page 3 cannot be read: '],
      ['/elsewhere', undefined, 25, 'another page follows ("next")'],
      ['/same', undefined, 10, 'another page follows ("next")'],
      ['/counted', undefined, 5, 'it says that it has 25 jobs ("x-total-count"), and 5 were read'],
      ['/full?limit=10', undefined, 10, 'its address gives at most 10 jobs at once, and gave as many: more may follow'],
    ] as const) {
      company = await server.company()
      const known = [{ id: 'old', title: 't' }, ...all]
      await company.call('PUT', '/jobs', { jobs: known })
      const result = await sync(
        url + path,
        '--max-unpublish',
        '99',
        ...(preset === undefined ? [] : ['--preset', preset]),
      )
      const gone = words === undefined ? known.length - new Set(all.slice(0, rows)).size : 0
      expect({ path, ...result }).toEqual({
        path,
        code: words === undefined ? 0 : 7,
        rows,
        created: 0,
        unpublished: gone,
        error: words === undefined ? undefined : expect.stringContaining(words),
      })
    }
    expect(requests.filter(({ url: asked }) => asked?.startsWith('/same'))).toHaveLength(2)
    const push = await run(['push', `${url}/smartrecruiters?limit=10&broken`, '--preset', 'smartrecruiters'])
    expect(push).toMatchObject({ code: 7, stderr: expect.stringContaining('its page 3 cannot be read') })
  })
})

describe('a feed that has not changed', () => {
  const date = 'Mon, 02 Mar 2026 09:30:00 GMT'
  const versions = (etag: string) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else send(response, feed, { etag, 'last-modified': date })
  }

  test('is not read again, and the report stays', async () => {
    const { url, requests } = await host(versions('"v1"'))
    const args = ['push', `${url}/a.json`, '--report', cli.path('same.ndjson')]
    expect((await run(args)).code).toBe(0)
    const report = await readFile(cli.path('same.ndjson'), 'utf8')
    const second = await run(args)
    expect(second.stderr).toMatch(/the feed has not changed since 20\d\d-/)
    expect(second.code).toBe(0)
    expect(await readFile(cli.path('same.ndjson'), 'utf8')).toBe(report)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"'])
    expect(requests.map(({ headers }) => headers['if-modified-since'])).toEqual([undefined, date])
    const json = ['push', `${url}/a.json`, '--report', cli.path('json.ndjson'), '-o', 'json']
    await run(json)
    expect(JSON.parse((await run(json)).stdout)).toEqual({
      feed: `${url}/a.json`,
      unchangedSince: expect.stringMatching(/^20\d\d-/),
    })
  })

  test('is read again after rows failed, for another command, for another company, and with another map', async () => {
    const { url, requests } = await host((_request, response) =>
      send(response, '[{"id":"A","title":"t"},{"id":"B","workMode":"x"}]', { etag: '"v1"' }),
    )
    const args = ['push', `${url}/a.json`, '--report', cli.path('failed.ndjson')]
    expect((await run(args)).code).toBe(3)
    expect((await run(args)).code).toBe(3)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])

    const good = await host(versions('"v1"'))
    const report = ['--report', cli.path('other.ndjson')]
    await run(['push', `${good.url}/a.json`, ...report])
    await run(['sync', `${good.url}/a.json`, ...report])
    const other = await server.company()
    await run(['push', `${good.url}/a.json`, ...report], environmentFor(server, other))
    const map = cli.path('corrected.json')
    for (const city of ['town', 'place']) {
      await writeFile(map, JSON.stringify({ [city]: 'city' }))
      await run(['push', `${good.url}/a.json`, ...report, '--map', map], environmentFor(server, other))
    }
    expect(good.requests.map(({ headers }) => headers['if-none-match'])).toEqual(Array(5).fill(undefined))
  })
})
