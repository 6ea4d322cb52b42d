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
export function createSpool(folder: string) {
  return {
    /** Fails if no file can be written. */
    async check(): Promise<void> {
      try {
        await (await openNameless(folder)).close()
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : cause
        throw new Error(`Files cannot be written to ${folder} (${why}): set another SPOOL_DIR`, { cause })
      }
    },
    /** Receives a file. If its content breaks off, nothing is left of it. */
    async write(content: Readable): Promise<SpooledFile> {
      const file = await openNameless(folder).catch(fail)
      const head: Buffer[] = []
      let bytes = 0
      try {
        for await (const chunk of content) {
          if (bytes < HEAD_BYTES) head.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - bytes)))
          bytes += chunk.length
          await file.appendFile(chunk).catch(fail)
        }
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

/** Opens a new file and removes its name: whatever ends the process, nothing of an applicant stays on the machine. */
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
