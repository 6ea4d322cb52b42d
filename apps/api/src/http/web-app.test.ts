import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Locale } from '@boardwalk/schema/company'
import express from 'express'
import { beforeAll, expect, it } from 'vitest'
import { createWebApp } from './web-app.ts'

const page = `<!doctype html><meta property="csp-nonce" nonce="CSP_NONCE"><script type="module" nonce="CSP_NONCE" src="/backoffice/assets/app-1a2b.js"></script>`

let folder: string
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-web-'))
  for (const locale of Locale.options) await writeFile(join(folder, `index.${locale}.html`), `${page}${locale}`)
  const server = createServer(express().use('/backoffice', createWebApp(folder)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.close()
    await rm(folder, { recursive: true })
  }
})

it('every address of the back office shows the page, with a new nonce each time, and the page is not cached', async () => {
  const nonces = new Set<string>()
  for (const path of ['', '/', '/jobs/17', '/settings/keys', '/index.html']) {
    const answer = await fetch(`${url}/backoffice${path}`)
    const { status, headers } = answer
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const policy = headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']{22,})'/.exec(policy) ?? []
    expect(await answer.text()).toBe(`${page.replaceAll('CSP_NONCE', nonce)}en`)
    expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/)
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})
