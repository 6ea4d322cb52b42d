import { z } from 'zod'

/** A wrong value in a request: where it is, and what the board accepts there. */
export const Issue = z
  .object({
    path: z
      .string()
      .describe(
        'Where the value is in the request, such as `job.city.0`, `since` or `x-api-key`. In a batch, `job` or `candidate` is the one of the result.',
      ),
    message: z.string().describe('One sentence that says what is wrong with the value and what is accepted.'),
  })
  .meta({ id: 'Issue' })
export type Issue = z.infer<typeof Issue>

/** The member `error` in the body of every answer that is not a success. */
export const ApiError = z
  .object({
    message: z.string().describe('What went wrong and what to do, for a person.'),
    code: z
      .string()
      .describe(
        'A code for programs. New codes may be added at any time: a program that does not know one goes by the status.',
      ),
    requestId: z
      .string()
      .optional()
      .describe('The answer’s `x-request-id`. Give it to the board’s operator when you ask for help.'),
    issues: z
      .array(Issue)
      .optional()
      .describe(
        'Every wrong value, if the status is 400. With the code `scope_missing`, the scope that the key lacks.',
      ),
  })
  .meta({ id: 'ApiError' })
export type ApiError = z.infer<typeof ApiError>

/**
 * The member `error` of a success: null, always. Some code generators fail on a member whose only type is null, others on one with
 * `const`. So the OpenAPI document names the type that the member has in an error, too.
 */
export const NoError = z.null().meta({
  description: 'Null in a success.',
  override: { type: undefined, anyOf: [{ $ref: '#/components/schemas/ApiError' }, { type: 'null' }] },
})

interface ErrorEntry<Params extends unknown[]> {
  /** The HTTP status of the answer. */
  status: number
  /** Builds the public message. For a 5xx, nothing else about the error leaves the server. */
  message: (...params: Params) => string
}

const entry = <Params extends unknown[]>(
  status: number,
  message: (...params: Params) => string,
): ErrorEntry<Params> => ({
  status,
  message,
})

interface UnknownJob {
  externalId: string
  companyId: string
}

/** Formats a count of units, such as “1 minute”. */
const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/**
 * Why a server cannot do now what was asked, in the words of the two errors `unavailable` and `unconfirmed`. A caller needs to know only
 * which of the two it is. The names are for the operator: the log and the metrics have them.
 */
const failureReasons = {
  overloaded: 'The server is doing as much as it can',
  starting: 'The server has just started and is still reading the jobs',
  database_away: 'The database cannot be reached now',
  database_busy: 'All connections to the database are in use',
  deadline_passed: 'This took too long and was ended',
  search_away: 'The search cannot be reached now',
  clock_wrong: 'The clock of this server is wrong',
  journal_away: 'This cannot be recorded outside the database now',
} as const
export type FailureReason = keyof typeof failureReasons

interface Failure {
  reason: FailureReason
}

const unknownJob = ({ externalId, companyId }: UnknownJob) =>
  `External id ${externalId} is not associated with any job within company ${companyId}`

