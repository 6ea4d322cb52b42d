import type { Locale } from '@boardwalk/schema/company'
import { dropStopWords, findRoot, removeArticle, splitText } from '../text/words.ts'
import { hidingPhrases, occupations } from './occupations.ts'
import { createPhrases, findPhrases } from './phrases.ts'

/*
 * The kinds of a job: the occupations that its title names. A search for an occupation looks for the key of its kind, and so finds titles
 * that name it in another language or by a synonym.
 */

/** No word begins with the first character of the key. */
const toKindKey = (occupation: string): string => `%${occupation}`

/** Words that keep their own form. Each has the root of a word with another meaning, which is the name of an occupation or a city. */
const OWN_FORMS = new Set([
  'sales', // Salé
  'medecine', // médecin
  'مدرسه', // a school, and a teacher
  'صيدليه', // a pharmacy, and a pharmacist
  'ورشه', // a workshop, and a building site
  'صباغه', // paint, and a painter
  'فلاحه', // agriculture, and a farmer
  'كهرباييه', // electrical, and an electrician
  'ميكانيكيه', // mechanical, and a mechanic
  'قابله', // a midwife, and "able"
  'مولده', // a midwife, and a generator
])

/** The form in which words are compared. Words such as "de" do not count: "agent de sécurité" is "agent sécurité". */
function toForm(word: string): string {
  if (dropStopWords([word]).length === 0) return ''
  const bare = removeArticle(word)
  return OWN_FORMS.has(bare) ? bare : findRoot(word)
}

function* listNames(): Generator<[name: string, key?: string]> {
  for (const { key, fr, en, ar } of occupations) for (const name of [...fr, ...en, ...ar]) yield [name, toKindKey(key)]
  for (const name of hidingPhrases) yield [name]
}

const phrases = createPhrases(toForm, listNames())

const generalKeys = new Map(occupations.map(({ key, kindOf }) => [toKindKey(key), kindOf.map(toKindKey)]))

/** Adds to a key those of the more general occupations. */
const addGeneral = (key: string): string[] => [key, ...(generalKeys.get(key) ?? []).flatMap(addGeneral)]

/** Signs between two names of a title, such as those of "Comptable – Rabat". A phrase does not go across them. */
const PARTS = /[,;:|–—]|\s[-/]\s/

/** Lists the keys of the occupations that a job's title names, and of those that are more general: `%head-nurse`, `%nurse`. */
export function listKindKeys(title: string): string[] {
  const named = title.split(PARTS).flatMap((part) => findPhrases(splitText(part), phrases).flat())
  return [...new Set(named.flatMap(addGeneral))]
}

const kinds = new Map(occupations.map((occupation) => [toKindKey(occupation.key), occupation]))

/** The usual name in a language of the first occupation that a title names. Undefined if it names none. */
export function nameKind(title: string, locale: Locale): string | undefined {
  const [key = ''] = listKindKeys(title)
  return kinds.get(key)?.[locale][0]
}

/** Lists for each word of a search the keys of the occupations that it names, alone or with the words beside it. */
export const findKindKeys = (words: readonly string[]): string[][] => findPhrases(words, phrases)
