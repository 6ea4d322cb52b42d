import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkReachable } from './mongod-download.ts'

let folder = ''
let statuses: (number | 'silence')[] = []
const requests: string[] = []
const respond = () => statuses.shift() ?? 500

const host = createServer((request, response) => {
  const status = respond()
  requests.push(`${request.method} ${request.url}`)
  if (status !== 'silence') response.writeHead(status).end()
}).on('connect', (request, socket) => {
  requests.push(`CONNECT ${request.url}`)
  socket.end(`HTTP/1.1 ${respond()} As told\r\n\r\n`)
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'download-'))
  requests.length = 0
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  host.closeAllConnections()
  host.close()
})

function createUrl(path: string): string {
  const address = host.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`
}

test('it is known in less than two seconds whether a download can begin', async () => {
  statuses = [200, 404, 'silence']
  await checkReachable(createUrl('/mongod.tgz'), {})
  await expect(checkReachable(createUrl('/mongod.tgz'), {})).rejects.toThrow('answers 404')
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await expect(checkReachable(createUrl('/mongod.tgz'), {})).rejects.toThrow(
    /127\.0\.0\.1:\d+ cannot be reached \(.*timeout/,
  )
  expect(limits.mock.lastCall?.[0]).toBeLessThan(2000)
  expect(requests[0]).toBe('HEAD /mongod.tgz')
})

test('behind a proxy, the proxy is asked for a tunnel, as the downloader does', async () => {
  statuses = [200, 403]
  const env = { https_proxy: createUrl('') }
  await checkReachable('https://downloads.test/mongod.tgz', env)
  const refused = checkReachable('https://downloads.test/mongod.tgz', env)
  await expect(refused).rejects.toThrow('downloads.test answers 403 (through the proxy)')
  expect(requests).toEqual(['CONNECT downloads.test:443', 'CONNECT downloads.test:443'])
})
