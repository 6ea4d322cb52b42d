import type { Page } from 'playwright-core'

/**
 * Defines canary() on a page, which hostile-strings.ts calls, and notes each call, each dialog and each request that leaves
 * this server. `isOurs` says which requests may be made.
 */
export async function listen(page: Page, isOurs: (url: URL) => boolean): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('canary', () => heard.push(`canary on ${page.url()}`))
  page.on('dialog', (dialog) => {
    heard.push(`${dialog.type()} on ${page.url()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!isOurs(new URL(request.url()))) heard.push(`${request.url()} from ${page.url()}`)
  })
  return heard
}
