/* Loaded into the server before it starts. It measures the server's memory, and how long it works without a pause. */

export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>

const readCpuMs = () => process.cpuUsage().user / 1000

let turnBeganMs = readCpuMs()
let longestTurnMs = 0
// The timer runs once in every turn of the event loop. It takes the time on the CPU, which a busy machine does not change much.
setInterval(() => {
  const cpuMs = readCpuMs()
  longestTurnMs = Math.max(longestTurnMs, cpuMs - turnBeganMs)
  turnBeganMs = cpuMs
}, 1).unref()

process.on('message', (message) => {
  if (message === 'longest turn') {
    process.send?.(longestTurnMs)
    longestTurnMs = 0
  }
  if (message === 'residentBytes') process.send?.(process.memoryUsage.rss())
  if (message === 'memory') measureMemory()
})

function measureMemory() {
  globalThis.gc?.()
  // The second collection frees what the first one released outside the heap.
  setImmediate(() => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send?.({ rss, heapUsed, external } satisfies Memory)
  })
}
// The channel must not keep the server from ending.
process.channel?.unref()
