import { useAddress, useOwnFetch } from './use.js'

/* Run by workerd, without its compatibility with Node. */

export default {
  async test(_controller: unknown, { apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Promise<void> {
    await useOwnFetch()
    await useAddress(apiKey, baseUrl)
  },
}
