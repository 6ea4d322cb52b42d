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
import { beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { renderErrorPage } from '../site/error-page.tsx'
import { handleError } from './express-error.ts'
import { withRequestLog } from './request-log.ts'
import { createWebApp } from './web-app.ts'

const page = `<!doctype html><meta property="csp-nonce" nonce="CSP_NONCE"><script type="module" nonce="CSP_NONCE" src="/backoffice/assets/app-1a2b.js"></script>`
const log = pino({ level: 'silent' })

let folder: string
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-web-'))
  for (const locale of Locale.options) await writeFile(join(folder, `index.${locale}.html`), `${page}${locale}`)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('export {}'))
  const app = express().use('/backoffice', createWebApp(folder)).use(handleError({ log, renderErrorPage }))
  const server = createServer(
    withRequestLog({ log, now: Date.now, recorder: { note() {} }, metrics: createMetrics() }, app),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.close()
    await rm(folder, { recursive: true })
  }
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${path}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

it('every address of the back office shows the page, with a new nonce each time, and the page is not cached', async () => {
  const nonces = new Set<string>()
  for (const path of ['', '/', '/jobs/17', '/settings/keys', '/index.html']) {
    const { status, headers, text } = await get(`/backoffice${path}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const policy = headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']{22,})'/.exec(policy) ?? []
    expect(text).toBe(`${page.replaceAll('CSP_NONCE', nonce)}en`)
    expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/)
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})

it('an asset is cached for a year, because its name changes with its content; an unknown asset is 404', async () => {
  for (const [encodings, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['', null],
  ] as const) {
    const answer = await get('/backoffice/assets/app-1a2b.js', { 'accept-encoding': encodings })
    expect([answer.status, answer.text, answer.headers.get('content-encoding')]).toEqual([200, 'export {}', encoding])
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  for (const path of ['app-0000.js', '', '..%2findex.en.html', 'app-1a2b.js.br'])
    expect((await get(`/backoffice/assets/${path}`)).status, path).toBe(404)
})
