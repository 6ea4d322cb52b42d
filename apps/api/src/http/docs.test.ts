import { describe, expect, it } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { useServer } from '../test/harness.ts'

const server = useServer()

async function get(path: string) {
  const res = await fetch(`${server.url}${path}`)
  // Reads the answer to its end, because a server waits for its answers before it stops.
  return { status: res.status, headers: res.headers, text: await res.text() }
}

/** Finds each quoted address in a text, of this host or another. */
const addressesIn = (text: string) => [...text.matchAll(/["']((?:https?:)?\/[^"'\s]*)["']/g)].map(([, url = '']) => url)

describe('the OpenAPI document', () => {
  it('is served exactly as it is committed', async () => {
    const res = await get('/api/openapi.json')
    expect(res.status).toBe(200)
    expect(res.headers.get('content-type')).toMatch(/^application\/json/)
    expect(JSON.parse(res.text)).toStrictEqual(document)
  })
})

describe('the reference', () => {
  it.each(['/api/docs', '/api/docs/'])('at %s names only addresses that this server serves', async (path) => {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const start = await get('/api/docs/start.js')
    const addresses = addressesIn(page.text + start.text)
    expect(addresses).toContain('/api/openapi.json')
    expect(addresses).toHaveLength(6)
    for (const address of addresses) {
      expect(address).toMatch(/^\/api\//)
      expect(await get(address), address).toMatchObject({ status: 200 })
    }
  })

  it('lets a browser load scripts, styles and data from this server only', async () => {
    const policy = (await get('/api/docs')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
  })

  it('does not serve the other files of its package', async () => {
    for (const file of ['index.html', 'package.json', 'swagger-ui-bundle.js.map', 'oauth2-redirect.html', '%2e%2e/']) {
      expect(await get(`/api/docs/${file}`), file).toMatchObject({ status: 404 })
    }
  })
})
