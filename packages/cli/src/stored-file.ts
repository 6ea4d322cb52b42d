import { fdatasync, fstat, ftruncate, writeFile } from 'node:fs'
import { open, realpath, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/* Helpers for the files that the command writes: the profile, the state of `candidates follow`, and its lines. */

/** Tells whether a file could not be read because it does not exist. */
export const isNoSuchFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Parses JSON. Returns undefined if the text is not JSON (valid JSON never parses to undefined). */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Resolves symbolic links, also if the file is not there yet: the file itself is locked and replaced. */
export async function resolvePath(name: string): Promise<string> {
  const found = await realpath(name).catch(() => undefined)
  return found ?? join(await realpath(dirname(resolve(name))), basename(name))
}

/** Replaces a file as a whole: if the machine dies at any moment, the file has the old or the new content, never a part. */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    // Without this, a power cut may leave an empty file under the new name.
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

const [getStats, writeAll, sync, cut] = [
  promisify(fstat),
  promisify(writeFile),
  promisify(fdatasync),
  promisify(ftruncate),
]

/** Appends a line to an open file, and waits until it is on the disk. If that fails, the file has no part of the line. */
export async function appendLine(fd: number, line: string): Promise<void> {
  const { size } = await getStats(fd)
  try {
    await writeAll(fd, `${line}\n`)
    await sync(fd)
  } catch (error) {
    // A full disk takes the beginning of a line. The next line would continue it.
    await cut(fd, size).catch(() => {})
    throw error
  }
}

/** Ends a line that a process did not finish, because it was killed while it wrote. The next line would continue it. */
export async function endLastLine(fd: number): Promise<void> {
  const { size } = await getStats(fd)
  if (size > 0 && (await readByte(fd, size - 1)) !== lineEnd) await appendLine(fd, '')
}

const lineEnd = 0x0a

/** Reads a byte of an open file, which may be open for writing only. Returns a line end if the system does not allow it. */
async function readByte(fd: number, position: number): Promise<number | undefined> {
  try {
    const file = await open(`/dev/fd/${fd}`)
    try {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
      return buffer[0]
    } finally {
      await file.close()
    }
  } catch {
    return lineEnd
  }
}
