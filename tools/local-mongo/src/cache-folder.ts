import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Finds the folder for built or installed programs, which all data folders share. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.BOARDWALK_CACHE || join(homedir(), '.cache', 'boardwalk'))
}
