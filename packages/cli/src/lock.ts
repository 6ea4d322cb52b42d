import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A lock that only one process on this machine can hold. */
export type Lock = { release(): Promise<void> }

// The lock is a listening socket, which the operating system closes when the process dies. So no lock is left behind.
/** Takes the lock of this name, or returns the name of the process that has it. */
export async function takeLock(name: string, platform = process.platform): Promise<Lock | string> {
  const address = chooseAddress(name, platform)
  for (;;) {
    const server = await listen(address)
    if (server !== undefined) return { release: () => close(server) }
    const holder = await findHolder(address)
    if (holder !== undefined) return holder
    // No process answers. A socket that is a file remains after its process has died.
    if (isSocketFile(platform)) await rm(address, { force: true })
  }
}

const retryMs = 20

/** Waits for the lock of this name and takes it. Returns the process that still holds it after `waitMs`. */
export async function waitForLock(name: string, waitMs = 10_000): Promise<Lock | string> {
  const endMs = performance.now() + waitMs
  for (;;) {
    const lock = await takeLock(name)
    if (typeof lock !== 'string' || performance.now() > endMs) return lock
    await sleep(retryMs)
  }
}

const answerMsMax = 2_000

const isSocketFile = (platform: NodeJS.Platform) => platform !== 'linux' && platform !== 'win32'

function chooseAddress(name: string, platform: NodeJS.Platform): string {
  const id = `boardwalk-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  // On Linux an abstract socket, which is not a file.
  if (platform === 'linux') return `\0${id}`
  return platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), `${id}.lock`)
}

/** Listens at an address. Returns undefined if another process listens there. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // The process that asks may die before it gets the answer.
      socket.on('error', () => {}).end(String(process.pid))
    })
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server))
    server.unref()
  })
}

/** Asks which process listens at the address; undefined if none answers. */
function findHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(address)
    const end = (holder: string | undefined) => {
      socket.destroy()
      resolve(holder)
    }
    socket.on('data', (data) => {
      said += data
    })
    socket.on('end', () => end(said === '' ? undefined : `process ${said}`)).on('error', () => end(undefined))
    // A suspended process holds its lock and does not answer.
    socket.setTimeout(answerMsMax, () => end('a process that does not answer'))
  })
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))
