import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What this process holds alone on this machine. */
export interface Lock {
  release(): Promise<void>
}

/**
 * Takes the lock of this name, or names the process that has it. The lock is a listening socket: the
 * system closes it with the process, however that dies, so that none is ever left behind.
 */
export async function takeLock(name: string, platform = process.platform): Promise<Lock | string> {
  const address = addressOf(name, platform)
  for (;;) {
    const server = await listening(address)
    if (server !== undefined) return { release: () => closed(server) }
    const holder = await holderOf(address)
    if (holder !== undefined) return holder
    // Only a socket that is a file outlives its process.
    if (isFile(platform)) await rm(address, { force: true })
  }
}

const answerMsMax = 2_000

const isFile = (platform: NodeJS.Platform) => platform !== 'linux' && platform !== 'win32'

function addressOf(name: string, platform: NodeJS.Platform): string {
  const id = `boardwalk-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  // Linux: an abstract socket, which is in no folder.
  if (platform === 'linux') return `\0${id}`
  return platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), `${id}.lock`)
}

/** Undefined where another process has the address. */
function listening(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // Whoever asks may be gone before it is answered.
      socket.on('error', () => {}).end(String(process.pid))
    })
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server))
    server.unref()
  })
}

/** Who answers at the address; undefined where nobody does any more. */
function holderOf(address: string): Promise<string | undefined> {
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
    // A process that is suspended holds its lock and says nothing.
    socket.setTimeout(answerMsMax, () => end('a process that does not answer'))
  })
}

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))
