import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Locale } from '@boardwalk/schema/company'
import express from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { renderErrorPage } from '../site/error-page.tsx'
import { createDocsRoutes } from './docs.ts'
import { handleError } from './express-error.ts'
import { withRequestLog } from './request-log.ts'
import { createWebApp } from './web-app.ts'

const page = `<!doctype html><meta property="csp-nonce" nonce="CSP_NONCE"><script type="module" nonce="CSP_NONCE" src="/backoffice/assets/app-1a2b.js"></script>`
const asset = {
  'app-1a2b.js': 'export {}',
  'app-1a2b.js.br': brotliCompressSync('export {}'),
  'app-1a2b.js.gz': gzipSync('export {}'),
}
const log = pino({ level: 'silent' })

let folder: string
let url: string
const server = createServer()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-web-'))
  const app = express()
    .use('/backoffice', createWebApp(folder))
    .use(createDocsRoutes(folder))
    .use(handleError({ log, renderErrorPage }))
  server.on('request', withRequestLog({ log, now: Date.now, recorder: { note() {} }, metrics: createMetrics() }, app))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backoffice`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${path}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

it('the address of a web app that is not built says what to do', async () => {
  const { status, headers, text } = await get('/')
  expect({ status, text }).toEqual({ status: 503, text: 'The back office is not built; "npm run build" builds it' })
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(headers.get('cache-control')).toBe('no-store')
})

it('the address of a reference that is not built says what to do', async () => {
  const answer = await fetch(new URL('/api/docs', url))
  const error = { code: 'reference_missing', message: 'The reference is not built; "npm run build" builds it' }
  expect([answer.status, await answer.json()]).toMatchObject([503, { error }])
})

it('every address of the back office shows the page, with a new nonce each time, and the page is not cached', async () => {
  for (const locale of Locale.options) await writeFile(join(folder, `index.${locale}.html`), `${page}${locale}`)
  const nonces = new Set<string>()
  for (const path of ['', '/', '/jobs/17', '/settings/keys', '/index.html']) {
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']{22,})'/.exec(policy) ?? []
    expect(text).toBe(`${page.replaceAll('CSP_NONCE', nonce)}en`)
    expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/)
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})

it.each([
  [{ 'accept-language': 'fr-MA,fr;q=0.9,en;q=0.8' }, 'fr'],
  [{ 'accept-language': 'de,ar;q=0.5' }, 'ar'],
  [{ 'accept-language': 'de' }, 'en'],
  [{ 'accept-language': 'fr', cookie: 'boardwalk=s%3Aabc; boardwalk-locale=ar' }, 'ar'],
  [{ 'accept-language': 'ar', cookie: '__Host-boardwalk-locale=fr' }, 'fr'],
  [{ 'accept-language': 'fr', cookie: 'boardwalk-locale=../ar; x-boardwalk-locale=en' }, 'fr'],
] as [Record<string, string>, Locale][])('the page for %j is the one in %s', async (headers, locale) => {
  const answer = await get('/jobs', headers)
  expect(answer.text.slice(-2)).toBe(locale)
})

it('an asset is cached for a year, because its name changes with its content; an unknown asset is 404', async () => {
  await mkdir(join(folder, 'assets'))
  for (const [name, content] of Object.entries(asset)) await writeFile(join(folder, 'assets', name), content)
  for (const [encodings, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
    ['', null],
  ] as const) {
    const { status, headers, text } = await get('/assets/app-1a2b.js', { 'accept-encoding': encodings })
    expect([status, text, headers.get('content-encoding')]).toEqual([200, 'export {}', encoding])
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('vary')).toMatch(/accept-encoding/i)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  for (const path of ['app-0000.js', '', '..%2findex.en.html', 'app-1a2b.js.br', 'app-1a2b.js.gz'])
    expect((await get(`/assets/${path}`)).status, path).toBe(404)
})
