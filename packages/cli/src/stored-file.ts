import { open, realpath, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/* Helpers for the files that the command stores: the profile, and the state of `candidates follow`. */

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
