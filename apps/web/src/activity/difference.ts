type Parts = [start: string, changed: string, end: string]

/**
 * Splits two texts into the words that both begin with, the words that differ, and the words that both end with. The parts of a text
 * make the text again.
 */
export function splitDifference(before: string, after: string): [before: Parts, after: Parts] {
  const [one, other] = [splitWords(before), splitWords(after)]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const split = (words: string[]): Parts => [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ]
  return [split(one), split(other)]
}

/** Splits a text into words and what is between them. A no-break space is within a number. */
const splitWords = (text: string): string[] => text.split(/(?<=[ \n])|(?=[ \n])/)
