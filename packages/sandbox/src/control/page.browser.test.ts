import { findProblems, looks } from '@boardwalk/api/test/axe'
import { useBrowser } from '@boardwalk/api/test/browser'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { createControl } from './control.ts'

const browser = useBrowser()

async function start() {
  const sandbox = createSandbox()
  const control = createControl(sandbox)
  const [url] = await Promise.all([control.listen(), sandbox.listen()])
  onTestFinished(async () => {
    await Promise.all([control.close(), sandbox.close()])
  })
  return { sandbox, control, url }
}

test('the page drives the sandbox by keyboard: a job is added, a person applies, a request fails, and the list shows it', async () => {
  const { sandbox, control, url } = await start()
  const page = await browser.page()
  await page.goto(url)
  await expect.poll(() => page.textContent('#sandbox')).toContain(sandbox.apiKey)

  /** Opens the form of an operation, fills in its fields and sends it, without a mouse. Returns what it answers. */
  async function send(operation: string, fields: Record<string, string>) {
    const form = page.locator(`#${operation}`)
    await form.locator('summary').press('Enter')
    for (const [name, text] of Object.entries(fields)) {
      await form.locator(`[name=${name}]`).focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    return form.locator('output > *').textContent()
  }

  expect(await send('addJob', { job: '{"title": "Comptable"}' })).toContain('"jobId": 1')
  expect(await send('apply', { job: '1', firstName: 'Nadia' })).toContain('"firstName": "Nadia"')
  expect(await send('setExternalId', { job: '1', externalId: 'A-1' })).toBe('Done.')
  expect(await send('editJob', { job: 'A-1', changes: '{title}' })).toBe('changes must be JSON')
  expect(await send('failNext', { failure: '{"status": 503}', path: '/api/me' })).toBe('Done.')
  const headers = { 'x-api-key': sandbox.apiKey }
  expect((await fetch(`${sandbox.url}/me`, { headers })).status).toBe(503)
  await expect.poll(() => page.textContent('#requests')).toMatch(/GET \/api\/me getMe 503/)
  await control.close()
  await expect.poll(() => page.locator('#gone').isVisible()).toBe(true)
})

test.each([400, 1280])(
  'axe finds no problem on the page, and it fits a window of %i pixels, light and dark',
  async (width) => {
    const { sandbox, url } = await start()
    await fetch(`${sandbox.url}/jobs`, { headers: { 'x-api-key': sandbox.apiKey } })
    const page = await browser.page({ viewport: { width, height: 900 } })
    await page.goto(url)
    await expect.poll(() => page.locator('#requests summary').count()).toBe(1)
    for (const summary of await page.locator('summary').all()) await summary.click()
    expect(await findProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findProblems(page, looks)).toEqual([])
  },
)
