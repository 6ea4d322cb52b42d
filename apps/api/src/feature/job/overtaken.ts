import { setTimeout as pause } from 'node:timers/promises'

const TRIES_MAX = 100
const PAUSE_MS_MAX = 20

/**
 * Waits up to 20 ms before a retry of a change that lost a race. The time is random, so that racing processes spread out.
 * Throws after 100 tries. `what` names the thing that was to be changed, for the error message.
 */
export async function pauseOvertaken(tries: number, what: string): Promise<void> {
  if (tries >= TRIES_MAX) throw new Error(`${what} was changed by others ${tries} times in a row`)
  await pause(Math.random() * PAUSE_MS_MAX)
}
