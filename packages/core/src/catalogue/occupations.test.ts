import { expect, test } from 'vitest'
import { dropStopWords, splitText } from '../text/words.ts'
import fixture from './fixture/kinds.json' with { type: 'json' }
import { findKindKeys, listKindKeys } from './kinds.ts'
import { hidingPhrases, type Occupation, occupations } from './occupations.ts'

const listNames = ({ fr, en, ar }: Occupation): string[] => [...fr, ...en, ...ar]

/** Lists the keys of each word of a search that counts. */
function findKeys(search: string): string[][] {
  const words = splitText(search)
  return findKindKeys(words).filter((_, index) => dropStopWords(words.slice(index, index + 1)).length > 0)
}

const listAllKeys = (search: string): string[] => [...new Set(findKeys(search).flat())]

test('an occupation has names in each language, and those above it are in the table', () => {
  const keys = occupations.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { key, kindOf, fr, en, ar } of occupations) {
    expect([key, Math.min(fr.length, en.length, ar.length) > 0]).toEqual([key, true])
    expect([key, kindOf.filter((general) => !keys.includes(general))]).toEqual([key, []])
    const arabic = [...fr, ...en, ...ar].filter((name) => /\p{Script=Arabic}/u.test(name))
    expect([key, arabic]).toEqual([key, ar])
  }
})

test('each name finds its occupation, and no other but those that share it on purpose', () => {
  const shared = new Map<string, string[]>()
  for (const occupation of occupations)
    for (const name of listNames(occupation)) {
      const found = findKeys(name)
      expect([name, found.every((keys) => keys.includes(`%${occupation.key}`))]).toEqual([name, true])
      expect([name, found.length <= 4]).toEqual([name, true])
      expect([name, listKindKeys(name).includes(`%${occupation.key}`)]).toEqual([name, true])
      const keys = listAllKeys(name)
      if (keys.length > 1) shared.set(name, keys)
    }
  const ofDevelopers = ['%developer', '%software-engineer']
  expect(Object.fromEntries(shared)).toEqual({
    'ingénieur logiciel': ofDevelopers,
    'ingénieur développement': ofDevelopers,
    'ingénieur développement logiciel': ofDevelopers,
    'ingénieur études et développement': ofDevelopers,
    'software engineer': ofDevelopers,
    'مهندس برمجيات': ofDevelopers,
    automaticien: ['%automation-engineer', '%automation-technician'],
    'مربية أطفال': ['%preschool-teacher', '%nanny'],
    housekeeper: ['%room-attendant', '%domestic-worker'],
    'femme de ménage': ['%cleaner', '%domestic-worker'],
    'employé de ménage': ['%cleaner', '%domestic-worker'],
    'منظفة منازل': ['%cleaner', '%domestic-worker'],
  })
})

/** Lists each search of a part of the fixture with each of its titles. */
const listPairs = (part: Record<string, Record<string, string[]>>): [search: string, title: string][] =>
  Object.values(part).flatMap((searches) =>
    Object.entries(searches).flatMap(([search, titles]) => titles.map((title): [string, string] => [search, title])),
  )

test('a search finds a title that names the occupation in another language, by a synonym or as a special kind', () => {
  for (const [search, title] of listPairs(fixture.found)) {
    const keys = listKindKeys(title)
    const isFound = findKeys(search).every((found) => found.some((key) => keys.includes(key)))
    expect([search, title, isFound]).toEqual([search, title, true])
  }
})

test('a search does not find the title of another occupation, although they share words', () => {
  for (const [search, title] of listPairs(fixture.notFound)) {
    const keys = listKindKeys(title)
    const inCommon = listAllKeys(search).filter((key) => keys.includes(key))
    expect([search, title, inCommon]).toEqual([search, title, []])
  }
})

test('words beside each other name an occupation, and others of the search name none', () => {
  expect(findKindKeys(splitText('agent de sécurité confirmé Rabat'))).toEqual([
    ['%security-guard'],
    [],
    ['%security-guard'],
    [],
    [],
  ])
  // The longer name hides the shorter one, and the search does not look for more general occupations.
  expect(listAllKeys('aide comptable')).toEqual(['%accounting-assistant'])
})

test('a phrase that hides a name names nothing, and has a shorter name in it', () => {
  for (const phrase of hidingPhrases) {
    const words = dropStopWords(splitText(phrase))
    const parts = words.flatMap((_, first) => words.map((_, last) => words.slice(first, last + 1).join(' ')))
    const names = parts.filter((part) => part !== '' && listAllKeys(part).length > 0)
    expect([phrase, listAllKeys(phrase), names.length > 0]).toEqual([phrase, [], true])
  }
})
