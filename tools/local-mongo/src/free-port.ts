import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Finds a free port of this machine: the wanted one if it is free, else one that the system does not give to connections by
 * itself (Linux gives those from 32768 on), so that it is still free when the caller's process listens on it.
 */
export async function freePort(wanted = 0): Promise<number> {
  const port = wanted > 0 ? wanted : randomInt(20_000, 32_768)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
