import { sanitiserOptions } from '@boardwalk/schema/html'
import { jobWarningCodes } from '@boardwalk/schema/job-warning'
import { HTML_CHARACTERS_MAX, HTML_SENT_TAGS_MAX, HTML_TAGS_MAX, limits } from '@boardwalk/schema/limits'
import { printErrorTable } from './errors.ts'

const { allowedTags, allowedAttributes, allowedSchemes, transformTags } = sanitiserOptions
const quote = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

const print = (count: number) => count.toLocaleString('en')

/** The description of the whole API, which readers see above the operations. */
export const introduction = `\
Push job offers to the board from an applicant-tracking system, update and unpublish them by ids of your own, fetch the candidates who applied, and tell the board what became of them.

## Guides
Step by step: [your first integration in a day](/api/docs/guides/first-integration), [feeds](/api/docs/guides/feeds-and-mapping), [jobs that the board already has](/api/docs/guides/migrating-with-link), [following candidates](/api/docs/guides/following-candidates), [statuses and erasures](/api/docs/guides/statuses-and-erasures), [changes on the board](/api/docs/guides/changes-on-the-board).

## Keys
Every request carries an API key in the \`x-api-key\` header. A user of the company’s back office makes keys. A key belongs to one company and reaches that company’s jobs only. Its scopes: \`read\` fetches candidates and jobs; \`write\` creates, updates, unpublishes and links jobs, and sets the status of candidates. \`GET /me\` says which company and which scopes a key has.

A user can roll a key: they get a new one, and the old one ends at once, after 24 hours or after 72 hours. Until then both work, and each answer to the old key has the header \`x-key-ends-at\`. A key that was mistyped, revoked or has ended is refused alike, with 403 \`api_key_invalid\`.

## Sending again
You may send any call again after a lost answer, a time-out or a 5xx. A second PUT, DELETE or link changes nothing. A second \`POST /job\` is refused with 409, which then means that the first one created the job.

## Ids and addresses
\`externalJobId\` is your own id of a job, compared exactly as sent: 1 to 255 characters, not blank, no control characters, not \`.\` or \`..\`. In a path it is one percent-encoded part: the job \`A/B\` is at \`/job/A%2FB\`. Where this page says \`GET\`, \`HEAD\` works too, and has the same headers without a body.

\`jobId\` and \`jobUrl\` of a job never change: not with its title, and not when it is unpublished and published again. \`jobUrl\` is in the language of the text that the job was created with, if it is French, English or Arabic beyond doubt, else in the company’s own. The page exists in the other two languages as well, and search engines are led to \`jobUrl\`. A job that is published again keeps its candidates, its \`publishedAt\` and its place in lists; for a new vacancy, use a new id. A job stays until you unpublish it or its closing date passes. No call of the API changes an external id that is set. A user of the back office can change or remove it; \`If-Match: *\` then keeps your next update from creating the job a second time.

## Who wins
The last change of a field wins, whether it came from you or from a user in the back office. An update touches only the fields that it sends: one without \`status\` leaves an unpublished job unpublished. \`changedBy\` and \`updatedAt\` of \`GET /job/{externalJobId}\` say who changed the job last, and \`GET /jobs?changedSince=…\` lists what was changed.

## Jobs
**Terms.** The field \`boardwalk\` holds what no other field does: a closing date, the currency, period and basis of the salary, the hours, an address for applying, and countries for remote work. Each is optional; the schema \`JobTerms\` describes them. A mistake in it is never refused: the board stores it as sent, it has no effect, and a warning names it. An update that sends \`boardwalk\` replaces all terms, and \`null\` removes them.

**Salaries** are net and per month, in the currency of the job’s country: dirhams (MAD) in Morocco, euros in France. \`boardwalk\` can say otherwise. A company can choose one currency for all of its jobs in its profile. The board converts nothing. If the country is unknown, the page shows the numbers alone, and channels get no salary. They also get none if you send no country and the company has chosen no currency, because the currency would be a guess.

**What channels show.** Google for Jobs shows no job without a text or with a country that the board does not know. The answer then has \`warnings\`.

**HTML.** What is stored of \`description\`, \`responsibilities\` or \`qualifications\` has at most ${print(HTML_CHARACTERS_MAX)} characters and ${print(HTML_TAGS_MAX)} tags. You may send more, such as an image within the text, but at most ${print(HTML_SENT_TAGS_MAX)} tags. The board keeps this, and removes the rest, such as images, styles, scripts and forms:

${printAllowedHtml()}

The text of a removed element stays, except of a script or a style. The end of a removed block, such as a \`div\`, ends a paragraph or a line. The \`alt\` text of an image stays as text, and items of a list in Word’s HTML become a list.

**Plain text.** One of these fields without any element of HTML is plain text: blank lines end paragraphs, other line ends stay, and lines with bullets (\`-\`, \`*\`, \`•\`, \`–\`) or with numbers in sequence become a list. \`a < b\` and \`<Company>\` are plain text. Entities are those of HTML: \`R&amp;D\` is shown as “R&D”.

A text that is the same after this counts as unchanged.

## Warnings
The answer to a create or an update, and each result of \`PUT /jobs\` with and without \`dryRun\`, has \`warnings\` if the board did as you asked and you may have wanted something else. Each has a \`code\`, the \`path\` of the value and a \`message\` that says what to send instead. Warnings change no status, and an unchanged job has them too. There are at most 20 for one job. Show them to those who write the jobs. These are the codes; new ones may be added:

${printWarningTable()}

## Polling
There are no webhooks. Ask for candidates with \`since\` set to the \`x-synced-through\` header of the previous answer, or to the largest \`date\` that you have stored. The board then gives you each candidate once, and leaves out none. If your program dies after it has stored candidates and before it has saved \`since\`, it gets them again: use the \`id\` of a candidate as the key in your storage.

- **Do not combine \`page\` with a \`since\` that moves.** Either ask for the first page only, each time with the new \`since\`; or turn all pages with the same \`since\`, and go on from the header, or the last \`date\`, of the last page. With both, you skip candidates.
- A \`since\` without a time is midnight in UTC: \`since=2026-11-22\` is \`2026-11-22T00:00:00.000Z\`.
- **Waiting.** With \`wait=20\`, an answer that would be empty comes as soon as there is something, or after 20 seconds. Its header \`x-waited\` has the seconds that the board waited. If it is absent or less than 1 after an empty list, pause before you ask again.
- **Changes.** With \`changes=true\`, \`GET /candidates\` also lists candidates whose status was set or whose data was erased after \`since\`, as they are now. Then send \`x-synced-through\` as the next \`since\`, never a \`date\`. New \`offerId\`s are in \`GET /candidates?changedSince=…\` only.

## Statuses
\`PUT /candidates\` tells the board what became of candidates. The last change of a status wins, whether it came from you or from a user. \`statusChangedBy\` and \`statusChangedAt\` say who made it, and when.

## Erasure
When a person asks for it, a user of the back office erases what they sent. The application stays in the lists with its \`id\`, \`date\`, \`status\` and job, \`erasedAt\` says when, and all that the person sent is \`""\`. \`GET /candidates?changes=true\` names it: erase your copy, and confirm that with \`PUT /candidates\`.

## CV links
\`cv\` of a candidate is a link to a PDF. It needs no key and works for 7 days after the answer. \`GET /candidate/{id}\` has a new link, and \`GET /candidate/{id}/cv\` the file itself, for a key. The link leads to a PDF (\`application/pdf\`) or an error: 403 \`cv_link_invalid\` if it is older, and 410 \`application_erased\` if the person was erased. Ask with \`Accept: application/json\`, or you get these errors as a page.

## Errors
The body of an error has the operation’s first member as \`null\`, and \`error\`: a \`message\` for people, a \`code\` for programs, the \`requestId\`, and with a 400 every wrong value as \`issues\`. The message repeats the first five. The body of a success has \`error: null\`. An address that belongs to no operation (404, 405), or to a CV, answers with \`error\` alone. In a result of \`PUT /jobs\` or \`PUT /candidates\`, the \`error\` has no \`requestId\`; that of a job has paths that begin with \`job\`. These are all codes:

${printErrorTable()}

## Misspelt names
A parameter or a member of the body that resembles one of the operation is refused with a 400 that names the right one. The operations marked as extensions refuse every name that they do not have. A job may have fields of your own: the board stores them as sent, and they have no effect, except \`boardwalk\`. If the name of one resembles a documented field, the answer warns of it.

## Numbers
In fields of your own, the board keeps a number as it was written: \`9007199254740993\`, \`1e400\` and \`1.10\` come back with these digits, and a number that is written in another way is a change. Many JSON parsers, also \`JSON.parse\`, round large numbers when they read the answer: send an id that is a number as a text. \`id\` of a job must be a text. The documented numbers may be written in any way: \`12000\`, \`12000.0\` and \`1.2e4\` are the same salary.

## Limits
| What | At most | Over it |
| --- | --- | --- |
| the body of a request | ${limits.bodyBytes / 1024 / 1024} MiB; \`application/json\` in UTF-8. Its other parameters have no effect. Another type or charset, and a \`Content-Encoding\` such as gzip, are refused with 415 | 413 |
| values in the body of a request | ${print(limits.bodyValues)}: members, list items, lists and objects | 400 |
| jobs of one \`PUT /jobs\` | ${print(limits.jobs)}, and together no larger than a body may be: cut a batch by its bytes, too | 400 |
| candidates of one \`PUT /candidates\` | ${print(limits.candidates)} | 400 |
| links of one \`POST /job/link\` | ${print(limits.links)} | 400 |
| results of one page | ${print(limits.pageSize)}; ${print(limits.pageSizeDefault)} if you name no size | 400 |
| fields of your own of one job | ${limits.extraBytes / 1024} KiB as JSON, names included | 400 |

The board may also limit how many requests a key (\`"key"\`) or an address (\`"address"\`) makes in a minute. Each answer then says so: \`RateLimit-Policy: "key";q=600;w=60\` (600 in 60 seconds) and \`RateLimit: "key";r=599;t=31\` (599 remain for 31 seconds). Over the limit the answer is 429, and \`Retry-After\` has the seconds to wait. Requests with a wrong key have a limit of their own for each address (\`"wrong-keys"\`), whose headers only their answers have. It never holds up a request with a good key. Without a limit there are no such headers. \`GET /me\` has the limits as numbers (\`limits\`).

## New members and values
An answer may get new members and headers at any time: ignore those that you do not know. A text with \`x-extensible-enum\` may get new values: if you do not know one, store it as it came, and go on. Requests have an \`enum\`, and the board refuses any other value.

Clients that openapi-generator makes for Go and Java refuse new members, unless you generate them with \`--additional-properties=disallowAdditionalPropertiesIfNotPresent=false\`.
`

/** Prints what the sanitiser keeps of HTML, from the sanitiser's options. */
function printAllowedHtml(): string {
  const { '*': everywhere, a: ofLinks, ...ofOthers } = allowedAttributes
  const attributes = [
    `${quote(everywhere)} of each element`,
    `${quote(ofLinks)} of \`a\``,
    ...Object.entries(ofOthers).map(([tag, names]) => `${quote(names)} of \`${tag}\``),
  ]
  return [
    `- Elements: ${quote(allowedTags)}.`,
    `- Attributes: ${attributes.join('; ')}.`,
    `- Links begin with ${quote(allowedSchemes.map((scheme) => `${scheme}:`))} or are relative. Each gets \`rel="${transformTags.a('a', {}).attribs.rel}"\`.`,
    `- \`h1\` becomes \`${transformTags.h1}\`, because the title of the job is the page’s only \`h1\`.`,
  ].join('\n')
}

/** Prints the table of all warnings. */
function printWarningTable(): string {
  const rows = Object.entries(jobWarningCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  return ['| `code` | What the board warns of |', '| --- | --- |', ...rows].join('\n')
}
