import { createPause } from '../../process/turns.ts'
import { isWord } from '../keys.ts'
import { SlotList } from './slot-list.ts'
import { Vocabulary } from './vocabulary.ts'

/** The slots that are looked through before other requests get a turn. They take some milliseconds. */
const SLOTS_A_TURN = 500_000

/**
 * Which slots have a key (keys.ts). A slot that is used no more stays in the lists until `forget`, so whoever reads them looks whether a
 * slot is in use.
 */
export class WordIndex {
  /** Most keys belong to one job, and need no list. */
  readonly #slots = new Map<string, number | SlotList>()
  readonly vocabulary = new Vocabulary()

  add(key: string, slot: number): void {
    const found = this.#slots.get(key)
    if (found === undefined) {
      this.#slots.set(key, slot)
      if (isWord(key)) this.vocabulary.add(key)
    } else if (typeof found === 'number') {
      const list = new SlotList()
      list.push(found)
      list.push(slot)
      this.#slots.set(key, list)
    } else found.push(slot)
  }

  /** Takes one slot out of a key that few jobs have. */
  remove(key: string, slot: number): void {
    const found = this.#slots.get(key)
    if (found instanceof SlotList) found.keep((each) => each !== slot)
    else if (found === slot) this.#delete(key)
  }

  /** Calls a function for each slot that has a key. */
  each(key: string, visit: (slot: number) => void): void {
    const found = this.#slots.get(key)
    if (found === undefined) return
    if (typeof found === 'number') visit(found)
    else found.each(visit)
  }

  /** Lists the last slots that got a key, at most `max`, and says how many have it. */
  last(key: string, max: number): { slots: number[]; count: number } {
    const found = this.#slots.get(key)
    if (found === undefined) return { slots: [], count: 0 }
    if (typeof found === 'number') return { slots: [found], count: 1 }
    const first = Math.max(0, found.length - max)
    return {
      slots: Array.from({ length: found.length - first }, (_, index) => found.at(first + index)),
      count: found.length,
    }
  }

  /** Removes the slots that are used no more from all keys, in turns. */
  async forget(isUsed: (slot: number) => boolean): Promise<void> {
    const pause = createPause(SLOTS_A_TURN)
    for (const [key, before] of this.#slots) {
      await pause(before instanceof SlotList ? before.length : 1)
      // A job may have got or lost the key meanwhile.
      const found = this.#slots.get(key)
      if (found instanceof SlotList) {
        found.keep(isUsed)
        if (found.length === 0) this.#delete(key)
      } else if (found !== undefined && !isUsed(found)) this.#delete(key)
    }
  }

  #delete(key: string): void {
    this.#slots.delete(key)
    if (isWord(key)) this.vocabulary.delete(key)
  }
}
