import { Locale } from '@boardwalk/schema/company'
import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { jobStatuses } from '@boardwalk/schema/words/job-labels'
import { expect, test } from 'vitest'
import { auditWords } from './activity/audit-words.ts'
import { findWords } from './application/find-words.ts'
import { applicationWords } from './application/words.ts'
import { companyWords } from './company/words.ts'
import { jobWords } from './job/words.ts'
import { keyWords } from './key/words.ts'
import { errorWords } from './part/error-words.ts'
import { commonWords } from './part/words.ts'
import { shellWords } from './shell/words.ts'

type Text = string | ((...args: never[]) => string)
interface Texts {
  [name: string]: Text | Texts
}

/** What the files of words export: the words of a feature in each language. */
const files = import.meta.glob<Record<string, Record<Locale, Texts>>>('./*/*words.ts', { eager: true })

/** Lists the texts of a language by their paths. `give` makes the value of each argument of a text, from 0. */
function listTexts(
  texts: Texts,
  give: (index: number) => number,
  path = '',
): [path: string, text: string, args: number][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string, number][] => {
    const here = `${path}.${name}`
    if (typeof text === 'object') return listTexts(text, give, here)
    if (typeof text === 'string') return [[here, text, 0]]
    const args = Array.from({ length: text.length }, (_, index) => give(index))
    // The cast holds because every text takes numbers, or texts that it only repeats.
    return [[here, text(...(args as never[])), args.length]]
  })
}
const list = (locale: Locale, give: (index: number) => number) =>
  Object.values(files).flatMap((exported) =>
    Object.entries(exported).flatMap(([name, words]) => listTexts(words[locale], give, name)),
  )

/** Whether there are more is given as yes or no, and said in words. */
const yesOrNo = 'periodWords.retention.wouldErase'

test.each(Locale.options)(
  'every text in %s says all that it is given, in the order of the other languages',
  (locale) => {
    // In Arabic these have the forms “few”, “many” and “other”.
    for (const first of [3, 13, 701])
      for (const [path, text, args] of list(locale, (index) => first + index)) {
        const places = Array.from({ length: path === yesOrNo ? 1 : args }, (_, index) =>
          text.indexOf(String(first + index)),
        )
        expect({ path, text, isSaid: !places.includes(-1) }).toEqual({ path, text, isSaid: true })
        // So a translation that swaps two numbers is noticed.
        expect({ path, text, places }).toEqual({ path, text, places: places.toSorted((a, b) => a - b) })
      }
  },
)

test.each(Locale.options)('a text in %s with a count of one or two says it as a number or in words', (locale) => {
  for (const count of [1, 2])
    for (const [path, text, args] of list(locale, () => count)) {
      if (args === 0) continue
      const hasNumber = text.includes(String(count))
      // Only Arabic has words for it.
      expect({ path, text, isSaid: hasNumber || locale === 'ar' }).toEqual({ path, text, isSaid: true })
      expect(text).not.toContain('#')
    }
})

test.each(Locale.options)('no two things that are told apart have the same name in %s', (locale) => {
  const inLanguage = (labels: Record<string, Record<Locale, string>>) =>
    Object.values(labels).map((label) => label[locale])
  const find = findWords[locale]
  const tables = {
    pages: commonWords[locale].pageNames,
    colours: shellWords[locale].colourSchemes,
    errors: errorWords[locale].byCode,
    scopes: keyWords[locale].scope,
    statusesOfJobs: inLanguage(jobStatuses),
    externalIds: jobWords[locale].externalIds,
    sections: jobWords[locale].sections,
    statuses: inLanguage(applicationStatuses),
    places: find.places,
    explained: find.explained,
    outcomes: find.outcomes,
    attentions: applicationWords[locale].attentions,
    reasons: find.reasons,
    actions: auditWords[locale].actions,
    details: auditWords[locale].details,
    fields: companyWords[locale].fields,
  }
  for (const [table, names] of Object.entries(tables)) {
    const texts = Object.values(names)
    expect([table, texts]).toEqual([table, [...new Set(texts)]])
  }
})

test('every text in Arabic is Arabic', () => {
  const texts = list('ar', (index) => 3 + index).map(([, text]) => text)
  expect(texts).not.toEqual([])
  expect(texts.filter((text) => /\p{L}/u.test(text) && !/\p{Script=Arabic}/u.test(text))).toEqual([])
})
