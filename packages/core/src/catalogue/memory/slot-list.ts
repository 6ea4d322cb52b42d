const FIRST_CAPACITY = 4
const GROWTH = 1.25

/** Counts the first places of a sorted list that a condition holds for. It holds for none after the first that it does not hold for. */
export function countFirst(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** A list of slots (job-table.ts) in a few bytes each. */
export class SlotList {
  #slots = new Uint32Array(FIRST_CAPACITY)
  length = 0

  at(index: number): number {
    return this.#slots[index] ?? 0
  }

  /** Calls a function for each slot, in their order. */
  each(visit: (slot: number) => void): void {
    for (let index = 0; index < this.length; index++) visit(this.at(index))
  }

  push(slot: number): void {
    this.insert(this.length, slot)
  }

  insert(index: number, slot: number): void {
    if (this.length === this.#slots.length) {
      const larger = new Uint32Array(Math.ceil(this.length * GROWTH) + 1)
      larger.set(this.#slots)
      this.#slots = larger
    }
    this.#slots.copyWithin(index + 1, index, this.length)
    this.#slots[index] = slot
    this.length++
  }

  replace(index: number, slot: number): void {
    this.#slots[index] = slot
  }

  remove(index: number): void {
    this.#slots.copyWithin(index, index + 1, this.length)
    this.length--
  }

  /** Keeps only the slots that a condition holds for, in their order. */
  keep(isKept: (slot: number) => boolean): void {
    let kept = 0
    this.each((slot) => {
      if (isKept(slot)) this.#slots[kept++] = slot
    })
    this.length = kept
  }
}
