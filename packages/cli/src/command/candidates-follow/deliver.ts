import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import type { Output } from '../../output.ts'
import type { Interruption } from '../../shell.ts'
import type { Consumer, Entry, Refusal } from './consumer.ts'
import type { FailedFile } from './failed-file.ts'

interface DeliveryOptions {
  /** Gives up at the first refusal if there is no `failed`. */
  once: boolean
  /** Stores the entries that are given up after too many tries; undefined to try for ever. */
  failed: FailedFile | undefined
  interruption: Interruption
  say: Output['say']
}

const pauseMsFirst = 1_000
const pauseMsMost = 60_000

/** Creates a consumer that hands each entry to a program until the program takes it. `hand` returns undefined if it does. */
export function createDeliverer(
  hand: (entry: Entry) => Promise<Refusal | undefined>,
  { once, failed, interruption, say }: DeliveryOptions,
): Consumer {
  const { stop } = interruption

  /** Reports a refusal. Returns true if the entry is given up. Throws a Failure if follow must not try again. */
  async function settle(entry: Entry, refusal: Refusal, tries: number): Promise<boolean> {
    const what = `${refusal.message} for candidate ${entry.candidate.id}`
    if (once && failed === undefined) throw new Failure(`${what}. The next start gives this candidate again.`)
    if (tries === failed?.triesMax) {
      await failed.add(entry, refusal)
      say(`${what}, after ${tries === 1 ? '1 try' : `${tries} tries`}. It is in ${failed.name}.`, 'red')
      return true
    }
    if (tries === 1) say(`${what}. Follow tries again.`)
    return false
  }

  return {
    async take(entry) {
      for (let tries = 1; !stop.aborted; tries++) {
        const refusal = await hand(entry)
        if (refusal === undefined) {
          if (tries > 1) say(`Candidate ${entry.candidate.id} is taken now.`)
          return true
        }
        if (stop.aborted) break
        if (await settle(entry, refusal, tries)) return true
        await sleep(findPauseMs(refusal, tries), undefined, { signal: stop }).catch(() => {})
      }
      return false
    },
  }
}

/** Finds the pause after this number of tries, in milliseconds. */
const findPauseMs = ({ retryAfterMs = 0 }: Refusal, tries: number): number =>
  Math.max(retryAfterMs, Math.min(pauseMsMost, pauseMsFirst * 2 ** (tries - 1)))
