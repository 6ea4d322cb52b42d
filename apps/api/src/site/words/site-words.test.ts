import { Locale } from '@boardwalk/schema/company'
import { contractTypes, educationLevels, fieldLabels, languages, workModes } from '@boardwalk/schema/words/job-labels'
import { expect, test } from 'vitest'
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
const all = (locale: Locale) => listTexts(siteWords[locale] as unknown as Texts)

const tables = { fieldLabels, contractTypes, educationLevels, languages, workModes }

test.each(Locale.options)('every text in %s says all that it is given', (locale) => {
  for (const [path, text, args] of all(locale)) {
    const said = Array.from({ length: args }, (_, at) => text.includes(String(701 + at)))
    // The kind of a file is given by name, and said in words.
    expect(said, path).toEqual(path === '.apply.cvNotPdf' ? [true, false] : said.map(() => true))
  }
})

test('a text is given the same in every language', () => {
  const inFrench = new Map(all('fr').map(([path, , args]) => [path, args]))
  for (const locale of ['en', 'ar'] as const) {
    const others = all(locale).filter(([path, , args]) => args !== inFrench.get(path))
    // French says "the company" above its description, and Arabic has its own way to write a range.
    expect(others.map(([path]) => path)).toEqual(locale === 'en' ? ['.about'] : ['.about', '.range'])
  }
})

test.each(Locale.options)('no two labels in %s are the same, so nobody sees one in the place of another', (locale) => {
  for (const [table, labels] of Object.entries(tables)) {
    const texts = Object.values(labels).map((translations) => translations[locale])
    expect([table, texts]).toEqual([table, [...new Set(texts)]])
  }
  const texts = all(locale).map(([, text]) => text)
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('every text in Arabic is Arabic, but for two words that programs read', () => {
  const texts = [
    ...all('ar').map(([, text]) => text),
    ...Object.values(tables).flatMap((table) => Object.values(table).map(({ ar }) => ar)),
  ]
  expect(texts.filter((text) => !/\p{Script=Arabic}/u.test(text))).toEqual(['ar_AR', 'name'])
})

test('no text in English is the French one, but for words that both have', () => {
  const inFrench = new Map(all('fr').map(([path, text]) => [path, text]))
  const same = all('en').filter(([path, text]) => inFrench.get(path) === text)
  // A program reads the second one.
  const alike = ['.pages.label', '.currencyDisplay', '.apply.fields.message.label', '.apply.fields.cv.label']
  expect(same.map(([path]) => path)).toEqual(alike)
})

test.each<[Locale, string, string, string, string]>([
  ['fr', '5 et plus', 'jusqu’à 5', 'Page précédente', 'Page suivante'],
  ['en', '5 or more', 'up to 5', 'Previous page', 'Next page'],
  ['ar', '5 فأكثر', 'إلى غاية 5', 'الصفحة السابقة', 'الصفحة التالية'],
])('in %s, the least is not the most, and the page before is not the next one', (locale, least, most, before, next) => {
  const { atLeast, atMost, pages } = siteWords[locale]
  expect([atLeast('5'), atMost('5'), pages.previous, pages.next]).toEqual([least, most, before, next])
})

test.each(Locale.options)('in %s, a file that is not a PDF has a name for each kind', (locale) => {
  const kinds = ['empty', 'word', 'openDocument', 'image', 'text', 'other'] as const
  const names = kinds.map((kind) => siteWords[locale].apply.cvNotPdf('', kind))
  expect(new Set(names).size).toBe(kinds.length)
  expect(names[1]).toContain('Word')
  expect(names[2]).toContain('OpenDocument')
})

test('in Arabic, what a company or an applicant wrote stays in its own direction', () => {
  const bare = all('ar').flatMap(([path, text, args]) =>
    Array.from({ length: args }, (_, at) => at).flatMap((at) =>
      text.includes(`\u2068${701 + at}\u2069`) ? [] : [`${path} ${at}`],
    ),
  )
  // They get a number, a day or the kind of a file, which the server wrote.
  expect(bare).toEqual([
    ...['.jobCount 0', '.atLeast 0', '.atMost 0', '.range 0', '.range 1', '.netPerMonth 0'],
    ...['firstName', 'lastName', 'message', 'cv'].map((field) => `.apply.fields.${field}.problem 0`),
    ...['.apply.cvHint 0', '.apply.cvTooLarge 0', '.apply.cvNotPdf 1', '.apply.appliedBefore 0', '.apply.tooMany 0'],
  ])
})

test.each<[Locale, number, string, string]>([
  ['fr', 0, '0 offre d’emploi', 'Réessayez dans 0 minute.'],
  ['fr', 1, '1 offre d’emploi', 'Réessayez dans 1 minute.'],
  ['fr', 2, '2 offres d’emploi', 'Réessayez dans 2 minutes.'],
  ['en', 1, '1 job', 'Try again in 1 minute.'],
  ['en', 2, '2 jobs', 'Try again in 2 minutes.'],
  ['ar', 0, 'لا عروض عمل', 'أعد المحاولة بعد 0 دقيقة.'],
  ['ar', 1, 'عرض عمل واحد', 'أعد المحاولة بعد دقيقة واحدة.'],
  ['ar', 2, 'عرضا عمل', 'أعد المحاولة بعد دقيقتين.'],
  ['ar', 3, '3 عروض عمل', 'أعد المحاولة بعد 3 دقائق.'],
  ['ar', 10, '10 عروض عمل', 'أعد المحاولة بعد 10 دقائق.'],
  ['ar', 11, '11 عرض عمل', 'أعد المحاولة بعد 11 دقيقة.'],
  ['ar', 100, '100 عرض عمل', 'أعد المحاولة بعد 100 دقيقة.'],
])('in %s, a number of jobs or minutes has the word that follows it: %i', (locale, count, jobs, minutes) => {
  const { jobCount, apply } = siteWords[locale]
  expect(jobCount(count)).toBe(jobs)
  expect(apply.tooMany(count)).toContain(minutes)
})
