import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/* Helpers for the files that the command stores: the profile, and the state of `candidates follow`. */

/** Tells whether a file could not be read because it does not exist. */
export const isNoSuchFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Parses JSON. Returns undefined if the text is not JSON (valid JSON never parses to undefined). */
export function parseJson(text: string): unknown {
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
