import { z } from 'zod'
import { limits } from './limits.ts'
import { mustBe } from './wording.ts'

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
