import { z } from 'zod'
import { EmailAddress } from './email.ts'
import {
  COMPANY_DESCRIPTION_CHARACTERS_MAX,
  COMPANY_NAME_CHARACTERS_MAX,
  COMPANY_PRIVACY_CHARACTERS_MAX,
  PUSH_DAYS_MAX,
  RETENTION_MONTHS_MAX,
} from './limits.ts'
import { mustBe, oneOf, text, visibleName, withScheme } from './wording.ts'

/** Languages of the public site. `ar` is written from right to left. */
export const Locale = oneOf(['fr', 'en', 'ar'])
export type Locale = z.infer<typeof Locale>
/** A language in a request, by the name that it has in the document of the API. */
export const Language = Locale.meta({ id: 'Language' })

export const CompanyName = visibleName(COMPANY_NAME_CHARACTERS_MAX)

/** The company's name in the addresses of its pages. */
export const CompanySlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters and digits, in words joined by "-"' })
  .max(80, { error: 'must be at most 80 characters' })

/** The company's description on its page, as plain text. */
export const CompanyDescription = text(COMPANY_DESCRIPTION_CHARACTERS_MAX)

/** What the company says about its use of applicants' data, as plain text. Addresses in it become links. */
export const CompanyPrivacy = text(COMPANY_PRIVACY_CHARACTERS_MAX)

const currencyAccepted = mustBe('the ISO 4217 code of a currency in capital letters, such as MAD')

/** The currency of all salaries of a company, as an ISO 4217 code. */
export const CompanyCurrency = z
  .string(currencyAccepted)
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), currencyAccepted)

const HTTPS_ADDRESS = /^https:\/\/[^\s\p{Cc}/\\][^\s\p{Cc}]*$/iu

/** The company's own site, also without `https://`. Else it is stored as it was typed, so one that a browser would correct is refused. */
export const CompanyWebsite = text(300)
  .transform(withScheme)
  .refine((address) => HTTPS_ADDRESS.test(address) && URL.canParse(address), {
    error: 'must be an address that begins with https://',
  })

/** A change of a company's profile. An absent field keeps its value. `null` or `""` clears an optional field. */
export const CompanyProfileChange = z.object({
  name: CompanyName.optional(),
  locale: Locale.optional(),
  description: CompanyDescription.nullish(),
  website: z.union([z.literal(''), CompanyWebsite]).nullish(),
  privacy: CompanyPrivacy.nullish(),
  currency: z.union([z.literal(''), CompanyCurrency]).nullish(),
  contactEmail: z.union([z.literal(''), EmailAddress]).nullish(),
})
export type CompanyProfileChange = z.infer<typeof CompanyProfileChange>

const monthsAccepted = mustBe(`a whole number from 1 to ${RETENTION_MONTHS_MAX}`)

const daysAccepted = mustBe(`a whole number from 1 to ${PUSH_DAYS_MAX}`)

/** How many days a published job may go without a push of the company's ATS. Then the board unpublishes it. */
export const PushDays = z.int(daysAccepted).min(1, daysAccepted).max(PUSH_DAYS_MAX, daysAccepted)

/** How many months a company keeps applications. Then they are erased. */
export const RetentionMonths = z.int(monthsAccepted).min(1, monthsAccepted).max(RETENTION_MONTHS_MAX, monthsAccepted)
