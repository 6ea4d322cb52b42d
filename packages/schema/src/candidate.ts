import { z } from 'zod'
import { ApplicationStatus } from './application.ts'
import { ExternalId } from './external-id.ts'
import { isoInstant } from './iso-date.ts'
import { Page, PageSize } from './page.ts'

/** One application to a job, as the integration API shows it. What the applicant left out is `""`. */
export const Candidate = z
  .object({
    id: z
      .string()
      .describe('Application id on the board.')
      .meta({ examples: ['5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93'] }),
    jobBoardId: z
      .string()
      .describe('Reference of this job board.')
      .meta({ examples: ['boardwalk'] }),
    status: ApplicationStatus.describe(
      'How far the company is with the application, as its administrators say; a new one is `PENDING`.',
    ).meta({ examples: ['PENDING'] }),
    companyId: z
      .string()
      .describe('The caller’s company id on the board.')
      .meta({ examples: ['cmp_8k2m4p6q8s0t2v4x6z8b'] }),
    firstName: z
      .string()
      .describe('First name.')
      .meta({ examples: ['Salma'] }),
    lastName: z
      .string()
      .describe('Last name.')
      .meta({ examples: ['Bennani'] }),
    email: z
      .string()
      .describe('E-mail address.')
      .meta({ examples: ['salma.bennani@example.com'] }),
    phone: z
      .string()
      .describe('Telephone number.')
      .meta({ examples: ['+212 600 000 000'] }),
    cv: z
      .string()
      .describe(
        'URL of the resume (PDF); `""` where there is none. It needs no key and works for 7 days from the answer that carries it.',
      )
      .meta({
        examples: ['http://127.0.0.1:3000/cv/cmp_8k2m4p6q8s0t2v4x6z8b/5f0c1e8a.pdf?expires=1795000000&signature=mZ0'],
      }),
    linkedinUrl: z
      .string()
      .describe('URL of the professional-network profile.')
      .meta({ examples: ['https://www.linkedin.com/in/salma-bennani'] }),
    offerId: z
      .string()
      .describe('The caller’s external id of the job, as it is now; `""` for a board job that has none yet.')
      .meta({ examples: ['ATL-2026-0001'] }),
    date: z
      .string()
      .describe('When the application was accepted: ISO 8601 in UTC with milliseconds, unique in a company.')
      .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] }),
    message: z
      .string()
      .describe('Cover message.')
      .meta({ examples: ['Disponible dès le mois prochain.'] }),
  })
  .meta({
    id: 'Candidate',
    description:
      'One application to a job. What the applicant left out is `""`. Once a person’s data is erased on request, their application stays in the list with its `id`, `offerId`, `date` and `status`, and all that the person sent, `firstName`, `lastName` and `email` too, is `""`: erase your copy.',
  })
export type Candidate = z.infer<typeof Candidate>

const form = 'An ISO 8601 date, or date-time with `Z` or an offset (UTC without one).'

const range = {
  // Described before `optional()`: the OpenAPI generator takes a parameter out of that.
  since: isoInstant('since')
    .describe(`Only applications after this instant. \`from\` with an exclusive bound; wins over \`from\`. ${form}`)
    .optional(),
  from: isoInstant('from', { roundUp: true })
    .describe(`Only applications at or after this instant; of a date, the whole day. ${form}`)
    .optional(),
  to: isoInstant('to', { dayEnd: true })
    .describe(`Only applications at or before this instant; of a date, the whole day. ${form}`)
    .optional(),
  page: Page,
  pageSize: PageSize,
}

/** Which of a company's candidates are asked for, and which page of them. */
export const CandidateFilter = z.object(range)
export type CandidateFilter = z.infer<typeof CandidateFilter>

/** The same for one job. */
export const JobCandidateFilter = z.object({ externalJobId: ExternalId, ...range })
export type JobCandidateFilter = z.infer<typeof JobCandidateFilter>

/** One page of candidates, ascending by `date`, and how many match in all. */
export const CandidateList = z
  .object({
    candidates: z.array(Candidate),
    total: z.int().min(0).describe('How many candidates match, over all pages.'),
    error: z.null(),
  })
  .meta({ id: 'CandidateList' })
export type CandidateList = z.infer<typeof CandidateList>
