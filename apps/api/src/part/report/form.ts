import { EmailAddress } from '@boardwalk/schema/email'
import { oneOf, text } from '@boardwalk/schema/wording'
import { z } from 'zod'

/** What a visitor of the public site finds wrong with a job. */
export const ReportReason = oneOf(['FRAUD', 'DISCRIMINATION', 'NOT_REAL', 'MISLEADING', 'OTHER'])
export type ReportReason = z.infer<typeof ReportReason>

/** The maximum characters that a visitor writes about a job. */
export const REPORT_CHARACTERS_MAX = 2_000

const blank = z
  .string()
  .regex(/^\s*$/)
  .transform(() => '')

/** The form by which a visitor reports a job to the operator of the board. Fields that are left out are `""`. */
export const ReportForm = z
  .object({
    formId: z.uuid({ error: 'must be the id that came with the form' }),
    reason: ReportReason,
    text: text(REPORT_CHARACTERS_MAX)
      .transform((value) => value.trim())
      .default(''),
    /** Where the operator may answer. */
    email: z.union([blank, EmailAddress]).default(''),
  })
  .refine(({ reason, text }) => reason !== 'OTHER' || text !== '', {
    path: ['text'],
    error: 'is required with the reason OTHER',
    // Checked also if another field is wrong, so that the visitor hears of both at once.
    when: () => true,
  })
