import { z } from 'zod'
import { oneOf, text } from './wording.ts'

/** Languages of the public site; `ar` reads right to left. */
export const Locale = oneOf(['fr', 'en', 'ar'])
export type Locale = z.infer<typeof Locale>

export const CompanyName = text(200).refine((name) => name.trim() !== '', { error: 'must not be blank' })

/** The company's part of its pages' addresses. */
export const CompanySlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters and digits, in words joined by "-"' })
  .max(80, { error: 'must be at most 80 characters' })
