import type { Locale } from '@boardwalk/schema/company'
import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import { toPlainText } from './html.ts'

/** Of each text, only this many characters of HTML are read. */
const TEXT_CHARACTERS_MAX = 4_000
/** A text with fewer of these words may only quote them. */
const COMMON_WORDS_MIN = 2
/** A text in two languages, such as a French advert with an English summary, has no language of its own. */
const LEAD_MIN = 2

/**
 * Frequent words of a language that no other language of the board has, and that are rare in the other languages of
 * adverts: "de", "la" and "en" are Spanish too, "of" and "we" are Dutch.
 */
const COMMON_WORDS = {
  fr: 'au aux avec ce cette chez dans des du elle est et ils le les leur leurs notre nous ou par pour sont sur une vos votre vous',
  en: 'an and are by for from have join looking our that the this to who will with you your',
} satisfies Partial<Record<Locale, string>>

const languages = new Map(
  (['fr', 'en'] as const).flatMap((locale) => COMMON_WORDS[locale].split(' ').map((word) => [word, locale])),
)

/**
 * Finds the language that the title and the texts of a job are written in: by the Arabic script, else by common words of
 * French and English. Undefined if that does not tell, or if there is a title only, which may be in any language.
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
