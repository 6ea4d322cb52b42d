import { printErrorTable } from './errors.ts'

/** What a reader must know before any operation. */
export const introduction = `\
Push job offers to the board from an applicant-tracking system, update and unpublish them by ids of your own, and fetch the candidates who applied.

## Keys
Every request carries an API key in the \`x-api-key\` header. An administrator of the company makes keys in the back office. A key belongs to one company and reaches that company’s jobs only. Its scopes: \`read\` fetches candidates and jobs; \`write\` creates, updates, unpublishes and links jobs.

## Ids in paths
\`externalJobId\` is your own id of a job, compared exactly as sent: 1 to 255 characters, not blank, no control characters, not \`.\` or \`..\`. In a path it is one percent-encoded part: the job \`A/B\` is at \`/job/A%2FB\`.

## Polling
There are no webhooks. Ask for candidates with \`since\` set to the \`x-synced-through\` header of the previous answer, or to the largest \`date\` that you have seen: nothing is missed, nothing comes twice. That header is right after any page, the last of several too.

## Errors
The body of an error has the operation’s first member as \`null\`, and \`error\`: a \`message\` for people, a \`code\` for programs, the \`requestId\`, and with a 400 every wrong value as \`issues\`. The body of a success has \`error: null\`. An address that belongs to no operation (404, 405) answers with \`error\` alone.

${printErrorTable()}

## Misspelt names
A parameter or a member of the body that resembles one of the operation is refused with a 400 that names the right one. The operations marked as extensions refuse every name that they do not have. A job may have fields of your own: the board stores them, and they have no effect. If the name of one resembles a documented field, the answer has \`warnings\`.

## Limits
A body has at most 1 MiB. A compressed one is refused.

Where the board limits how many requests a key or an address may make in a minute, every answer says so: \`RateLimit-Policy: "key";q=600;w=60\` (600 in 60 seconds) and \`RateLimit: "key";r=599;t=31\` (599 remain for 31 seconds). Over the limit the answer is 429, and \`Retry-After\` has the seconds to wait.

## New members
An answer may get new members at any time; ignore those that you do not know.
`
