import { SEARCH_CHARACTERS_MAX } from './field-limits.ts'
import { text } from './wording.ts'

/**
 * A search text, split into words. A row matches if it has all the words; case and accents do not matter. A control
 * character ends a word like a space, because MongoDB refuses a pattern with the null character.
 */
export const SearchText = text(SEARCH_CHARACTERS_MAX)
  .transform((typed) => typed.split(/[\s\p{Cc}]+/u).filter((word) => word !== ''))
  .default([])
