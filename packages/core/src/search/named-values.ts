import type { JobFields } from '@boardwalk/schema/job'
import { cities } from '@boardwalk/schema/place/city'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import { contractTypes, workModes } from '@boardwalk/schema/words/job-labels'
import { findRoot, removeArticle, splitText } from '../text/words.ts'

/*
 * Values that a search names in other words than the job: a contract type or a work mode in French, English or Arabic, and a city by
 * another of its names. A job has one key for each, and a search looks for the key that its words name.
 */

/** The key of a contract type or a work mode. No word begins with its first character. */
const toValueKey = (value: string): string => `=${value}`
const toCityKey = (name: string): string => `@${splitText(name).join(' ')}`

/** What people also call the contract types and work modes, besides their labels. */
const OTHER_NAMES: Partial<Record<string, string[]>> = {
  Stage: ['stagiaire', 'متدرب'],
  Alternance: ['alternant', 'apprentissage', 'apprenti', 'apprenticeship'],
  Freelance: ['freelancer'],
  REMOTE: ['télétravail', 'distanciel', 'work from home', 'العمل عن بعد', 'العمل من المنزل'],
  ONSITE: ['présentiel'],
}

/** No search means these labels: "other" is a word of many searches. */
const UNNAMED = new Set(['Autre'])

/** Phrases and their keys. `toForm` makes the form of a word in which phrases are compared. */
interface Phrases {
  toForm: (word: string) => string
  keys: Map<string, string>
}

const toPhrase = ({ toForm }: Pick<Phrases, 'toForm'>, words: readonly string[]) => words.map(toForm).join(' ')

function createPhrases(toForm: Phrases['toForm'], names: Iterable<[name: string, key: string]>): Phrases {
  const keys = new Map<string, string>()
  for (const [name, key] of names) keys.set(toPhrase({ toForm }, splitText(name)), key)
  return { toForm, keys }
}

/** Lists the names of the contract types and work modes. A label such as "Permanent (CDI)" has two. */
function* listValueNames(): Generator<[string, string]> {
  for (const [value, labels] of Object.entries({ ...contractTypes, ...workModes })) {
    if (UNNAMED.has(value)) continue
    const names = Object.values(labels).flatMap((label) => label.split(/[()]/))
    for (const name of [...names, ...(OTHER_NAMES[value] ?? [])])
      if (name.trim() !== '') yield [name, toValueKey(value)]
  }
}

const valuePhrases = createPhrases(findRoot, listValueNames())
/** Lists the names of the cities. In Arabic a word may begin with the preposition "in". */
function* listCityNames(): Generator<[string, string]> {
  for (const { fr, names } of cities)
    for (const name of names) {
      const key = toCityKey(fr)
      yield [name, key]
      if (/^\p{Script=Arabic}/u.test(name)) yield [`ب${name}`, key]
    }
}

// A city has no feminine and no plural. "Salé" must not be the root of "sales".
const cityPhrases = createPhrases(removeArticle, listCityNames())

/** The most words of a name. */
const PHRASE_WORDS_MAX = 4

/** Finds the phrases among words that stand side by side. Lists for each word the keys of the phrases that it belongs to. */
function findPhrases(words: readonly string[], all: readonly Phrases[]): string[][] {
  const found = words.map(() => new Set<string>())
  for (let first = 0; first < words.length; first++)
    for (let end = first + 1; end <= Math.min(words.length, first + PHRASE_WORDS_MAX); end++)
      for (const phrases of all) {
        const key = phrases.keys.get(toPhrase(phrases, words.slice(first, end)))
        if (key !== undefined) for (const keys of found.slice(first, end)) keys.add(key)
      }
  return found.map((keys) => [...keys])
}

/** Lists for each word of a search the keys of the values that it names, alone or with the words beside it. */
export const findNamedValues = (words: readonly string[]): string[][] => findPhrases(words, [valuePhrases, cityPhrases])

/** Lists the keys of a job's contract type, work mode and cities. */
export function listValueKeys(fields: JobFields): string[] {
  const { contractType, city } = fields
  const values = [contractType ?? [], describePlaces(fields).workMode ?? []].flat().map(toValueKey)
  const inCities = [city ?? []].flat().flatMap((name) => findPhrases(splitText(name), [cityPhrases]).flat())
  return [...values, ...new Set(inCities)]
}
