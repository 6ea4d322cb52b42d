import { expect, it } from 'vitest'
import { hasFewTags } from './html.ts'
import { HTML_TAGS_MAX } from './limits.ts'

it('a field of HTML may have 5,000 tags, and not one more', () => {
  expect([HTML_TAGS_MAX, HTML_TAGS_MAX + 1].map((count) => hasFewTags('<'.repeat(count)))).toEqual([true, false])
  expect(HTML_TAGS_MAX).toBe(5_000)
})
