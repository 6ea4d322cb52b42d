import type { JobFields } from '@boardwalk/schema/job'
import type { JobTerms } from '@boardwalk/schema/terms'
import { contractTypes, educationLevels, workHours, workModes } from '@boardwalk/schema/words/job-labels'
import { expect, test } from 'vitest'
import { splitText } from '../text/words.ts'
import { findLabelKeys, listLabelKeys } from './labels.ts'

const listKeys = (fields: Partial<JobFields>, terms: JobTerms = {}): string[] =>
  listLabelKeys({ fields: { title: 'Comptable', ...fields }, terms })

/** Lists the keys that all words of a search have. */
function findKeys(search: string): string[] {
  const [first = [], ...others] = findLabelKeys(splitText(search))
  return first.filter((key) => others.every((keys) => keys.includes(key)))
}

test('a job has a key for each value that it states', () => {
  expect(
    listKeys({ contractType: 'CDI', workMode: 'HYBRID', educationLevel: 'BAC +5' }, { hours: 'PART_TIME' }),
  ).toEqual(['=CDI', '=HYBRID', '=PART_TIME', '=BAC +5'])
  expect(listKeys({ city: 'Remote' })).toEqual(['=REMOTE'])
  expect(listKeys({ contractType: 'Autre', educationLevel: 'Non défini' })).toEqual([])
  expect(listKeys({ contractType: null })).toEqual([])
})

test('a search for a label that a card shows finds the value, in each language', () => {
  for (const [value, labels] of Object.entries({ ...contractTypes, ...workModes, ...workHours, ...educationLevels }))
    for (const label of Object.values(labels)) {
      const keys = value === 'Autre' || value === 'Non défini' ? [] : [`=${value}`]
      expect([label, findKeys(label)]).toEqual([label, expect.arrayContaining(keys)])
      if (keys.length === 0) expect([label, findKeys(label)]).toEqual([label, []])
    }
})

test('a search for another name of a value finds it, and a search for something else that has the name in it does not', () => {
  const expected: Record<string, string[]> = {
    'full-time': ['=FULL_TIME'],
    'plein temps': ['=FULL_TIME'],
    'بدوام كامل': ['=FULL_TIME'],
    'mi-temps': ['=PART_TIME'],
    'part-time': ['=PART_TIME'],
    'الدوام الجزئي': ['=PART_TIME'],
    stagiaires: ['=Stage'],
    intern: ['=Stage'],
    'contrat à durée déterminée': ['=CDD'],
    'عقد محدد المدة': ['=CDD'],
    apprenti: ['=Alternance'],
    télétravail: ['=REMOTE'],
    'work from home': ['=REMOTE'],
    'العمل من المنزل': ['=REMOTE'],
    présentiel: ['=ONSITE'],
    bac: ['=BAC'],
    'niveau bac': ['=Niveau BAC'],
    'bac+2': ['=BAC +1/2'],
    'bac + 3': ['=BAC +3/4'],
    licence: ['=BAC +3/4'],
    إجازة: ['=BAC +3/4'],
    'bac+5': ['=BAC +5', '=BAC +5 et plus'],
    'bac +5 et plus': ['=BAC +5 et plus'],
    master: ['=BAC +5', '=BAC +5 et plus'],
    ماستر: ['=BAC +5', '=BAC +5 et plus'],
    doctorat: ['=BAC +5 et plus'],
  }
  for (const [search, keys] of Object.entries(expected)) expect([search, findKeys(search)]).toEqual([search, keys])
  for (const search of [
    'ingénieur',
    'scrum master',
    'assurance vie',
    'auxiliaire de vie',
    'temps réel',
    'autre',
    'partiel',
  ])
    expect([search, findLabelKeys(splitText(search)).flat()]).toEqual([search, []])
})
