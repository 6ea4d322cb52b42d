import { splitText } from '../text/words.ts'

/*
 * Phrases that stand for keys, such as the names of occupations and of contract types. They are found among the words of a title and of
 * a search.
 */

/** Phrases and their keys. `createPhrases` makes them. */
export interface Phrases {
  /** Makes the form of a folded word in which words are compared. A word with the form '' does not count. */
  toForm: (word: string) => string
  /** The keys of each phrase. A phrase without keys only hides the shorter ones in it. */
  keys: Map<string, Set<string>>
  /** The words of the longest phrase. */
  wordsMax: number
}

/** Creates phrases from names and their keys. A name may come several times. One without a key only hides shorter ones. */
export function createPhrases(
  toForm: Phrases['toForm'],
  names: Iterable<readonly [name: string, key?: string]>,
): Phrases {
  const keys: Phrases['keys'] = new Map()
  let wordsMax = 0
  for (const [name, key] of names) {
    const forms = splitText(name).map(toForm).filter(Boolean)
    const phrase = forms.join(' ')
    const known = keys.get(phrase) ?? new Set()
    keys.set(phrase, key === undefined ? known : known.add(key))
    wordsMax = Math.max(wordsMax, forms.length)
  }
  return { toForm, keys, wordsMax }
}

/** A phrase that was found among words: from `first`, and before `end`. */
interface Found {
  first: number
  end: number
  keys: Set<string>
}

const isHidden = ({ first, end }: Found, by: Found): boolean =>
  by.first <= first && end <= by.end && end - first < by.end - by.first

/**
 * Finds the phrases among folded words that stand side by side. Lists for each word the keys of the phrases that it belongs to. A phrase
 * inside a longer one is not found.
 */
export function findPhrases(words: readonly string[], { toForm, keys, wordsMax }: Phrases): string[][] {
  const counted = words.flatMap((word, index) => {
    const form = toForm(word)
    return form === '' ? [] : [{ form, index }]
  })
  const all: Found[] = []
  for (let first = 0; first < counted.length; first++)
    for (let end = first + 1; end <= Math.min(counted.length, first + wordsMax); end++) {
      const phrase = counted.slice(first, end).map(({ form }) => form)
      const found = keys.get(phrase.join(' '))
      if (found !== undefined) all.push({ first, end, keys: found })
    }
  const ofWords = words.map(() => new Set<string>())
  for (const found of all.filter((each) => !all.some((other) => isHidden(each, other))))
    for (const { index } of counted.slice(found.first, found.end))
      for (const key of found.keys) ofWords[index]?.add(key)
  return ofWords.map((found) => [...found])
}
