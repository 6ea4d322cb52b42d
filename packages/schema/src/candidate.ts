import { z } from 'zod'
import { ApplicationStatus } from './application.ts'
import { NoError } from './error.ts'
import { dateForm, isoInstant } from './iso-date.ts'
import { ExternalId } from './job.ts'
import { limits } from './limits.ts'
import { Page, PageSize } from './page.ts'
import { Answer } from './questions.ts'
import { mustBe, oneOf } from './wording.ts'

/** Who set the status of an application. */
export const StatusChanger = z.enum(['api', 'back_office', 'applicant'])
export type StatusChanger = z.infer<typeof StatusChanger>

/** One application to a job, as the integration API shows it. Fields that the applicant left out are `""`. */
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
      'How far the company is with the application. Its users set it in the back office. A new application is `PENDING`, and one that the applicant has withdrawn is `WITHDRAWN`.',
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
      .describe('E-mail address. An international domain is in ASCII (`xn--…`), as browsers send it.')
      .meta({ examples: ['salma.bennani@example.com'] }),
    phone: z
      .string()
      .describe('Telephone number.')
      .meta({ examples: ['+212 600 000 000'] }),
    cv: z
      .string()
      .describe(
        'URL of the resume, or `""` if there is none. The path ends with the type of the file: `.pdf`, and on a board that takes them `.docx` or `.odt`. It needs no key and works for 7 days after the answer. Its host is the board’s public address, which may be another than the one that you call. It leads to this file or an error: 403 `cv_link_invalid` after the 7 days, 410 `application_erased` if the person was erased. Ask with `Accept: application/json`, or you get these errors as a page.',
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
      .describe('The current external id of the job, or `""` for a board job without one.')
      .meta({ examples: ['ATL-2026-0001'] }),
    jobId: z
      .int()
      .describe('The board’s id of the job. It never changes.')
      .meta({ examples: [42] }),
    jobTitle: z
      .string()
      .describe('The current title of the job.')
      .meta({ examples: ['Développeuse TypeScript'] }),
    date: z
      .string()
      .describe('When the board accepted the application: ISO 8601 in UTC with milliseconds. Unique in a company.')
      .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] }),
    message: z
      .string()
      .describe('Cover message.')
      .meta({ examples: ['Disponible dès le mois prochain.'] }),
    answers: z
      .array(Answer)
      .optional()
      .describe('The answers to the questions of the job (`boardwalk.questions`). Absent if the person answered none.')
      .meta({ examples: [[{ id: 'permit', label: 'Avez-vous le permis B ?', value: 'yes' }]] }),
    statusChangedBy: StatusChanger.describe(
      'Who set the status: `api` (a caller with a key), `back_office` (a user), or `applicant` (the application is new, or the applicant has withdrawn it).',
    ).meta({ examples: ['applicant'] }),
    statusChangedAt: z
      .string()
      .describe('When the status was set: ISO 8601 in UTC. It may be the time that a caller sent as `at`.')
      .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] }),
    confirmation: z
      .enum(['refused'])
      .optional()
      .describe(
        'Present and `refused` if the mail server said that the mailbox of `email` does not exist, so the candidate got no confirmation. The address may have a typing error: try the telephone.',
      )
      .meta({ examples: ['refused'] }),
    erasedAt: z
      .string()
      .nullable()
      .describe('When the data of the person was erased: ISO 8601 in UTC. Null if it was not. Erase your copy, too.')
      .meta({ format: 'date-time', examples: [null] }),
    changedAt: z
      .string()
      .describe(
        'The position of the last change (new, status, confirmation or erased) in the order of the company’s dates: ISO 8601 in UTC with milliseconds. No other candidate of the company has this instant as its `date` or `changedAt`.',
      )
      .meta({ format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] }),
  })
  .meta({
    id: 'Candidate',
    description:
      'One application to a job. Fields that the applicant left out are `""`. If a person’s data is erased on request, the application stays in the list with its `id`, `offerId`, `jobId`, `jobTitle`, `date` and `status`. All that the person sent, including `firstName`, `lastName` and `email`, is then `""`, and `erasedAt` says when: erase your copy.',
  })
export type Candidate = z.infer<typeof Candidate>

// The descriptions are before `optional()`, because the OpenAPI generator removes `optional()` and all that follows it.
const flag = (description: string) =>
  oneOf(['true', 'false'])
    .transform((value) => value === 'true')
    .describe(description)
    .meta({ override: { type: 'boolean', enum: undefined } })
    .optional()

const range = {
  since: isoInstant('since')
    .describe(
      `Only applications after this instant. Like \`from\`, but without the instant itself. If both are sent, \`since\` counts. ${dateForm}`,
    )
    .optional(),
  synced: flag(
    'True says that `since` came from this board: it is the `x-synced-through` of an answer to this company, the `date` or `changedAt` of one of its candidates, or `1970-01-01`, the beginning. The board then answers without a write, and `x-synced-through` stays the same until something comes. With any other `since`, such as a time of your own clock, leave it out: you would miss candidates. Goes with `since` only. An older board ignores it.',
  ),
  from: isoInstant('from', { roundUp: true })
    .describe(`Only applications at or after this instant. A date means the start of that day. ${dateForm}`)
    .optional(),
  to: isoInstant('to', { dayEnd: true })
    .describe(`Only applications at or before this instant. A date means the end of that day. ${dateForm}`)
    .optional(),
  wait: z
    .int(mustBe(`a whole number from 0 to ${limits.waitSeconds}`))
    .min(0, mustBe(`a whole number from 0 to ${limits.waitSeconds}`))
    .max(limits.waitSeconds, mustBe(`a whole number from 0 to ${limits.waitSeconds}`))
    .describe(
      `Seconds to wait for a candidate if there is none, at most ${limits.waitSeconds}. The answer comes as soon as there is one, or when the time is over. Its header \`x-waited\` says how long the board waited.`,
    )
    .optional(),
  page: Page,
  pageSize: PageSize,
}

/** Selects candidates of a company, and one page of them. */
export const CandidateFilter = z.object({
  ...range,
  changes: flag(
    'If true, the list has, besides new candidates, also those whose `status` or `confirmation` was changed or whose data was erased after `since`, all in the order in which that happened. A candidate whose `date` is not after `since` comes at its `changedAt`. Goes on from `since` only: without `from`, `to`, `changedSince` and later pages.',
  ),
  changedSince: isoInstant('changedSince')
    .describe(
      `Only candidates whose \`status\`, \`confirmation\` or \`offerId\` was changed after this instant, or whose data was erased after it. ${dateForm}`,
    )
    .optional(),
})
export type CandidateFilter = z.infer<typeof CandidateFilter>

/** Selects candidates of one job, and one page of them. */
export const JobCandidateFilter = z.object({ externalJobId: ExternalId, ...range })
export type JobCandidateFilter = z.infer<typeof JobCandidateFilter>

/** One page of candidates by ascending `date`, and the number of matches on all pages. */
export const CandidateList = z
  .object({
    candidates: z.array(Candidate),
    total: z.int().min(0).describe('How many candidates match, over all pages.'),
    error: NoError,
  })
  .meta({ id: 'CandidateList' })
export type CandidateList = z.infer<typeof CandidateList>
