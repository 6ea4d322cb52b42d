import { z } from 'zod'
import { mustBe } from './wording.ts'

const pageSizeMax = 100

/** 1-based page number. */
export const Page = z
  .int(mustBe('a whole number from 1'))
  .min(1, mustBe('a whole number from 1'))
  .default(1)
  .describe('1-based page number.')

/** Results per page; out of range is refused, for a clamped page would look like the last one. */
export const PageSize = z
  .int(mustBe(`a whole number from 1 to ${pageSizeMax}`))
  .min(1, mustBe(`a whole number from 1 to ${pageSizeMax}`))
  .max(pageSizeMax, mustBe(`a whole number from 1 to ${pageSizeMax}`))
  .default(50)
  .describe(`Results per page, at most ${pageSizeMax}.`)

/** One page of a list, 1-based. */
export interface Paging {
  page: number
  pageSize: number
}
