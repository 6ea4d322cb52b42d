import type { z } from 'zod'
import { list, oneOf, visibleName } from './wording.ts'

/** What a key may do: `read` fetches candidates and jobs; `write` creates, updates, unpublishes and links jobs. */
export const Scope = oneOf(['read', 'write'])
export type Scope = z.infer<typeof Scope>

export const Scopes = list(Scope, 'a list of scopes')
  .min(1, { error: 'must name at least one of read, write' })
  .transform((scopes) => [...new Set(scopes)].sort())

/** The name that a company gives a key, to say what the key is for. */
export const KeyName = visibleName(100)
