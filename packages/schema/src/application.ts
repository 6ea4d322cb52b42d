import { z } from 'zod'
import { EmailAddress } from './email.ts'
import { STATUSES_MAX } from './limits.ts'
import { Page, PageSize, SearchText } from './page.ts'
import { Answer, OPTION_CHARACTERS_MAX, QUESTION_ID_CHARACTERS_MAX } from './questions.ts'
import { findNearest, mustBe, oneOf, shownText, text, withScheme } from './wording.ts'

const STATUSES = ['PENDING', 'REVIEWED', 'SHORTLISTED', 'REJECTED', 'HIRED', 'WITHDRAWN'] as const

/** The nearest status of words that other systems have for the stages of an application. */
const NEAREST_STATUSES: Partial<Record<string, (typeof STATUSES)[number]>> = {
  NEW: 'PENDING',
  APPLIED: 'PENDING',
  INBOX: 'PENDING',
  SCREEN: 'REVIEWED',
  SCREENING: 'REVIEWED',
  CONTACTED: 'REVIEWED',
  IN_REVIEW: 'REVIEWED',
  INTERVIEW: 'SHORTLISTED',
  OFFER: 'SHORTLISTED',
  WITHDREW: 'WITHDRAWN',
  DECLINED: 'REJECTED',
  OFFER_DECLINED: 'REJECTED',
  ARCHIVED: 'REJECTED',
  NOT_SELECTED: 'REJECTED',
  DISQUALIFIED: 'REJECTED',
  ACCEPTED: 'HIRED',
  ONBOARDED: 'HIRED',
}

/** Finds the status that was probably meant, also for a word of another system. */
export function findNearestStatus(value: unknown): string | undefined {
  const nearest = findNearest(value, STATUSES)
  if (nearest !== undefined || typeof value !== 'string') return nearest
  const name = value.trim().toUpperCase()
  return NEAREST_STATUSES[name.replaceAll(/[\s-]+/g, '_')]
}

/** How far the company is with an application. A user can change any status to any other. */
export const ApplicationStatus = oneOf(STATUSES, findNearestStatus).meta({ id: 'CandidateStatus' })
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

/**
 * Why applications ask for a user's attention.
 * - `new`: they came since the user's last visit.
 * - `unanswered`: they came over 14 days ago, and their status is still PENDING.
 * - `unconfirmed`: they were erased over 7 days ago, and the ATS has not confirmed that it erased its copy.
 */
export const ApplicationAttention = oneOf(['new', 'unanswered', 'unconfirmed'])
export type ApplicationAttention = z.infer<typeof ApplicationAttention>

/** A search of the back office for applications, for example by job, by status, or by words of the name or e-mail address. */
export const ApplicationLookup = z.object({
  jobId: z.int().optional(),
  /** The id of a question of the job. Only with `jobId` and `answer`. */
  question: z.string().max(QUESTION_ID_CHARACTERS_MAX).optional(),
  /** `yes`, `no`, or an option of the question in any language: only applications with this answer. */
  answer: z.string().max(OPTION_CHARACTERS_MAX).optional(),
  status: ApplicationStatus.optional(),
  attention: ApplicationAttention.optional(),
  search: SearchText,
  /** By the date of the application. */
  order: oneOf(['ascending', 'descending']).default('descending'),
  page: Page,
  pageSize: PageSize,
})
export type ApplicationLookup = z.infer<typeof ApplicationLookup>

/** New statuses of different applications. Each names the status that the user sees, which it must still have. */
export const StatusChanges = z
  .array(z.object({ id: z.string().max(100), status: ApplicationStatus, from: ApplicationStatus }), {
    error: `must be a list of 1 to ${STATUSES_MAX} applications`,
  })
  .min(1, { error: `must be a list of 1 to ${STATUSES_MAX} applications` })
  .max(STATUSES_MAX, { error: `must be a list of 1 to ${STATUSES_MAX} applications` })
  .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, {
    error: 'must name each application once',
  })

/** The maximum characters of a note about an application. */
export const NOTE_CHARACTERS_MAX = 5000

