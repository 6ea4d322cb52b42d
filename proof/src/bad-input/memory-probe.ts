/* Loaded into the server before it starts: says how much memory it takes, after a collection, when it is asked. */

export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>

process.on('message', (message) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heapUsed, external } satisfies Memory)
})
// It must not keep the server from ending.
process.channel?.unref()
