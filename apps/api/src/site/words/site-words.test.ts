import { Locale } from '@boardwalk/schema/company'
import { expect, test } from 'vitest'
import { alertPageWords } from '../../part/alert/page-words.ts'
import { reportWords } from '../../part/report/words.ts'
import { siteWords } from './site-words.ts'

type Text = string | ((...args: never[]) => string)
type Texts = { [name: string]: Text | Texts }

/** Lists the texts of an object by their paths. Each function gets numbers for its arguments that are easy to find. */
function listTexts(texts: Texts, path = ''): [path: string, text: string, args: number][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string, number][] => {
    if (typeof text === 'object') return listTexts(text, `${path}.${name}`)
    if (typeof text === 'string') return [[`${path}.${name}`, text, 0]]
    const args = Array.from({ length: text.length }, (_, index) => 701 + index)
    // The casts hold because every text takes numbers, or texts that it only repeats.
    return [[`${path}.${name}`, text(...(args as never[])), args.length]]
  })
}
const all = (locale: Locale) => {
  const words = { site: siteWords[locale], alerts: alertPageWords[locale], report: reportWords[locale] }
  return listTexts(words as unknown as Texts)
}

test('every text says all that it is given, and is given the same in every language', () => {
  const inFrench = new Map(all('fr').map(([path, , args]) => [path, args]))
  for (const locale of Locale.options)
    for (const [path, text, args] of all(locale)) {
      const said = Array.from({ length: args }, (_, at) => text.includes(String(701 + at)))
      expect(said, path).toEqual(said.map(() => true))
      // French says "the company" above its description, and Arabic has its own way to write a range.
      if (!['.site.about', '.site.amounts.range'].includes(path))
        expect([locale, path, args]).toEqual([locale, path, inFrench.get(path)])
    }
})

test('a number of jobs or minutes has the word that follows it', () => {
  const rows: [Locale, number, string, string][] = [
    ['fr', 1, '1 offre d’emploi', 'Réessayez dans 1 minute.'],
    ['fr', 2, '2 offres d’emploi', 'Réessayez dans 2 minutes.'],
    ['ar', 0, 'لا عروض عمل', 'أعد المحاولة بعد 0 دقيقة.'],
    ['ar', 1, 'عرض عمل واحد', 'أعد المحاولة بعد دقيقة واحدة.'],
    ['ar', 2, 'عرضا عمل', 'أعد المحاولة بعد دقيقتين.'],
    ['ar', 10, '10 عروض عمل', 'أعد المحاولة بعد 10 دقائق.'],
    ['ar', 11, '11 عرض عمل', 'أعد المحاولة بعد 11 دقيقة.'],
    ['ar', 100, '100 عرض عمل', 'أعد المحاولة بعد 100 دقيقة.'],
  ]
  for (const [locale, count, jobs, minutes] of rows) {
    const { jobCount, apply } = siteWords[locale]
    expect([jobCount(count), apply.tooMany(count)]).toEqual([jobs, expect.stringContaining(minutes)])
  }
})
