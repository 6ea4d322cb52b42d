import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { exitCode, Failure } from './failure.ts'
import type { Bytes } from './feed/text-source.ts'

/** A feed's bytes, from a file or standard input. */
export interface Input {
  /** What messages call it. */
  name: string
  /** Its file; undefined for standard input. */
  path: string | undefined
  bytes: Bytes
  /** Undefined where nobody knows. */
  bytesTotal: number | undefined
  bytesRead(): number
  /** Ends the reading, even while it waits for more. */
  stop(): void
}

/** Opens a file, or standard input for `-`. */
export async function openInput(file: string, stdin: Readable): Promise<Input> {
  if (file === '-') {
    return {
      name: 'standard input',
      path: undefined,
      bytes: stdin,
      bytesTotal: undefined,
      bytesRead: () => 0,
      stop: () => stdin.destroy(),
    }
  }
  const found = await stat(file).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: there is no such file`, exitCode.failure, { cause: error })
  })
  if (found.isDirectory()) throw new Failure(`${file} is a folder; give a file, or - for standard input`)
  const stream = createReadStream(file)
  return {
    name: file,
    path: file,
    bytes: stream,
    // A pipe under a name has no size.
    bytesTotal: found.isFile() ? found.size : undefined,
    bytesRead: () => stream.bytesRead,
    stop: () => stream.destroy(),
  }
}

/** Whether two names are one file, which must not be read and written at once. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => undefined)))
  return first !== undefined && first === second
}
