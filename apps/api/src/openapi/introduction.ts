const VALUES = '/api/docs/guides/values-and-limits'

/**
 * The description of the whole API, which readers see above the operations: what they need before the first call. The guide “Values,
 * errors and limits” has the rest.
 */
export const introduction = `\
Push jobs under your own ids, fetch the candidates who applied, and tell the board what became of them. Begin with [your first integration](/api/docs/guides/first-integration); [values, errors and limits](${VALUES}) hold for all operations.

Five operations are the contract, which other boards may keep: create, update, unpublish and link jobs, and get the candidates of a job. What is marked “(extension)” is Boardwalk’s own.

## Keys
Send an API key in the header \`x-api-key\`. A user makes it in the back office of a company, whose data it reaches. Its scopes: \`read\` fetches jobs and candidates; \`write\` changes jobs and sets the status of candidates. \`GET /me\` says which company, scopes and limits a key has.

A user can replace a key. The old one ends at once or after 24 or 72 hours, and until then each answer to it has the header \`x-key-ends-at\`. A mistyped, revoked or ended key gets 403 \`api_key_invalid\`.

## Ids
\`externalJobId\` is your own id of a job: a text of 1 to 255 characters, compared exactly as sent. In a path it is one percent-encoded part: the job \`A/B\` is at \`/job/A%2FB\`. The board’s own \`jobId\` and \`jobUrl\` never change. No call changes an external id that is set, but a user can: send \`If-Match: *\`, and your update creates [no second job](/api/docs/guides/changes-on-the-board#ids-that-a-user-changes).

## Polling
There are no webhooks. Ask for candidates with \`since\` set to the header \`x-synced-through\` of the previous answer, or to the largest \`date\` that you have stored, never to the time of your own clock. Each candidate comes at least once: store candidates by \`id\`, and you have each exactly once.

- Read the first page only, each time with a new \`since\`, or all pages with the same \`since\`. Anything else skips candidates.
- \`synced=true\` says that \`since\` came from the board, which then answers without a write. Never send it with a time of your own clock.
- \`wait=20\` holds the request for up to 20 seconds, until there is a candidate.
- \`changes=true\` also lists new statuses and erased people. The next \`since\` is then always \`x-synced-through\`.

[Follow candidates](/api/docs/guides/following-candidates) has programs in six languages.

## Errors
The body of an error has \`error\`: a \`message\` for people, a \`code\` for programs, the \`requestId\` and, with a 400, every wrong value in \`issues\`. [All codes](${VALUES}#errors) are in one table.

After 429 and 503, wait as long as \`Retry-After\` says. You may send any call again after a lost answer, a time-out or a 5xx: a second PUT, DELETE or link changes nothing, and a second \`POST /job\` gets 409, which means that the first one created the job.

## New members and values
An answer may get new members and headers at any time: ignore them. A text with \`x-extensible-enum\` may get new values: store them as they come.
`
