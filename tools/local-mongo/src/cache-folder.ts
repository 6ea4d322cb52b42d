import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where programs are kept that were built or installed once for all data folders. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.BOARDWALK_CACHE || join(homedir(), '.cache', 'boardwalk'))
}
