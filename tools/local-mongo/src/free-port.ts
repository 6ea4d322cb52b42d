import { createServer } from 'node:net'

/** Finds a free port of this machine: the wanted one if it is free, else any. */
export async function freePort(wanted = 0): Promise<number> {
  return (wanted > 0 ? await bindable(wanted) : undefined) ?? (await bindable(0)) ?? freePort()
}

function bindable(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      const bound = typeof address === 'object' ? address?.port : undefined
      probe.close(() => resolve(bound))
    })
  })
}
