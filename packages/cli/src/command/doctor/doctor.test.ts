import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { generate } from 'selfsigned'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk doctor` against the real server, and against proxies that change its answers. */

const server = useServer()
const cli = useCli()
let company: TestCompany
const open: Server[] = []

beforeAll(async () => {
  company = await server.company()
})
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

interface Told {
  code: number | null
  error: { message: string } | null
  /** The status and message of each check, as one text. */
  checks: Record<string, string>
}

async function doctor(
  args: string[] = [],
  env: Record<string, string> = environmentFor(server, company),
): Promise<Told> {
  const command = ['doctor', '-o', 'json', ...args]
  // Node reads the known authorities when a process starts, so this needs a new process.
  const { code, stdout, stderr } = await (env.NODE_EXTRA_CA_CERTS === undefined
    ? runCommand(command, { env: { HOME: cli.path('.'), ...env } })
    : cli.run(command, env))
  expect(stdout + stderr).not.toContain(company.key)
  const { error, checks } = JSON.parse(stdout)
  return {
    code,
    error,
    checks: Object.fromEntries(
      checks.map(({ name, status, message }: Record<string, string>) => [name, `${status} ${message}`]),
    ),
  }
}

/** Lets a server listen until the test has ended, and answers its port. */
async function listen(listener: Server): Promise<number> {
  open.push(listener.listen(0, '127.0.0.1'))
  await once(listener, 'listening')
  // A server that listens on a port has an address with one.
  return (listener.address() as AddressInfo).port
}

/** Passes requests on to the server. */
const proxy: RequestListener = async (req, res) => {
  const answer = await fetch(`${server.url}${req.url}`, {
    method: req.method ?? 'GET',
    headers: { 'x-api-key': company.key, 'content-type': 'application/json' },
    ...(req.method === 'POST' && { body: await text(req) }),
  })
  res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

describe('doctor', () => {
  test('reports every check as ok on a working connection, and changes nothing on the board', async () => {
    const told = await doctor()
    expect(told).toMatchObject({ code: 0, error: null })
    expect(Object.keys(told.checks)).toEqual(['address', 'TLS', 'clock', 'key', 'scopes', 'versions'])
    for (const check of Object.values(told.checks)) expect(check).toMatch(/^ok /)
    expect((await company.call('GET', '/jobs')).body.total).toBe(0)
  })

  test('warns of a key that may only read, and ends with 4 for one that the board refuses', async () => {
    const reader = await doctor([], environmentFor(server, await server.company(['read'])))
    expect(reader).toMatchObject({ code: 0, checks: { scopes: expect.stringMatching(/^warning read only: .*pushed/) } })
    const wrong = await doctor([], environmentFor(server, { key: `bwk_${'x'.repeat(32)}` }))
    expect(wrong).toMatchObject({
      code: 4,
      checks: {
        key: expect.stringMatching(
          /^failed bwk_…xxxx .*Invalid API key\. Ask your company for a new key, then run boardwalk auth login$/,
        ),
      },
    })
  })

  test('ends with 2 for a text that is no address, with 1 if no Boardwalk is there, and with 5 if none answers', async () => {
    expect(await doctor(['--url', 'ftp://x'])).toMatchObject({ code: 2 })
    const elsewhere = await doctor(['--url', server.url])
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.checks.address).toContain(`Did you mean ${server.url}/api?`)
    const nothing = await doctor(['--url', 'http://127.0.0.1:9/api'])
    expect(nothing).toMatchObject({ code: 5, checks: { key: expect.stringMatching(/^skipped/) } })
    for (const status of [429, 503]) {
      const port = await listen(createServer((_req, res) => res.writeHead(status).end('down')))
      expect(await doctor(['--url', `http://127.0.0.1:${port}/api`])).toMatchObject({
        code: 5,
        checks: { address: expect.stringContaining(`HTTP ${status}`) },
      })
    }
  })
})

describe('on https', () => {
  /** Starts a TLS proxy to the board. Its certificate is for localhost and expires after this number of days. */
  async function behindTls(days: number): Promise<{ port: number; cert: string }> {
    const name = 'localhost'
    const made = await generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      notBeforeDate: new Date(Date.now() - 7 * 24 * 60 * 60 * 1000),
      notAfterDate: new Date(Date.now() + days * 24 * 60 * 60 * 1000),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
    })
    const pems = { key: made.private, cert: made.cert }
    const cert = cli.path(`cert-${days}.pem`)
    await writeFile(cert, made.cert)
    return { port: await listen(createTlsServer(pems, proxy)), cert }
  }

  test('doctor counts the days that the certificate has left, warns when they are fewer than 14, and ends with 5 when there are none', async () => {
    for (const [days, told, status] of [
      // A moment less than 15 days.
      [15, /^ok .*valid for 14 more days/, 0],
      [14, /^warning .*expires in 13 days/, 0],
      [-1, /^failed .*the certificate has expired; renew it/, 5],
    ] as const) {
      const { port, cert } = await behindTls(days)
      const trusting = { ...environmentFor(server, company), NODE_EXTRA_CA_CERTS: cert }
      const { code, checks } = await doctor(['--url', `https://localhost:${port}/api`], trusting)
      expect(code).toBe(status)
      expect(checks.TLS).toMatch(told)
    }
  })

  test('doctor ends with 5 for a certificate of an unknown authority, or for another name', async () => {
    const { port, cert } = await behindTls(30)
    const unknown = await doctor(['--url', `https://localhost:${port}/api`])
    expect(unknown).toMatchObject({ code: 5, checks: { TLS: expect.stringMatching(/^failed .*no authority/) } })
    const trusting = { ...environmentFor(server, company), NODE_EXTRA_CA_CERTS: cert }
    const other = await doctor(['--url', `https://127.0.0.1:${port}/api`], trusting)
    expect(other).toMatchObject({ code: 5, checks: { TLS: expect.stringMatching(/^failed .*another name/) } })
  })
})
