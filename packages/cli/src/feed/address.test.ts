import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'
import { openAddress } from './address.ts'

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
    expect((await run(['push', `${url}/jobs.json?token=secret`, '--json'])).code).toBe(0)
    expect(requests).toHaveLength(1)
    const headers = requests[0]?.headers ?? {}
    expect(headers).toMatchObject({
      accept: expect.stringMatching(/^application\/json, /),
      'user-agent': 'boardwalk-cli',
    })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-api-key']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(JSON.stringify(requests[0]?.rawHeaders)).not.toContain(
      String(environmentFor(server, company).BOARDWALK_API_KEY),
    )
  })

  test('receives no key even from the board’s own host', async () => {
    const { requests, url } = await host((request, response) => {
      if (request.url === '/feed.json') return void send(response)
      response.writeHead(401).end('{"error":"Invalid API key"}')
    })
    const env = { ...environmentFor(server, company), BOARDWALK_URL: `${url}/api` }
    await run(['push', `${url}/feed.json`], env)
    const seen = requests.map((request) => [request.url === '/feed.json', 'x-api-key' in request.headers])
    expect(seen[0]).toEqual([true, false])
    // The board itself does receive it, so the test looks at the right header.
    expect(seen).toContainEqual([false, true])
  })

  test('is named in messages without its query', async () => {
    const { url } = await host((_request, response) => send(response, '[{"id":"A","workMode":"x"}]'))
    const { code, stderr, stdout } = await run(['push', `${url}/jobs?token=secret`, '--dry-run'])
    expect(code).toBe(3)
    expect(stderr).toContain(`${url}/jobs?…:1: row 1, id "A": workMode must`)
    expect(stderr + stdout).not.toContain('secret')
  })

  test('may be gzip, and five redirects to it are followed', async () => {
    const { url, requests } = await host(({ url: asked = '' }, response) => {
      const left = Number(/^\/old-(\d)$/.exec(asked)?.[1] ?? 0)
      const location = left > 1 ? `/old-${left - 1}` : '/feeds/jobs.csv.gz'
      if (left > 0) response.writeHead(302, { location }).end()
      else send(response, gzipSync('id,title\nA,t\n'))
    })
    expect(JSON.parse((await run(['push', `${url}/old-5`, '--dry-run', '--json'])).stdout)).toMatchObject({ valid: 1 })
    expect(requests).toHaveLength(6)
  })

  test.each<[string, string, number, RegExp]>([
    ['/loop', '', 1, /redirects over 5 times/],
    ['/plain', '', 1, /redirects to an address that is not https/],
    ['/file', '', 1, /redirects to an address that is not https/],
    ['/secret', '', 1, /redirects to an address that is not https, or holds a password$/m],
    ['/user', '', 1, /redirects to an address that is not https, or holds a password$/m],
    ['/304', '', 1, /its server answered 304/],
    ['/gone', '', 1, /its server answered 404/],
    ['/short', '', 1, /cannot be read/],
    ['', 'http://feeds.example.com/x?key=1', 2, /^Error: http:\/\/feeds.example.com\/x\?… is not encrypted.*Use https/],
    ['', 'https://user:pass@feeds.example.com/', 2, /must not hold a user name or a password/],
    ['', 'HTTPS://user@feeds.example.com/', 2, /must not hold a user name or a password/],
    ['', 'https://:pass@feeds.example.com/', 2, /must not hold a user name or a password/],
  ])('%s %s is refused in words', async (path, other, code, words) => {
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
      else if (asked === '/304') response.writeHead(304).end()
      else if (asked !== '/short') response.writeHead(404).end()
      else response.writeHead(200, { 'content-length': '1000' }).write(feed, () => response.destroy())
    })
    const ended = await run(['push', other === '' ? url + path : other, '--dry-run'])
    expect(ended.stderr).toMatch(words)
    expect(ended.code).toBe(code)
  })

  test('whose server is down is refused with the reason', async () => {
    const { url } = await host(() => {})
    for (const close of closing.splice(0)) close()
    expect(await run(['push', url, '--dry-run'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${url}/ cannot be read: nothing listens there; check`),
    })
  })

  test('that is too large, or whose server is silent, is given up', async () => {
    const { url } = await host((request, response) => {
      if (request.url === '/large') send(response, 'x'.repeat(5000))
      else if (request.url === '/half') response.writeHead(200).write('x')
    })
    const read = async (path: string, silenceMs = 200) => {
      const { bytes } = await openAddress(url + path, {}, { silenceMs, bytes: 4000 })
      for await (const _ of bytes ?? []);
    }
    // A busy machine may need longer for an answer.
    await expect(read('/large', 60_000)).rejects.toThrow('is over 4000 bytes')
    await expect(read('/half')).rejects.toThrow('its server does not answer')
    await expect(read('/never')).rejects.toThrow('its server does not answer')
  })

  test.each([
    ['push', []],
    ['sync', ['--yes']],
  ])(
    'is not downloaded further if jobs %s cannot begin: without a key, or without a file for its report',
    async (name, agreed) => {
      const closed: number[] = []
      const { url } = await host((_request, response) => {
        response.on('close', () => closed.push(1)).writeHead(200)
        response.write('[')
      })
      // With these, no silence of the server ends the download, and no collected garbage.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { fetch } = globalThis
      const kept: Response[] = []
      vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
        const answer = await fetch(...request)
        kept.push(answer)
        return answer
      })
      onTestFinished(() => {
        vi.useRealTimers()
        vi.unstubAllGlobals()
      })
      const args = [name, `${url}/a.json`, ...agreed]
      expect((await run(args, { HOME: cli.path('.'), BOARDWALK_URL: `${server.url}/api` })).code).toBe(4)
      expect((await run([...args, '--report', cli.path('nowhere/report')])).code).toBe(1)
      await expect.poll(() => closed).toHaveLength(2)
      expect(kept.map(({ status }) => status)).toEqual([200, 200])
    },
  )

  test('leaves no timer and no connection behind: one that is read, has not changed, is not there or is elsewhere', async () => {
    const closed: unknown[] = []
    const { url } = await host(({ url: path, headers }, response) => {
      response.on('close', () => closed.push(path))
      if (path === '/feed') return void send(response, 'x'.repeat(3 * 1024 ** 2))
      if (headers['if-none-match'] === '"v1"') return void response.writeHead(304).end()
      // The body of these answers does not end.
      response.writeHead(path === '/moved' ? 302 : 404, { location: '/feed' }).write('x')
    })
    const limits = { silenceMs: 54_321, bytes: 2 * 1024 ** 3 }
    const { setTimeout, clearTimeout } = globalThis
    const timers = new Set<unknown>()
    vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
      const timer = setTimeout(act, ms)
      if (ms === limits.silenceMs) timers.add(timer)
      return timer
    })
    vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
      timers.delete(timer)
      clearTimeout(timer)
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const read = async (path: string, known = {}) => {
      const { bytes } = await openAddress(url + path, known, limits)
      for await (const _ of bytes ?? []);
    }
    await read('/feed')
    await read('/same', { etag: '"v1"' })
    await read('/moved')
    await expect(read('/gone')).rejects.toThrow('its server answered 404')
    expect([...timers]).toEqual([])
    await expect.poll(() => closed.toSorted()).toEqual(['/feed', '/feed', '/gone', '/moved', '/same'])
  })

  test('is read to its end although the reader takes longer for a part than a server may be silent', async () => {
    let end = () => {}
    const { url } = await host((_request, response) => {
      response.writeHead(200).write('first ')
      end = () => response.end('last'.padEnd(3 * 1024 ** 2))
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { bytes } = await openAddress(url, {})
    let text = ''
    for await (const part of bytes ?? []) {
      text += Buffer.from(part).toString()
      vi.advanceTimersByTime(61_000)
      if (text === 'first ') end()
    }
    expect([text.trimEnd(), text.length]).toEqual(['first last', 6 + 3 * 1024 ** 2])
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
    const json = ['push', `${url}/a.json`, '--report', cli.path('json.ndjson'), '--json']
    await run(json)
    expect(JSON.parse((await run(json)).stdout)).toEqual({
      feed: `${url}/a.json`,
      unchangedSince: expect.stringMatching(/^20\d\d-/),
    })
  })

  test('is not read again if its server only dates it, or redirects to it; another server does not receive the version', async () => {
    const other = await host((_request, response) => send(response, feed, { 'last-modified': date }))
    const { url, requests } = await host((request, response) => {
      if (request.url === '/here') response.writeHead(302, { location: '/dated' }).end()
      else if (request.url === '/there') response.writeHead(302, { location: `${other.url}/dated` }).end()
      else if (request.headers['if-modified-since'] === date) response.writeHead(304).end()
      else send(response, feed, { 'last-modified': date })
    })
    const seen = ({ url: path, headers }: IncomingMessage) => [path, headers['if-modified-since']]
    for (const path of ['here', 'there']) {
      const args = ['push', `${url}/${path}`, '--format', 'json', '--report', cli.path(`${path}.ndjson`)]
      for (const code of [(await run(args)).code, (await run(args)).code]) expect(code).toBe(0)
    }
    expect(requests.map(seen)).toEqual([
      ['/here', undefined],
      ['/dated', undefined],
      ['/here', date],
      ['/dated', date],
      ['/there', undefined],
      ['/there', date],
    ])
    expect(other.requests.map(seen)).toEqual(Array(2).fill(['/dated', undefined]))
  })

  test.each([
    ['push', []],
    ['sync', ['--yes']],
  ])('is checked by each dry run, which does not change what a %s knows of it', async (name, agreed) => {
    const { url, requests } = await host(versions('"v1"'))
    const args = [name, `${url}/a.json`, ...agreed, '--report', cli.path(`dry-${name}.ndjson`)]
    for (const flags of [['--dry-run'], ['--dry-run'], [], ['--dry-run'], []])
      expect((await run([...args, ...flags])).code).toBe(0)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([...Array(4).fill(undefined), '"v1"'])
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

  test('is read again with another flag, for another board, with the key of a profile that has changed, and another feed', async () => {
    const { url, requests } = await host(versions('"v1"'))
    const report = ['--report', cli.path('runs.ndjson')]
    const board = `${server.url}/api`
    const push = async (path: string, more: string[], env: Record<string, string> = environmentFor(server, company)) =>
      expect((await run(['push', url + path, ...report, ...more], { HOME: cli.path('.'), ...env })).code).toBe(0)
    await push('/a.json', [])
    await push('/a.json', ['--format', 'json'])
    const env = { ...environmentFor(server, company), BOARDWALK_URL: `${board}/` }
    for (const path of ['/a.json', '/b.json']) await push(path, ['--format', 'json'], env)
    for (const { key } of [company, await server.company()]) {
      const profiles = { acme: { url: board, apiKey: key } }
      await mkdir(cli.path('.config/boardwalk'), { recursive: true })
      await writeFile(cli.path('.config/boardwalk/config.json'), JSON.stringify({ profiles }), { mode: 0o600 })
      await push('/b.json', ['--profile', 'acme'])
    }
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(Array(6).fill(undefined))
  })

  test.each([
    ['push', []],
    ['sync', ['--yes', '--max-unpublish', '1']],
  ])('is read again by a %s with another key on standard input, and not with the same', async (name, agreed) => {
    const { url, requests } = await host(versions('"v1"'))
    const args = ['jobs', name, `${url}/a.json`, ...agreed, '--report', cli.path(`key-${name}.ndjson`)]
    const env = { BOARDWALK_URL: `${server.url}/api` }
    for (const { key } of [company, company, await server.company()])
      expect((await runCommand([...args, '--api-key-stdin'], { env }, key)).code).toBe(0)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', undefined])
  })

  test('since an earlier run is read again if the run in between failed: the board may have rows of the other version', async () => {
    let etag = '"v1"'
    const { url, requests } = await host((request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
      else send(response, etag === '"v1"' ? feed : '[{"id":"A","title":"u"},{"id":"B","workMode":"x"}]', { etag })
    })
    for (const [version, code] of [
      ['"v1"', 0],
      ['"v2"', 3],
      ['"v1"', 0],
    ] as const) {
      etag = version
      expect((await run(['push', `${url}/a.json`, '--report', cli.path('back.ndjson')])).code).toBe(code)
    }
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', undefined])
    expect((await company.call('GET', '/job/A')).body.job.title).toBe('t')
  })
})
