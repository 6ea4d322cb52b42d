import { z } from 'zod'
import { COMPANY_DESCRIPTION_CHARACTERS_MAX, COMPANY_NAME_CHARACTERS_MAX } from './field-limits.ts'
import { nonBlankText, oneOf, text } from './wording.ts'

/** Languages of the public site; `ar` reads right to left. */
export const Locale = oneOf(['fr', 'en', 'ar'])
export type Locale = z.infer<typeof Locale>

export const CompanyName = nonBlankText(COMPANY_NAME_CHARACTERS_MAX)

/** The company's part of its pages' addresses. */
export const CompanySlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters and digits, in words joined by "-"' })
  .max(80, { error: 'must be at most 80 characters' })

/** What a company says of itself on its page, as plain text. */
export const CompanyDescription = text(COMPANY_DESCRIPTION_CHARACTERS_MAX)

/** The company's own site. */
export const CompanyWebsite = text(300).pipe(
  z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }),
)

/** What changes of a company's profile: absent leaves a field as it is, `null` or `""` clears an optional one. */
export const CompanyProfileChange = z.object({
  name: CompanyName.optional(),
  locale: Locale.optional(),
  description: CompanyDescription.nullish(),
  website: z.union([z.literal(''), CompanyWebsite]).nullish(),
})
export type CompanyProfileChange = z.infer<typeof CompanyProfileChange>
