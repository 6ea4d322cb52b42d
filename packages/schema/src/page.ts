import { z } from 'zod'
import { limits, SEARCH_CHARACTERS_MAX } from './limits.ts'
import { mustBe, text } from './wording.ts'

/* What lists take: a page, and a search text. */

/** 1-based page number. */
export const Page = z
  .int(mustBe('a whole number from 1'))
  .min(1, mustBe('a whole number from 1'))
  .default(1)
  .describe('1-based page number.')

/** Results per page. A number out of range is refused, because a shorter page would look like the last one. */
export const PageSize = z
  .int(mustBe(`a whole number from 1 to ${limits.pageSize}`))
  .min(1, mustBe(`a whole number from 1 to ${limits.pageSize}`))
  .max(limits.pageSize, mustBe(`a whole number from 1 to ${limits.pageSize}`))
  .default(limits.pageSizeDefault)
  .describe(`Results per page, at most ${limits.pageSize}.`)

/** Selects one page of a list. Pages are numbered from 1. */
export interface Paging {
  page: number
  pageSize: number
}

/**
 * A search text, split into words. A row matches if it has all the words, in any case and with any accents. A control character
 * ends a word like a space, because MongoDB refuses a pattern with the null character.
 */
export const SearchText = text(SEARCH_CHARACTERS_MAX)
  .transform((typed) => typed.split(/[\s\p{Cc}]+/u).filter((word) => word !== ''))
  .default([])
