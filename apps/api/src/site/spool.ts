import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes at the beginning of a file that are kept in memory, to find its type. */
const HEAD_BYTES = 8 * 1024

/** A file on disk. It exists until it is closed or the process ends. */
export interface SpooledFile {
  bytes: number
  head: Buffer
  /** Reads the file, or the bytes from `start` to `end`, which is read too. May be called many times. */
  open(range?: { start: number; end: number }): Readable
  close(): Promise<void>
}

/** The server could not write a file. That is not the applicant's fault. */
export class SpoolError extends Error {}

export type Spool = ReturnType<typeof createSpool>

/** Writes arriving files to a folder, because a few hundred of them would not fit into memory. */
export function createSpool(folder: string, openFile = openNameless) {
  return {
    /** Throws if no file can be written. */
    async check(): Promise<void> {
      try {
        await (await openFile(folder)).close()
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : cause
        throw new Error(`Files cannot be written to ${folder} (${why}): set another TMPDIR`, { cause })
      }
    },
    /**
     * Writes a file. If the content breaks off, no file is left. If the file cannot be written, for example because the disk is full, this
     * reads the content to its end all the same, so that the rest of the form arrives, and then throws SpoolError.
     */
    async write(content: Readable): Promise<SpooledFile> {
      const file = await openFile(folder).catch(fail)
      const head: Buffer[] = []
      let bytes = 0
      let hasFailed = false
      let cause: unknown
      try {
        for await (const chunk of content) {
          if (hasFailed) continue
          if (bytes < HEAD_BYTES) head.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - bytes)))
          bytes += chunk.length
          await file.appendFile(chunk).catch((error: unknown) => {
            hasFailed = true
            cause = error
          })
        }
        if (hasFailed) fail(cause)
      } catch (error) {
        await file.close()
        throw error
      }
      return {
        bytes,
        head: Buffer.concat(head),
        open: (range = { start: 0, end: bytes - 1 }) => Readable.from(read(file, range)),
        close: () => file.close(),
      }
    },
  }
}

const READ_BYTES = 64 * 1024

/** Reads bytes of a file. The stream of a file handle would close the file, if its reader breaks off. */
async function* read(file: FileHandle, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; ) {
    const length = Math.min(READ_BYTES, end + 1 - position)
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(length), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** Opens a new file and removes its name, so that no file of an applicant outlives the process. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `boardwalk-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}

function fail(cause: unknown): never {
  throw new SpoolError('a file that arrives cannot be written', { cause })
}
