import { mayBeMisspelt } from '../../text/words.ts'

/** Two words that differ by one letter have their first or their last letters in common: so many, if both are long enough to be misspelt. */
const COMMON = 2

/** The words of the titles and cities of the board, to find those that begin with a word, or that differ from it by one letter. */
export class Vocabulary {
  readonly #byBeginning = new Map<string, Set<string>>()
  readonly #byEnd = new Map<string, Set<string>>()

  add(word: string): void {
    addTo(this.#byBeginning, word.slice(0, COMMON), word)
    if (mayBeMisspelt(word)) addTo(this.#byEnd, word.slice(-COMMON), word)
  }

  delete(word: string): void {
    this.#byBeginning.get(word.slice(0, COMMON))?.delete(word)
    this.#byEnd.get(word.slice(-COMMON))?.delete(word)
  }

  /** Finds the words that begin with these letters: at least two. */
  findBeginning(letters: string): string[] {
    const found: string[] = []
    for (const word of this.#byBeginning.get(letters.slice(0, COMMON)) ?? [])
      if (word.startsWith(letters)) found.push(word)
    return found
  }

  /** Finds the words that differ from a word by one letter: a wrong, a missing or an added one, or two that are swapped. */
  findNear(word: string): string[] {
    if (!mayBeMisspelt(word)) return []
    const some = [this.#byBeginning.get(word.slice(0, COMMON)), this.#byEnd.get(word.slice(-COMMON))]
    const near = new Set<string>()
    for (const words of some)
      for (const each of words ?? []) if (mayBeMisspelt(each) && isNear(each, word)) near.add(each)
    return [...near]
  }
}

function addTo(map: Map<string, Set<string>>, key: string, word: string): void {
  const words = map.get(key)
  if (words === undefined) map.set(key, new Set([word]))
  else words.add(word)
}

/** Whether two words differ by exactly one letter. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || one === other) return false
  let first = 0
  while (first < short.length && short[first] === long[first]) first++
  if (short.length < long.length) return isSame(short, first, long, first + 1)
  if (isSame(short, first + 1, long, first + 1)) return true
  const isSwapped = short[first] === long[first + 1] && short[first + 1] === long[first]
  return isSwapped && isSame(short, first + 2, long, first + 2)
}

/** Whether two words end alike, from an index of each on. Compared in place, because a search compares thousands of words. */
function isSame(one: string, from: number, other: string, fromOther: number): boolean {
  if (one.length - from !== other.length - fromOther) return false
  for (let index = from; index < one.length; index++) if (one[index] !== other[index - from + fromOther]) return false
  return true
}
