import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Locale } from '@boardwalk/schema/company'
import express from 'express'
import { beforeAll, expect, it } from 'vitest'
import { guides } from '../test/guides.ts'
import { useServer } from '../test/harness.ts'
import { namedBoard } from '../test/settings.ts'
import { withRequestOnly } from '../test/with-request.ts'
import { createWebApp } from './built-pages.ts'

/* built-pages.browser.test.ts shows the pages. */

const server = useServer()

async function get(path: string, headers: Record<string, string> = {}) {
  const res = await fetch(`${server.url}${path}`, { headers })
  return { status: res.status, headers: res.headers, text: await res.text() }
}

it('the reference and each guide allow scripts, styles and data of this server only, with another nonce in each answer', {
  tags: ['reference'],
}, async () => {
  const policies = new Set<string>()
  for (const path of ['', '', '/', ...guides.map((name) => `/guides/${name}`)]) {
    const { headers, text } = await get(`/api/docs${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of ["default-src 'none'", "script-src 'self';", "connect-src 'self';"])
      expect([path, policy]).toEqual([path, expect.stringContaining(directive)])
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/https?:|\*|unsafe/)
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|CSP_NONCE/)
    policies.add(policy)
  }
  // The guides share one, and need no nonce.
  expect(policies.size).toBe(4)
})

it('each guide has only links that lead somewhere', async () => {
  for (const name of guides) {
    const { text } = await get(`/api/docs/guides/${name}`)
    const hrefs = [...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href)
    expect(hrefs.length).toBeGreaterThan(6)
    for (const href of hrefs) {
      if (href.startsWith('#')) expect(text).toContain(`id="${href.slice(1)}"`)
      else if (href.startsWith('/')) expect(await get(href), href).toMatchObject({ status: 200 })
      else expect(href).toMatch(/^(?:http:\/\/127\.0\.0\.1:3000|https:)/)
    }
  }
})

const page = `<!doctype html><html data-board-name="BOARD_NAME"><title>BOARD_NAME</title><link rel="icon" href="BOARD_MARK"><meta name="theme-color" content="BOARD_COLOR"><meta property="csp-nonce" nonce="CSP_NONCE"><script type="module" nonce="CSP_NONCE" src="/backoffice/assets/app-1a2b.js"></script>`

let folder: string
let webUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-web-'))
  for (const locale of Locale.options) await writeFile(join(folder, `index.${locale}.html`), `${page}${locale}`)
  const app = express().use('/backoffice', createWebApp(folder, namedBoard))
  const webServer = createServer(withRequestOnly(app))
  await once(webServer.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address of this form.
  webUrl = `http://127.0.0.1:${(webServer.address() as AddressInfo).port}`
  return async () => {
    webServer.close()
    await rm(folder, { recursive: true })
  }
})

it('every address of the back office shows the page, with the board’s name and a new nonce each time, and the page is not cached', {
  tags: ['web-app'],
}, async () => {
  const nonces = new Set<string>()
  for (const path of ['', '/', '/jobs/17', '/settings/keys', '/index.html']) {
    const answer = await fetch(`${webUrl}/backoffice${path}`)
    const { status, headers } = answer
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const policy = headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']{22,})'/.exec(policy) ?? []
    const values = { CSP_NONCE: nonce, BOARD_NAME: 'Jobs &amp; &quot;Co&quot; $&amp;', BOARD_COLOR: '#ffee00' }
    const filled = Object.entries({ ...values, BOARD_MARK: '/board-logo/a1b2' }).reduce(
      (text, [place, value]) => text.replaceAll(place, () => value),
      page,
    )
    expect(await answer.text()).toBe(`${filled}en`)
    expect(policy).toMatch(/(^|; )script-src 'self'(;|$)/)
    expect(policy).not.toContain('unsafe')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})
