import { expect, it } from 'vitest'
import { useServer } from '../test/harness.ts'

/* docs.browser.test.ts shows the pages. */

const server = useServer()
const guides = ['first-job', 'feeds-and-mapping', 'migrating-with-link', 'following-candidates', 'changes-on-the-board']

async function get(path: string, headers: Record<string, string> = {}) {
  const res = await fetch(`${server.url}${path}`, { headers })
  return { status: res.status, headers: res.headers, text: await res.text() }
}

it('the reference and each guide allow scripts, styles and data of this server only, with another nonce in each answer', async () => {
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
      else expect(href).toMatch(/^http:\/\/127\.0\.0\.1:3000/)
    }
  }
})
