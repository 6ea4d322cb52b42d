import { Locale } from '@boardwalk/schema/company'
import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

const allWords: Record<Locale, Words> = { en, fr, ar }

type Text = string | ((...args: never[]) => string)
interface Texts {
  [name: string]: Text | Texts
}

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
// The cast holds because a list of texts has numbers for names.
const list = (locale: Locale, give: (index: number) => number) => listTexts(allWords[locale] as unknown as Texts, give)

/** Whether there are more is given as yes or no, and said in words. */
const yesOrNo = '.retention.wouldErase'

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

/** The texts whose words depend on a count. */
function _listCounting(locale: Locale): string[] {
  const [one, two] = [1, 2].map((count) =>
    list(locale, () => count).map(([path, text]) => ({ path, words: text.replaceAll(String(count), '#') })),
  )
  return (one ?? []).filter(({ words }, index) => words !== two?.[index]?.words).map(({ path }) => path)
}

test.each(Locale.options)('no two things that are told apart have the same name in %s', (locale) => {
  const { shell, errors, keys, jobs, applications, find, activity, company } = allWords[locale]
  const tables = {
    pages: shell.pages,
    colours: shell.colourSchemes,
    errors: errors.byCode,
    scopes: keys.scope,
    statusesOfJobs: jobs.statuses,
    externalIds: jobs.externalIds,
    sections: jobs.sections,
    statuses: applications.statuses,
    places: find.places,
    explained: find.explained,
    outcomes: find.outcomes,
    attentions: applications.attentions,
    reasons: find.reasons,
    actions: activity.actions,
    details: activity.detail,
    fields: company.fields,
  }
  for (const [table, names] of Object.entries(tables)) {
    const texts = Object.values(names)
    expect([table, texts]).toEqual([table, [...new Set(texts)]])
  }
})

test('every text in Arabic is Arabic', () => {
  const texts = list('ar', (index) => 3 + index).map(([, text]) => text)
  expect(texts.filter((text) => /\p{L}/u.test(text) && !/\p{Script=Arabic}/u.test(text))).toEqual([])
})
