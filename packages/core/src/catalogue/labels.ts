import { describePlaces } from '@boardwalk/schema/place/job-places'
import { contractTypes, educationLevels, workHours, workModes } from '@boardwalk/schema/words/job-labels'
import type { StoredJob } from '../job/job.ts'
import { findRoot } from '../text/words.ts'
import { createPhrases, findPhrases } from './phrases.ts'

/*
 * Values of a job that a card shows and that a search names in other words: its contract type, work mode, hours and education level, in
 * French, English or Arabic.
 */

/** No word begins with the first character of the key. */
const toLabelKey = (value: string): string => `=${value}`

/** The labels in all languages. No value is in two of them. */
const labels = { ...contractTypes, ...workModes, ...workHours, ...educationLevels }

/** A search for one of these finds the jobs with "BAC +5", and those with "BAC +5 et plus". */
const MASTER_NAMES = 'master, master degree, master’s degree, mastère, MBA, bac +5, باك +5, بكالوريا +5, ماستر, ماجستير'

/** What people also call the values, besides their labels. */
const OTHER_NAMES: Partial<Record<string, string>> = {
  CDI: 'permanent contract, contrat à durée indéterminée, durée indéterminée, contrat indéterminé, عقد دائم, عقد غير محدد',
  CDD: 'fixed-term contract, contrat à durée déterminée, durée déterminée, contrat déterminé, عقد مؤقت',
  Stage: 'stagiaire, intern, PFE, متدرب, فترة تدريب',
  Alternance:
    'alternant, apprentissage, apprenti, apprenticeship, apprentice, contrat de professionnalisation, تدرج مهني',
  Freelance: 'freelancer, free-lance, auto-entrepreneur, self-employed, عمل مستقل, فريلانس, مقاول ذاتي',
  VIE: 'volontariat international, volontariat international en entreprise',
  REMOTE:
    'télétravail, distanciel, full remote, travail à domicile, work from home, home office, العمل عن بعد, العمل من المنزل, من المنزل',
  HYBRID: 'télétravail partiel, هجين',
  ONSITE: 'présentiel, onsite, حضوري',
  FULL_TIME: 'plein temps, temps complet, fulltime, كامل الدوام, بدوام كامل, وقت كامل',
  PART_TIME: 'mi-temps, parttime, half-time, بدوام جزئي, نصف دوام, وقت جزئي',
  'Niveau BAC': 'مستوى الباكالوريا, مستوى باك',
  BAC: 'baccalauréat, bac pro, high school diploma, باكالوريا, باك',
  'BAC +1': 'باك +1, بكالوريا +1',
  'BAC +1/2': 'bac +1, bac +2, DUT, BTS, DEUG, باك +1, باك +2, بكالوريا +1, بكالوريا +2',
  'BAC +3/4': `bac +3, bac +4, licence, licence professionnelle, bachelor, bachelor degree, bachelor’s degree,
    باك +3, باك +4, بكالوريا +3, بكالوريا +4, إجازة, بكالوريوس`,
  'BAC +5': MASTER_NAMES,
  'BAC +5 et plus': `${MASTER_NAMES}, bac +8, doctorat, PhD, باك +8, دكتوراه`,
}

/** No search means these labels: "other" is a word of many searches. */
const UNNAMED = new Set(['Autre', 'Non défini'])

/** Phrases that name no value although a shorter name is in them. */
const HIDING_PHRASES =
  'assurance vie, auxiliaire de vie, sciences de la vie, vie scolaire, scrum master, master data, secondary school teacher'

const splitNames = (names: string): string[] => names.split(/,\s+/)

/** Lists the names of the values. A label such as "Permanent (CDI)" has two. */
function* listNames(): Generator<[name: string, key?: string]> {
  for (const [value, translations] of Object.entries(labels)) {
    if (UNNAMED.has(value)) continue
    const names = Object.values(translations).flatMap((label) => label.split(/[()]/))
    for (const name of [...names, ...splitNames(OTHER_NAMES[value] ?? '')])
      if (name.trim() !== '') yield [name, toLabelKey(value)]
  }
  for (const name of splitNames(HIDING_PHRASES)) yield [name]
}

/** The form in which words are compared. "bac+5" has the words "bac+" and "5". */
const toForm = (word: string): string => findRoot(word.replace(/\+$/, ''))

const phrases = createPhrases(toForm, listNames())

/** Lists the keys of a job's contract type, work mode, hours and education level. */
export function listLabelKeys({ fields, terms }: Pick<StoredJob, 'fields' | 'terms'>): string[] {
  const values = [fields.contractType, describePlaces(fields).workMode, terms.hours, fields.educationLevel]
  return values
    .flatMap((value) => value ?? [])
    .filter((value) => !UNNAMED.has(value))
    .map(toLabelKey)
}

/** Lists for each word of a search the keys of the values that it names, alone or with the words beside it. */
export const findLabelKeys = (words: readonly string[]): string[][] => findPhrases(words, phrases)
