import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBrowser } from '../../api/src/test/browser.ts'

/* Serves the static pages as GitHub Pages does: files alone, in a folder that is not the root of the server. */

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const browser = useBrowser()
const server = createServer((req, res) => {
  const file = join(folder, new URL(req.url ?? '', 'http://pages').pathname)
  if (!existsSync(file)) return res.writeHead(404).end()
  res.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  createReadStream(file).pipe(res)
})
let folder: string
let home: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-pages-'))
  const program = fileURLToPath(new URL('pages.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--import', 'tsx', program, join(folder, 'boardwalk')])
  await once(server.listen(0, '127.0.0.1'), 'listening')
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/boardwalk/`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

it('the static reference works below a path, sends nothing, and its samples call the sandbox', async () => {
  const page = await browser.page({ reducedMotion: 'reduce' })
  page.on('request', (request) => {
    if (!request.url().startsWith(home) && !/^(?:data|blob):/.test(request.url()))
      browser.fail(`it asks ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') browser.fail(message.text())
  })
  page.on('pageerror', (error) => browser.fail(error.message))

  await page.goto(`${home}index.html`)
  await page.getByRole('link', { name: 'Reference', exact: true }).click()
  await page
    .getByRole('navigation', { name: /Sidebar/ })
    .getByText('Create a job', { exact: true })
    .click()
  await page.getByText('curl http://127.0.0.1:4010/api/job').first().waitFor()
  expect(await page.getByRole('button', { name: /test request/i }).count()).toBe(0)
  expect(await page.getByText('Remember the key').count()).toBe(0)

  await page.getByRole('link', { name: 'your first integration' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Your first integration in a day' }).waitFor()
  expect(page.url()).toBe(`${home}docs/guides/first-integration.html`)
})
