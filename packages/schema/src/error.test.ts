import { expect, test } from 'vitest'
import { errorCatalogue } from './error.ts'

/** Stands for the values of a message: each is its name, and the reason is one of those that there are. */
const named = new Proxy({}, { get: (_, name) => (name === 'reason' ? 'overloaded' : `<${String(name)}>`) })

test('each error has its status, and a message that says what happened and what to do', () => {
  const lines = Object.entries(errorCatalogue).map(([code, { status, message }]) => {
    // The cast holds because a message only writes its values, and compares them with 1.
    return `${status} ${code}: ${(message as (params: unknown) => string)(named)}`
  })
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "400 invalid_request: <message>
    400 password_common: This password is easy to guess: it is close to a common password, a date or a row of keys. Choose several words that do not belong together
    400 password_repeated: This password repeats the same characters. Choose several words that do not belong together
    400 password_personal: Without your address and the names of your company and this board, the password is easy to guess. Add several words that do not belong together
    401 api_key_missing: Please provide an API key
    401 sign_in_required: Please sign in
    401 sign_in_refused: The e-mail address or the password is wrong
    403 code_wrong: The code is wrong or was used before; wait for the next one
    403 password_wrong: The password is wrong
    403 api_key_invalid: Invalid API key
    403 scope_missing: Insufficient permissions
    403 candidates_forbidden: External id <externalId> is not associated with any job within company <companyId>
    403 company_suspended: The operator of this board has suspended the company, so no job can be created or changed; reads, unpublishing, links, statuses and confirmations of erasures work
    403 origin_refused: This request comes from another site; open the back office and try there
    403 link_invalid: This link has been used or has expired; ask another user of your company for a new one
    403 cv_link_invalid: This link is not valid or has expired. Fetch the candidate again for a new one.
    404 job_not_found: External id <externalId> is not associated with any job within company <companyId>
    404 job_id_not_found: There is no job with the job id <jobId>
    404 candidate_not_found: The company has no candidate with the id <id>
    404 cv_not_found: The candidate with the id <id> has sent no CV
    404 application_not_found: There is no application with the id <id>
    404 note_not_found: There is no note of yours with this id; it may be deleted already
    404 key_not_found: There is no key with the id <id>
    404 user_not_found: There is no user <who>
    404 person_not_found: There is no application with the address <email>
    404 company_not_found: There is no company with the slug <slug>
    404 route_not_found: No such address: <method> <path>; /api/openapi.json lists those of the API
    404 page_not_found: There is no such page
    405 method_not_allowed: This address accepts <allow> only
    409 company_exists: A company with the slug <slug> already exists; choose another
    409 user_exists: There is a user <email> already
    409 candidate_not_erased: The data of this person is not erased on the board, so there is nothing to confirm; a user erases it in the back office
    409 own_account: You cannot remove yourself; another user can
    409 removed_meanwhile: Another user is removing you at this moment, so nothing was done
    409 second_factor_on: The second factor is on already
    409 second_factor_off: The second factor is not on
    409 enrolment_over: This key is no longer valid; begin again
    409 own_link: You change your own password under “Your account”; a link is for another user
    409 key_revoked: This key is revoked already
    409 key_replaced: This key was replaced already; replace the new one instead
    409 job_exists: Job with external id <externalId> already exists; update it with PUT instead (status PUBLISHED publishes it again)
    409 job_changed: Another user or your ATS changed this job after you opened it; open it again and repeat your change
    409 job_not_deletable: Only a draft that was never published can be deleted, because people may have applied to the others
    409 company_changed: Another user changed the profile after you opened it; open it again and repeat your change
    409 preview_outdated: The texts or the people have changed after you saw them, so nothing was sent; read the mail again and send it
    409 replies_changed: Another user changed the replies after you opened them; open them again and repeat your change
    409 external_id_taken: Job <jobId> has the external id <externalId> already; change or remove it there first
    409 applications_elsewhere: Applications for this job are made on another page: <applyUrl>
    410 job_unpublished: This job is no longer published
    410 job_closed: Applications for this job have closed
    410 company_withdrawn: The operator of this board has withdrawn the pages of this company
    410 application_erased: What this person sent was erased
    412 precondition_failed: No job was created: external id <externalId> is not associated with any job within company <companyId>, and the request only updates
    413 body_too_large: The request body is over <bytesMax> bytes
    415 body_unsupported: <message>
    429 too_many_requests: Too many tries; try again in <minutes> minutes
    429 too_many_applications: Too many applications have come from this address; try again in <minutes> minutes
    429 too_many_replies: A user can reply to <peopleMax> people a day, so nothing was sent; choose fewer, or go on tomorrow
    429 rate_limited: Too many requests; try again in <seconds> seconds
    500 internal: Internal server error
    503 unavailable: The server is doing as much as it can, so nothing was changed; try again in a moment
    503 unconfirmed: The server is doing as much as it can, and whether anything was changed is not known; try again in a moment
    503 uploads_closed: Files cannot be received now; send the form without its CV, or try again later
    503 not_in_journal: This takes effect, but it cannot be recorded outside the database now; repeat it, or a restored backup would undo it
    503 reference_missing: The reference is not built; "npm run build" builds it
    503 back_office_missing: The back office is not built; "npm run build" builds it"
  `)
})

test('a minute and a second are not plural', () => {
  expect(errorCatalogue.too_many_requests.message({ minutes: 1 })).toBe('Too many tries; try again in 1 minute')
  expect(errorCatalogue.too_many_applications.message({ minutes: 1 })).toBe(
    'Too many applications have come from this address; try again in 1 minute',
  )
  expect(errorCatalogue.rate_limited.message({ seconds: 1 })).toBe('Too many requests; try again in 1 second')
})
