import { useAddress, useOwnFetch } from './use.js'

/* workerd runs this program, without its Node compatibility. */

export default {
  async test(_controller: unknown, { apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Promise<void> {
    await useOwnFetch()
    await useAddress(apiKey, baseUrl)
  },
}
