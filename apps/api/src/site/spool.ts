import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** The type of a file shows in its first bytes. This is their number. */
const HEAD_BYTES = 8 * 1024

/** A file that was received. It exists until it is closed, or the process ends. */
export interface SpooledFile {
  bytes: number
  head: Buffer
  /** Opens the file at its beginning. It may be opened many times. */
  open(): Readable
  close(): Promise<void>
}

/** A file could not be written, so it is the server's fault that it was not received. */
export class SpoolError extends Error {}

export type Spool = ReturnType<typeof createSpool>

/** Writes files that arrive to a folder, because in memory a few hundred of them would end the process. */
export function createSpool(folder: string, openFile = openNameless) {
  return {
    /** Fails if no file can be written. */
    async check(): Promise<void> {
      try {
        await (await openFile(folder)).close()
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : cause
        throw new Error(`Files cannot be written to ${folder} (${why}): set another SPOOL_DIR`, { cause })
      }
    },
    /**
     * Receives a file. If its content breaks off, nothing is left of it. If it cannot be written, for example because the disk is
     * full, this reads the rest all the same and then throws SpoolError: a content that is not read to its end looks broken.
     */
    async write(content: Readable): Promise<SpooledFile> {
      const file = await openFile(folder).catch(fail)
      const head: Buffer[] = []
      let bytes = 0
      let isFull = false
      let cause: unknown
      try {
        for await (const chunk of content) {
          if (isFull) continue
          if (bytes < HEAD_BYTES) head.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - bytes)))
          bytes += chunk.length
          await file.appendFile(chunk).catch((error: unknown) => {
            isFull = true
            cause = error
          })
        }
        if (isFull) fail(cause)
      } catch (error) {
        await file.close()
        throw error
      }
      return {
        bytes,
        head: Buffer.concat(head),
        open: () => file.createReadStream({ start: 0, autoClose: false }),
        close: () => file.close(),
      }
    },
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
