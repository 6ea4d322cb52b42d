import type { Page } from 'playwright-core'

/** Counts what a window loads from now on: the requests, and their bytes as they come over the line. */
export async function countLoading(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const loading = { urls: [] as string[], bytes: 0 }
  devTools.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (!url.startsWith('data:')) loading.urls.push(url)
  })
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loading.bytes += encodedDataLength
  })
  return Object.assign(loading, {
    /** Makes the line as slow as a bad one of a telephone: 400 kbit/s, and 400 ms to the server and back. */
    slowDown: () =>
      devTools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 400_000 / 8,
        uploadThroughput: 400_000 / 8,
      }),
  })
}
