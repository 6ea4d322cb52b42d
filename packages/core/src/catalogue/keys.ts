import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import type { StoredJob } from '../job/job.ts'
import { toPlainText } from '../text/html.ts'
import {
  chooseSearchWords,
  dropStopWords,
  findRoot,
  joinNeighbours,
  listNames,
  splitText,
  splitTitle,
} from '../text/words.ts'
import { findCityKeys, listCityKeys } from './city-keys.ts'
import { findKindKeys, listKindKeys } from './kinds.ts'
import { findLabelKeys, listLabelKeys } from './labels.ts'
import { findReferenceKeys, listReferenceKeys } from './reference.ts'

/* The keys by which searches find a public job (docs/adr/0016-search.md), and the keys that a search looks for. */

/** The most keys of the title and the cities. Usual ones have far fewer. */
const NAME_KEYS_MAX = 200
/** The most keys that the texts give, so that a long text costs the index no more than a usual one. */
const TEXT_KEYS_MAX = 250
/** The maximum characters of HTML that are read of each text. */
const TEXT_CHARACTERS_MAX = 4_000

/** The key of a word that is in a text and perhaps not in the title. No word begins with its first character. */
const toTextKey = (root: string): string => `~${root}`

/** Whether a key is a word of a title or a city. The others begin with a sign. */
export const isWord = (key: string): boolean => /^[\p{L}\p{N}]/u.test(key)

/**
 * Makes the keys of a job: the words of the title with their roots, the words of the cities, the values that a search may name in
 * other words, the occupations that its title names, its reference, and the roots of the words in the texts.
 */
export function listKeys({ fields, terms, externalId }: Pick<StoredJob, 'fields' | 'terms' | 'externalId'>): string[] {
  const names = listNames(fields)
  return [
    ...[...names].slice(0, NAME_KEYS_MAX),
    ...listLabelKeys({ fields, terms }),
    ...listCityKeys(fields),
    ...listKindKeys(fields.title),
    ...listReferenceKeys(externalId),
    // A search looks for a root among the names, too.
    ...[...findTextRoots(fields)].filter((root) => !names.has(root)).map(toTextKey),
  ]
}

/** Lists the roots of the words of a title, without single letters and words such as "de". */
export const listTitleRoots = (title: string): string[] => [
  ...new Set(dropStopWords([...splitTitle(title)].filter((word) => word.length > 1)).map(findRoot)),
]

function findTextRoots(fields: JobFields): Set<string> {
  const roots = new Set<string>()
  for (const name of HTML_FIELDS) {
    const html = fields[name]?.slice(0, TEXT_CHARACTERS_MAX) ?? ''
    if (html === '') continue
    // A tag that was cut in two is no text.
    for (const word of new Set(dropStopWords(splitText(toPlainText(html.replace(/<[^>]*$/, '')))))) {
      if (roots.size === TEXT_KEYS_MAX) return roots
      roots.add(findRoot(word))
    }
  }
  return roots
}

/** A word of a search. */
export interface SearchWord {
  /** The word itself, folded. It finds the titles and cities with a word that begins with it, or that is it if it is short. */
  text: string
  root: string
  /** Other keys that stand for the word: of a value that it names, of the word that it makes with the next one, of a reference. */
  otherKeys: string[]
  /** The keys of the occupations that it names. */
  kindKeys: string[]
  /** The key by which it finds texts. */
  textKey: string
}

/** Reads the words of a search. Empty if they have no letter and no digit. */
export function readSearchWords(typed: readonly string[]): SearchWord[] {
  const all = splitText(typed.join(' '))
  const keys = new Map<string, Set<string>>(all.map((word) => [word, new Set()]))
  const kindKeys = new Map<string, string[]>()
  const add = (words: readonly string[], found: readonly string[]) => {
    for (const word of words) for (const key of found) keys.get(word)?.add(key)
  }
  for (const find of [findCityKeys, findLabelKeys])
    for (const [index, found] of find(all).entries()) add(all.slice(index, index + 1), found)
  for (const [index, found] of findKindKeys(all).entries()) kindKeys.set(all[index] ?? '', found)
  for (const [index, found] of findReferenceKeys(typed).entries()) add(splitText(typed[index] ?? ''), found)
  for (const { pair, joined } of joinNeighbours(typed.join(' '))) add(pair, [findRoot(joined)])
  return chooseSearchWords(all).map((text) => {
    const root = findRoot(text)
    const otherKeys = [...(keys.get(text) ?? [])]
    return { text, root, otherKeys, kindKeys: kindKeys.get(text) ?? [], textKey: toTextKey(root) }
  })
}
