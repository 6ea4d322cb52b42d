import { z } from 'zod'

const invalidDate = 'Invalid date format; ISO 8601 expected'
const dateTime = { offset: true, local: true }

/** A strict ISO 8601 date or date-time, UTC where it names no offset; a date alone is the day's given instant. */
const instant = (timeOfDay: string) =>
  z
    .string(invalidDate)
    // An unencoded "+" of a query string arrives as a blank.
    .transform((text) => text.replace(/ (?=\d\d:\d\d$)/, '+'))
    .pipe(
      z.union([z.iso.date(), z.iso.datetime(dateTime), z.iso.datetime({ ...dateTime, precision: -1 })], invalidDate),
    )
    .transform((text) => {
      if (!text.includes('T')) return new Date(`${text}T${timeOfDay}Z`)
      return new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
    })
    .optional()

export const CandidateFilter = z.object({
  since: instant('00:00:00.000'),
  from: instant('00:00:00.000'),
  to: instant('23:59:59.999'),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
})
export type CandidateFilter = z.infer<typeof CandidateFilter>
