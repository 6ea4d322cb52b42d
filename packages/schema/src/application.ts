import { z } from 'zod'
import { Page, PageSize } from './page.ts'
import { SearchText } from './search.ts'
import { mustBe, oneOf, text } from './wording.ts'

/** How far the company is with an application. An administrator can change any status to any other. */
export const ApplicationStatus = oneOf(['PENDING', 'REVIEWED', 'SHORTLISTED', 'REJECTED', 'HIRED'])
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

/** A search of the back office for applications: by job, by status, or by words of the name or e-mail address. */
export const ApplicationLookup = z.object({
  jobId: z.int().optional(),
  status: ApplicationStatus.optional(),
  search: SearchText,
  page: Page,
  pageSize: PageSize,
})
export type ApplicationLookup = z.infer<typeof ApplicationLookup>

/** The largest CV that an applicant can send, in bytes. */
export const CV_BYTES_MAX = 5 * 1024 * 1024

const line = (charactersMax: number) =>
  text(charactersMax)
    .transform((value) => value.trim())
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'must be one line without control characters' })

const required = (charactersMax: number) =>
  line(charactersMax).refine((value) => value !== '', { error: 'is required' })

const emptyOr = <Schema extends z.ZodType<string, string>>(schema: Schema) => z.union([z.literal(''), schema])

/** The fields of the apply form, without the CV. Names, e-mail address and consent are required. Fields that are left out are `""`. */
export const ApplicationForm = z.object(
  {
    formId: z.uuid({ error: 'must be the id that came with the form' }),
    firstName: required(100),
    lastName: required(100),
    email: required(254).pipe(z.email({ error: 'must be an e-mail address, such as name@example.com' })),
    phone: line(50)
      .pipe(
        emptyOr(
          z.string().regex(/^\+?[\d\s().\-/]{6,}$/, { error: 'must be a telephone number, such as +212 600 000 000' }),
        ),
      )
      .default(''),
    linkedinUrl: line(300)
      .pipe(emptyOr(z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })))
      .default(''),
    message: text(5000).default(''),
    consent: z.literal('yes', {
      error: 'must be "yes": the applicant agrees that the company receives the application',
    }),
    /** `yes` if the CV came with an earlier attempt to send this form. */
    keptCv: z.enum(['', 'yes'], { error: 'must be "yes" or be left out' }).default(''),
  },
  mustBe('a form'),
)
export type ApplicationForm = z.infer<typeof ApplicationForm>
