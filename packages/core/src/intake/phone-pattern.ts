import { withPlainDigits } from '@boardwalk/schema/application'

/*
 * Finds telephone numbers as people type them. Applicants and users write one number in many ways: `+212 6 12 34 56 78`,
 * `00212612345678`, `+212 (0)6 12…` and `06-12-34-56-78` are the same.
 */

/** A shorter number would match nearly every telephone number. */
const DIGITS_MIN = 3
/** A telephone number has at most 15 digits, and perhaps `00` before them. */
const DIGITS_MAX = 17
const COUNTRY_DIGITS = [1, 2, 3]

/** Whether a word of a search may be a part of a telephone number. */
export const isPhonePart = (word: string): boolean =>
  /^[+\d().\-/\u2010-\u2015·]*\d[+\d().\-/\u2010-\u2015·]*$/.test(withPlainDigits(word))

/** Matches digits with any signs between them. */
const matchDigits = (digits: string) => Array.from(digits).join('\\D*')

/** Matches what comes before the country of a number. */
const ABROAD = '^\\D*(\\+\\D*|0\\D*0\\D*)'

/**
 * Makes a regular expression that finds a telephone number by its beginning or by any part of it. Undefined if the text has too few
 * digits, or too many.
 */
export function createPhonePattern(text: string): string | undefined {
  const plain = withPlainDigits(text)
  const digits = plain.replaceAll(/\D/g, '')
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return undefined
  const isAbroad = /^\D*\+/.test(plain) || digits.startsWith('00')
  const others = isAbroad ? matchFromAbroad(digits.replace(/^00/, '')) : matchFromHome(digits)
  return [matchDigits(digits), ...others].join('|')
}

/** Matches a number that was typed with its country, as other people write it. */
const matchFromAbroad = (number: string): string[] => [
  ABROAD + matchDigits(number),
  // How many digits name the country is not known.
  ...COUNTRY_DIGITS.flatMap((length) => {
    const [country, rest] = [number.slice(0, length), number.slice(length).replace(/^0/, '')]
    if (rest.length < DIGITS_MIN) return []
    const home = `0?\\D*${matchDigits(rest)}`
    return [`^\\D*${home}`, `${ABROAD}${matchDigits(country)}\\D*${home}`]
  }),
]

/** Matches a number that was typed with the zero of its own country, as people abroad write it. */
const matchFromHome = (digits: string): string[] => {
  const rest = digits.replace(/^0/, '')
  const [longest] = COUNTRY_DIGITS.slice(-1)
  return rest === digits || rest.length < DIGITS_MIN
    ? []
    : [`${ABROAD}(\\d\\D*){1,${longest}}(0\\D*)?${matchDigits(rest)}`]
}
