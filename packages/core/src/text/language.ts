import type { Locale } from '@boardwalk/schema/company'
import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import { toPlainText } from './html.ts'

/** The maximum characters of HTML that are read of each text. */
const TEXT_CHARACTERS_MAX = 4_000
/** A text with fewer common words may only quote them. */
const COMMON_WORDS_MIN = 2
/** One language must have this many times the common words of the other. A French advert with an English summary has neither. */
const LEAD_MIN = 2

/**
 * Frequent words that only one language has. Words of other languages of adverts are left out: "de", "la" and "en" are Spanish too,
 * "of" and "we" are Dutch.
 */
const COMMON_WORDS = {
  fr: 'au aux avec ce cette chez dans des du elle est et ils le les leur leurs notre nous ou par pour sont sur une vos votre vous',
  en: 'an and are by for from have join looking our that the this to who will with you your',
} satisfies Partial<Record<Locale, string>>

const languages = new Map(
  (['fr', 'en'] as const).flatMap((locale) => COMMON_WORDS[locale].split(' ').map((word) => [word, locale])),
)

/**
 * Finds the language of a job's title and texts, by the Arabic script or else by common words of French and English. Undefined if it
 * is unclear, or if there is only a title.
 */
export function findTextLanguage(fields: JobFields): Locale | undefined {
  const texts = HTML_FIELDS.map((name) => toPlainText(fields[name]?.slice(0, TEXT_CHARACTERS_MAX) ?? ''))
  if (texts.every((text) => text === '')) return undefined
  const words = `${fields.title} ${texts.join(' ')}`.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = { fr: 0, en: 0, arabic: 0 }
  for (const word of words) {
    const language = languages.get(word)
    if (language !== undefined) counts[language]++
    if (/\p{Script=Arabic}/u.test(word)) counts.arabic++
  }
  // Names of products and tools stay in Latin letters in an Arabic text.
  if (counts.arabic > words.length / 2) return 'ar'
  const [first, second] = counts.fr > counts.en ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
  return counts[first] >= COMMON_WORDS_MIN && counts[first] >= LEAD_MIN * counts[second] ? first : undefined
}
