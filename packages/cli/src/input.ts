import { createReadStream, open } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { exitCode, Failure } from './failure.ts'
import { isAddress, openAddress, type Version } from './feed/address.ts'
import type { OpenPage, Page } from './feed/pages.ts'
import { BrokenFeed, CutFeed, WebPage } from './feed/row.ts'
import type { Bytes } from './feed/text-source.ts'
import { describeError, isNoSuchFile } from './stored-file.ts'

/** An open feed: its bytes come from a file or from standard input. */
export interface Input {
  /** The name of the input in messages. */
  name: string
  /** Path of the file, or of the address; undefined for standard input. */
  path: string | undefined
  /** What the server of an address said of it, for messages. */
  origin?: string
  /** The version of a feed at an address. */
  version?: Version
  /** A feed at an address: its first page, and how another one is opened. */
  pages?: { first: Page; open: OpenPage }
  /** Whether a feed at an address is still the known version. Then it has no bytes. */
  isUnchanged?: boolean
  bytes: Bytes
  /** Undefined if the size is not known. */
  bytesTotal: number | undefined
  bytesRead(): number
  /** Ends the reading at once, even while it waits for more bytes. */
  stop(): void
}

/** Opens a file, an address, or standard input for `-`. `known` is the version of an address that was read before. */
export async function openInput(file: string, stdin: Readable, known: Version = {}): Promise<Input> {
  const unknownSize = { bytesTotal: undefined, bytesRead: () => 0 }
  if (isAddress(file)) {
    return { ...unknownSize, ...(await openPages(file, known)) }
  }
  if (file === '-')
    return { name: 'standard input', path: undefined, bytes: stdin, ...unknownSize, stop: () => stdin.destroy() }
  const stats = await stat(file).catch((error: unknown) => {
    throw toOpenFailure(error, file)
  })
  if (stats.isDirectory()) throw new Failure(`${file} is a folder; give a file, or - for standard input`)
  const stream = stats.isFIFO() ? await openPipe(file) : createReadStream(file)
  return {
    name: file,
    path: file,
    bytes: stream,
    // A named pipe has no size.
    bytesTotal: stats.isFile() ? stats.size : undefined,
    bytesRead: () => stream.bytesRead,
    stop: () => stream.destroy(),
  }
}

/** Opens a feed at an address. Its other pages are opened while it is read. */
async function openPages(address: string, known: Version): Promise<Omit<Input, 'bytesTotal' | 'bytesRead'>> {
  const first = await openAddress(address, known)
  let current = first
  let isStopped = false
  const input: Omit<Input, 'bytesTotal' | 'bytesRead'> = {
    name: first.name,
    path: first.path,
    origin: first.origin,
    version: first.version,
    isUnchanged: first.bytes === undefined,
    bytes: first.bytes ?? Readable.from([]),
    pages: { first, open },
    stop() {
      isStopped = true
      current.stop()
    },
  }
  async function open(next: string) {
    // The version of the first page does not tell whether another one has changed.
    delete input.version
    current = await openAddress(next, {})
    if (isStopped) current.stop()
    const { bytes = Readable.from([]), address, noteHeaders } = current
    return { bytes, address, noteHeaders }
  }
  return input
}

/** Opens a named pipe, such as `<(command)` of a shell. A read of a file cannot be ended while it waits for bytes. */
async function openPipe(path: string): Promise<Socket> {
  const fd = await promisify(open)(path, 'r')
  return new Socket({ fd, readable: true, writable: false })
}

/** Turns an error that came while an input was read into a Failure that names the input and the line. */
export function toInputFailure(error: unknown, { name, origin }: Pick<Input, 'name' | 'origin'>): Failure {
  if (error instanceof WebPage) {
    const from = origin ? ` (${origin})` : ''
    return new Failure(`${name} ${error.message}${from}`, exitCode.failure, { cause: error })
  }
  if (error instanceof BrokenFeed) {
    const place = error.line === undefined ? name : `${name}:${error.line}`
    const end = error instanceof CutFeed ? exitCode.cutFeed : exitCode.failure
    return new Failure(`${place}: the feed ${error.message}`, end, { cause: error })
  }
  if (error instanceof Failure) return error
  // Every other error comes from the file system, such as a disk that fails.
  return new Failure(`${name} cannot be read: ${describeError(error)}`, exitCode.failure, { cause: error })
}

/** Turns the error of a file that cannot be opened, such as one that does not exist, into a Failure that names the file. */
export function toOpenFailure(error: unknown, name: string): Failure {
  const why = isNoSuchFile(error) ? 'there is no such file' : describeError(error)
  return new Failure(`${name} cannot be read: ${why}`, exitCode.failure, { cause: error })
}

/** Tells whether two paths lead to the same file. A command must not read and write one file at the same time. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => undefined)))
  return first !== undefined && first === second
}
