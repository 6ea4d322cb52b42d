import { setTimeout as pause } from 'node:timers/promises'

const TRIES_MAX = 100
const PAUSE_MS_MAX = 20

/**
 * Waits a moment, at random so that racing processes spread out, before a change that others overtook is made again.
 * Throws when that has happened 100 times in a row.
 */
export async function pauseOvertaken(tries: number, what: string): Promise<void> {
  if (tries >= TRIES_MAX) throw new Error(`${what} was changed by others ${tries} times in a row`)
  await pause(Math.random() * PAUSE_MS_MAX)
}
