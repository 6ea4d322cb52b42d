/** Random numbers out of a seed. The same seed plans the same faults and the same work. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from min to max, both included. */
  between(min: number, max: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Makes another sequence of numbers, which does not depend on the use of this one. */
  fork(name: string): Random
}

export function createRandom(seed: string): Random {
  let state = hash(seed)
  // mulberry32, which is small and good enough.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}
