/* Loaded into the server before it starts. It tells the server's memory after a garbage collection. */

export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>

process.on('message', (message) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  // The second collection frees what the first one released outside the heap.
  setImmediate(() => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send?.({ rss, heapUsed, external } satisfies Memory)
  })
})
// The channel must not keep the server from ending.
process.channel?.unref()
