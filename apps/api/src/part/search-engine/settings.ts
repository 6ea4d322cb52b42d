import { mustBe } from '@boardwalk/schema/wording'
import { z } from 'zod'
import type { PartSettings } from '../../part.ts'
import type { Send } from './engine.ts'
import { ServiceAccountFile } from './service-account.ts'

const variables = {
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, mustBe('8 to 128 letters, digits or -'))
    .optional(),
  GOOGLE_INDEXING_CREDENTIALS: ServiceAccountFile.optional(),
}
type Variables = z.infer<z.ZodObject<typeof variables>>

/** Each variable turns an engine on. */
export interface SearchEngineSettings extends Variables {
  /** How search engines are reached. Default: `fetch`. */
  send?: Send
}

export const settings = {
  variables,
  check: ({ INDEXNOW_KEY, GOOGLE_INDEXING_CREDENTIALS }: Variables, { publicUrl }) =>
    publicUrl === undefined && (INDEXNOW_KEY ?? GOOGLE_INDEXING_CREDENTIALS) !== undefined
      ? 'PUBLIC_URL must be set too: INDEXNOW_KEY and GOOGLE_INDEXING_CREDENTIALS tell search engines addresses that begin with it'
      : undefined,
} satisfies PartSettings
