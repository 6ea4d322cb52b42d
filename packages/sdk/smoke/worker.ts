import { useAddress, useMemory } from './use.js'

/* Run by workerd, without its compatibility with Node. */

export default {
  async test(_controller: unknown, { apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Promise<void> {
    await useMemory()
    await useAddress(apiKey, baseUrl)
  },
}