/** What a user of the company writes about an application. */
export const NoteText = text(NOTE_CHARACTERS_MAX)
  .transform((value) => value.trim())
  .refine((value) => value !== '', { error: 'must not be empty' })

/** The largest CV that an applicant can send, in bytes. */
export const CV_BYTES_MAX = 5 * 1024 * 1024

const line = (charactersMax: number) =>
  shownText(charactersMax)
    .transform((value) => value.trim())
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'must be one line without control characters' })

const required = (charactersMax: number) =>
  line(charactersMax).refine((value) => value !== '', { error: 'is required' })

/** The first digits of the digits that people in Arabic and Persian type, and of the wide ones of East Asian keyboards. */
const DIGIT_ZEROS = [0x0660, 0x06f0, 0xff10]

/**
 * Turns Arabic, Persian and wide digits into those of ASCII, and removes the invisible characters that come with a copied number.
 */
export const withPlainDigits = (value: string) =>
  value
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .replaceAll('\uff0b', '+')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (DIGIT_ZEROS.findLast((zero) => code >= zero) ?? 0))
    })

/**
 * A telephone number as people write and copy it: six digits or more with any signs between them, and perhaps words before or after it,
 * such as `poste 12` or `tel:`. The field is optional, so a refusal costs the applicant more than a strange number would. An address of a
 * mail or of the web is no number.
 */
const PHONE_NUMBER = /^(?!.*(?:[@<>]|:\/\/|www\.)).*\d(?:[^\p{L}\d]*\d){5}/iu

const emptyOr = <Schema extends z.ZodType<string, string>>(schema: Schema) => z.union([z.literal(''), schema])

/** The fields of the apply form, without the CV. Names, e-mail address and consent are required. Fields that are left out are `""`. */
export const ApplicationForm = z.object(
  {
    formId: z.uuid({ error: 'must be the id that came with the form' }),
    firstName: required(100),
    lastName: required(100),
    email: required(254).pipe(EmailAddress),
    phone: line(50)
      .transform(withPlainDigits)
      .pipe(emptyOr(z.string().regex(PHONE_NUMBER, { error: 'must be a telephone number, such as +212 600 000 000' })))
      .default(''),
    linkedinUrl: line(300)
      .transform(withScheme)
      .pipe(
        emptyOr(
          z.url({
            protocol: /^https?$/,
            error: 'must be the address of a page, such as https://www.linkedin.com/in/name',
          }),
        ),
      )
      .default(''),
    message: text(5000).default(''),
    /** What the page of the job made of the fields with the answers. Left out if there are none. */
    answers: z.array(Answer, mustBe('a list of answers')).optional(),
    consent: z.literal('yes', {
      error: 'must be "yes": the applicant agrees that the company receives the application',
    }),
    /** `yes` if the CV came with an earlier attempt to send this form. */
    keptCv: z.enum(['', 'yes'], { error: 'must be "yes" or be left out' }).default(''),
  },
  mustBe('a form'),
)
export type ApplicationForm = z.infer<typeof ApplicationForm>

/**
 * The characters of an id that people read, say on the telephone and type: the first ones of the id of an application, or of a request that
 * failed. Two things may have the same reference; a search by it finds both, and the whole id finds one.
 */
const REFERENCE_CHARACTERS = 8

/** The reference of an application or of an error, for people. */
export const toReference = (id: string): string => id.slice(0, REFERENCE_CHARACTERS)

/** Reads a reference as people type it. Undefined for any other text, such as a whole id. */
export function readReference(typed: string): string | undefined {
  const text = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^[0-9a-f]+$/.test(text) && text.length === REFERENCE_CHARACTERS ? text : undefined
}

/** The types of files that a CV may be, each with its media type. The name of a type is the ending of a file's name. */
export const cvMimes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const
export type CvType = keyof typeof cvMimes
export const CV_TYPES = ['pdf', 'docx', 'odt'] as const satisfies readonly CvType[]

/** The fields that an applicant fills in, in their order. */
export const APPLY_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'linkedinUrl',
  'message',
  'cv',
  'consent',
] as const
export type ApplyField = (typeof APPLY_FIELDS)[number]