/** Every error that Boardwalk answers with. Only this catalogue gives an error its status. */
export const errorCatalogue = {
  invalid_request: entry(400, ({ message }: { message: string }) => message),
  password_common: entry(
    400,
    () =>
      'This password is easy to guess: it is close to a common password, a date or a row of keys. Choose several words that do not belong together',
  ),
  password_repeated: entry(
    400,
    () => 'This password repeats the same characters. Choose several words that do not belong together',
  ),
  password_personal: entry(
    400,
    () =>
      'Without your address and the names of your company and this board, the password is easy to guess. Add several words that do not belong together',
  ),
  api_key_missing: entry(401, () => 'Please provide an API key'),
  sign_in_required: entry(401, () => 'Please sign in'),
  sign_in_refused: entry(401, () => 'The e-mail address or the password is wrong'),
  code_wrong: entry(403, () => 'The code is wrong or was used before; wait for the next one'),
  password_wrong: entry(403, () => 'The password is wrong'),
  api_key_invalid: entry(403, () => 'Invalid API key'),
  scope_missing: entry(403, () => 'Insufficient permissions'),
  /** The specification demands 403, not 404, for the candidates of an unknown job. */
  candidates_forbidden: entry(403, unknownJob),
  company_suspended: entry(
    403,
    () =>
      'The operator of this board has suspended the company, so no job can be created or changed; reads, unpublishing, links, statuses and confirmations of erasures work',
  ),
  origin_refused: entry(403, () => 'This request comes from another site; open the back office and try there'),
  link_invalid: entry(
    403,
    () => 'This link has been used or has expired; ask another user of your company for a new one',
  ),
  cv_link_invalid: entry(403, () => 'This link is not valid or has expired. Fetch the candidate again for a new one.'),
  job_not_found: entry(404, unknownJob),
  job_id_not_found: entry(404, ({ jobId }: { jobId: number }) => `There is no job with the job id ${jobId}`),
  candidate_not_found: entry(404, ({ id }: { id: string }) => `The company has no candidate with the id ${id}`),
  cv_not_found: entry(404, ({ id }: { id: string }) => `The candidate with the id ${id} has sent no CV`),
  application_not_found: entry(404, ({ id }: { id: string }) => `There is no application with the id ${id}`),
  note_not_found: entry(404, () => 'There is no note of yours with this id; it may be deleted already'),
  key_not_found: entry(404, ({ id }: { id: string }) => `There is no key with the id ${id}`),
  user_not_found: entry(404, ({ who }: { who: string }) => `There is no user ${who}`),
  person_not_found: entry(404, ({ email }: { email: string }) => `There is no application with the address ${email}`),
  company_not_found: entry(404, ({ slug }: { slug: string }) => `There is no company with the slug ${slug}`),
  route_not_found: entry(
    404,
    ({ method, path }: { method: string; path: string }) =>
      `No such address: ${method} ${path}; /api/openapi.json lists those of the API`,
  ),
  page_not_found: entry(404, () => 'There is no such page'),
  method_not_allowed: entry(405, ({ allow }: { allow: string }) => `This address accepts ${allow} only`),
  company_exists: entry(
    409,
    ({ slug }: { slug: string }) => `A company with the slug ${slug} already exists; choose another`,
  ),
  user_exists: entry(409, ({ email }: { email: string }) => `There is a user ${email} already`),
  candidate_not_erased: entry(
    409,
    () =>
      'The data of this person is not erased on the board, so there is nothing to confirm; a user erases it in the back office',
  ),
  own_account: entry(409, () => 'You cannot remove yourself; another user can'),
  removed_meanwhile: entry(409, () => 'Another user is removing you at this moment, so nothing was done'),
  second_factor_on: entry(409, () => 'The second factor is on already'),
  second_factor_off: entry(409, () => 'The second factor is not on'),
  enrolment_over: entry(409, () => 'This key is no longer valid; begin again'),
  own_link: entry(409, () => 'You change your own password under “Your account”; a link is for another user'),
  key_revoked: entry(409, () => 'This key is revoked already'),
  key_replaced: entry(409, () => 'This key was replaced already; replace the new one instead'),
  job_exists: entry(
    409,
    ({ externalId }: { externalId: string }) =>
      `Job with external id ${externalId} already exists; update it with PUT instead (status PUBLISHED publishes it again)`,
  ),
  job_changed: entry(
    409,
    () => 'Another user or your ATS changed this job after you opened it; open it again and repeat your change',
  ),
  job_not_deletable: entry(
    409,
    () => 'Only a draft that was never published can be deleted, because people may have applied to the others',
  ),
  company_changed: entry(
    409,
    () => 'Another user changed the profile after you opened it; open it again and repeat your change',
  ),
  preview_outdated: entry(
    409,
    () =>
      'The texts or the people have changed after you saw them, so nothing was sent; read the mail again and send it',
  ),
  replies_changed: entry(
    409,
    () => 'Another user changed the replies after you opened them; open them again and repeat your change',
  ),
  external_id_taken: entry(
    409,
    ({ externalId, jobId }: { externalId: string; jobId: number }) =>
      `Job ${jobId} has the external id ${externalId} already; change or remove it there first`,
  ),
  applications_elsewhere: entry(
    409,
    ({ applyUrl }: { applyUrl: string }) => `Applications for this job are made on another page: ${applyUrl}`,
  ),
  job_unpublished: entry(410, () => 'This job is no longer published'),
  job_closed: entry(410, () => 'Applications for this job have closed'),
  company_withdrawn: entry(410, () => 'The operator of this board has withdrawn the pages of this company'),
  application_erased: entry(410, () => 'What this person sent was erased'),
  precondition_failed: entry(
    412,
    ({ externalId, companyId }: { externalId: string; companyId: string }) =>
      `No job was created: external id ${externalId} is not associated with any job within company ${companyId}, and the request only updates`,
  ),
  body_too_large: entry(413, ({ bytesMax }: { bytesMax: number }) => `The request body is over ${bytesMax} bytes`),
  body_unsupported: entry(415, ({ message }: { message: string }) => message),
  too_many_requests: entry(
    429,
    ({ minutes }: { minutes: number }) => `Too many tries; try again in ${formatCount(minutes, 'minute')}`,
  ),
  too_many_applications: entry(
    429,
    ({ minutes }: { minutes: number }) =>
      `Too many applications have come from this address; try again in ${formatCount(minutes, 'minute')}`,
  ),
  too_many_replies: entry(
    429,
    ({ peopleMax }: { peopleMax: number }) =>
      `A user can reply to ${peopleMax} people a day, so nothing was sent; choose fewer, or go on tomorrow`,
  ),
  rate_limited: entry(
    429,
    ({ seconds }: { seconds: number }) => `Too many requests; try again in ${formatCount(seconds, 'second')}`,
  ),
  internal: entry(500, () => 'Internal server error'),
  unavailable: entry(
    503,
    ({ reason }: Failure) => `${failureReasons[reason]}, so nothing was changed; try again in a moment`,
  ),
  unconfirmed: entry(
    503,
    ({ reason }: Failure) =>
      `${failureReasons[reason]}, and whether anything was changed is not known; try again in a moment`,
  ),
  uploads_closed: entry(503, () => 'Files cannot be received now; send the form without its CV, or try again later'),
  not_in_journal: entry(
    503,
    () =>
      'This takes effect, but it cannot be recorded outside the database now; repeat it, or a restored backup would undo it',
  ),
  reference_missing: entry(503, () => 'The reference is not built; "npm run build" builds it'),
  back_office_missing: entry(503, () => 'The back office is not built; "npm run build" builds it'),
} as const

export type ErrorCode = keyof typeof errorCatalogue
/** The values that the message of an error is built from. */
export type ErrorParams<Code extends ErrorCode> = Parameters<(typeof errorCatalogue)[Code]['message']>
