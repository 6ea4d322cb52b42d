import { randomUUID } from 'node:crypto'
import { useBrowser } from '@boardwalk/api/test/browser'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import type { Locale } from '@boardwalk/schema/company'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { beforeAll, expect } from 'vitest'

/** Two sizes of window that the pages of the back office must fit. */
export const DESK = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

const password = 'correct horse battery'

interface PageOptions extends BrowserContextOptions {
  locale?: Locale
}

interface UserOptions extends PageOptions {
  /** The user's company; by default the one of `useBackOffice`. */
  of?: TestCompany
  /** The session of a user who is signed in already. */
  cookie?: string | undefined
}

/** Gives the tests of one file a server with a company, and a browser that shows pages of its back office. */
export function useBackOffice(options: Parameters<typeof useServer>[0] = {}) {
  const server = useServer(options)
  const browser = useBrowser()
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
  })

  /** Opens an empty page in a new browser window. The test fails if the page's security policy refuses something. */
  async function newPage({ locale = 'en', ...options }: PageOptions = {}): Promise<Page> {
    const page = await browser.page({ reducedMotion: 'reduce', ...options, locale })
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) browser.fail(message.text())
    })
    return page
  }

  /** Opens an empty page in the window of a user who is signed in: a new one unless `cookie` is given. */
  async function newUserPage({ of = company, cookie, ...options }: UserOptions = {}): Promise<Page> {
    const session = cookie ?? (await signedInUser(server, of)).cookie ?? ''
    const page = await newPage(options)
    const [name = '', value = ''] = session.split('=', 2)
    await page.context().addCookies([{ name, value, url: server.url }])
    return page
  }

  /** Goes to a path under /backoffice and waits until the page is complete. */
  async function goTo(page: Page, path: string): Promise<void> {
    await page.goto(`${server.url}/backoffice${path}`)
    await loaded(page)
  }

  return {
    server,
    browser,
    get company() {
      return company
    },
    newPage,
    newUserPage,
    goTo,
    /** Opens a path under /backoffice as a new user who is signed in. */
    async open(path: string, options?: UserOptions): Promise<Page> {
      const page = await newUserPage(options)
      await goTo(page, path)
      return page
    },
  }
}

/** Chooses the password on the page of an invitation, and waits for the first page of the back office. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

/** Fills in the form that signs a person in, and sends it. */
export async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits until the page shows the server's answers in place of the grey lines. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/** Holds the first call of a procedure back from now on. */
export async function hold(page: Page, name: string) {
  const held: Route[] = []
  await page.route(`**/trpc/*${name}*`, (route) => void held.push(route), { times: 1 })
  /** Waits until the page has made the call. The page may show that a call is under way before that. */
  const hasCome = () => expect.poll(() => held.length).toBe(1)
  return {
    hasCome,
    async release(): Promise<void> {
      await hasCome()
      await held[0]?.continue()
    },
  }
}

/** Notes the addresses that a page asks for from now on. `read` returns them once each request so far is noted. */
export function noteRequests(page: Page) {
  const urls: string[] = []
  const after = `?after=${randomUUID()}`
  page.on('request', (request) => urls.push(request.url()))
  return {
    async read(): Promise<string[]> {
      await page.evaluate((query) => fetch(`/healthz${query}`).then(() => {}), after)
      await expect.poll(() => urls.some((url) => url.includes(after))).toBe(true)
      return urls.splice(0).filter((url) => !url.includes(after))
    },
  }
}
