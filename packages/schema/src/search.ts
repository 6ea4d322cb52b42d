import { SEARCH_CHARACTERS_MAX } from './field-limits.ts'
import { text } from './wording.ts'

/**
 * What somebody types to find a row: all of its words must be in it, whatever their case and accents. A control character
 * ends a word, as a space does: MongoDB refuses a pattern with the null character.
 */
export const SearchText = text(SEARCH_CHARACTERS_MAX)
  .transform((typed) => typed.split(/[\s\p{Cc}]+/u).filter((word) => word !== ''))
  .default([])
