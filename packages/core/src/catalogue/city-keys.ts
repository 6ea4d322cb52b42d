import type { JobFields } from '@boardwalk/schema/job'
import { cities } from '@boardwalk/schema/place/city'
import { removeArticle, splitText } from '../text/words.ts'
import { createPhrases, findPhrases } from './phrases.ts'

/* The cities of a job, which a search may name otherwise than the job: in another language or spelling. */

/** The key of a city. No word begins with its first character. */
const toCityKey = (name: string): string => `@${splitText(name).join(' ')}`

/** Lists the names of the cities. In Arabic a word may begin with the preposition "in". */
function* listCityNames(): Generator<[name: string, key: string]> {
  for (const { fr, names } of cities)
    for (const name of names) {
      const key = toCityKey(fr)
      yield [name, key]
      if (/^\p{Script=Arabic}/u.test(name)) yield [`ب${name}`, key]
    }
}

// A city has no feminine and no plural. "Salé" must not be the root of "sales".
const phrases = createPhrases(removeArticle, listCityNames())

/** Lists the keys of a job's cities. */
export const listCityKeys = ({ city }: Pick<JobFields, 'city'>): string[] =>
  [city ?? []].flat().flatMap((name) => findPhrases(splitText(name), phrases).flat())

/** Lists for each word of a search the keys of the cities that it names, alone or with the words beside it. */
export const findCityKeys = (words: readonly string[]): string[][] => findPhrases(words, phrases)
