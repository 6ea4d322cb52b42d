import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { signedInAdministrator } from './administrator.ts'
import type { useBrowser } from './browser.ts'
import type { TestCompany, useServer } from './harness.ts'

type Server = ReturnType<typeof useServer>

/** The languages, the schemes of colours and the widths in which the back office must be as good. */
export const locales = ['en', 'fr', 'ar'] as const
export const schemes = ['light', 'dark'] as const
export const DESK = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

interface PageOptions extends BrowserContextOptions {
  locale?: (typeof locales)[number]
}

/**
 * A browser's page of the back office. A test fails if the page's policy refuses something: the policy holds, and no page
 * of ours needs more than it allows.
 */
export async function backOfficePage(
  browser: ReturnType<typeof useBrowser>,
  { locale = 'en', ...options }: PageOptions = {},
): Promise<Page> {
  const page = await browser.page({ reducedMotion: 'reduce', ...options, locale })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) browser.fail(message.text())
  })
  return page
}

/** The same, of an administrator who is signed in. */
export async function administratorsPage(
  browser: ReturnType<typeof useBrowser>,
  server: Server,
  company: TestCompany,
  options?: PageOptions,
): Promise<Page> {
  const { cookie = '' } = await signedInAdministrator(server, company)
  const page = await backOfficePage(browser, options)
  const [name = '', value = ''] = cookie.split('=', 2)
  await page.context().addCookies([{ name, value, url: server.url }])
  return page
}

/** Opens a page under /backoffice and waits until what it shows has come. */
export async function openPage(page: Page, server: Server, path: string): Promise<void> {
  await page.goto(`${server.url}/backoffice${path}`)
  await loaded(page)
}

/** Waits until nothing on the page is on its way. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
}
