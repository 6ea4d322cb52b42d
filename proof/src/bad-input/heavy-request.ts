import fc from 'fast-check'
import { type HostileRequest, wholeRequest } from './request.ts'

/* Requests that are as large as the server allows, and that are made to cost it as much work as possible. */

/** The largest body that the API reads, less some room. */
const BODY_CHARACTERS = 1_000_000
/** The longest field of HTML, and the longest other text. */
const HTML_CHARACTERS = 100_000
const TEXT_CHARACTERS = 1_000

const htmlPiece = fc.constantFrom(
  ...['<b>', '</b>', '<p>', '</p>', '<h2>', '<li>', '<ul>', '<td>', '<tr>', '<br>', '<x>', '<a>', '<a href=x>', '</a>'],
  ...[
    '<a href="javascript:x">',
    '<p a b c d e f g>',
    '<p dir=a lang=b>',
    '<!---->',
    '<!',
    '</',
    '<',
    '>',
    '&',
    '&amp;',
  ],
  ...['<script>', '<style></style>', '<svg>', '<![CDATA[', '"', ' ', 'x', 'word '.repeat(5), '🙂', '&#1;', '\u0001'],
)
const html = fc
  .tuple(fc.array(htmlPiece, { minLength: 1, maxLength: 4 }), fc.constantFrom(4_999, 4_999, 1_000))
  .map(([pieces, tagsMax]) => {
    const piece = pieces.join('')
    const tags = piece.split('<').length - 1
    return piece.repeat(Math.min(Math.floor(HTML_CHARACTERS / piece.length), Math.floor(tagsMax / Math.max(tags, 0.1))))
  })

/** The fields of one job, which differ from those of every other job. */
const job = fc.oneof(
  { weight: 4, arbitrary: fc.record({ description: html, responsibilities: html, qualifications: html }) },
  fc.record({ description: html, city: fc.constant(many(100, (n) => `${n}`.padEnd(100, 'é'))) }),
  fc.record({ benefits: fc.constant(many(100, (n) => `${n}`.padEnd(TEXT_CHARACTERS, '\ufdfa'))) }),
  fc.constant(Object.fromEntries(many(5_000, (n) => [`x${n}`, n]))),
  fc.constant({ extra: many(10_000, (n) => [n % 10]) }),
  fc.constant({ contractType: 'x'.repeat(99), languages: many(100, () => 'fx'), workMode: 'REMOT' }),
)

function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** As many jobs as one batch and one body have room for, each with a text of its own, so that no cache helps. */
const batch = fc.tuple(fc.array(job, { minLength: 1, maxLength: 3 }), fc.nat()).map(([jobs, salt]) => {
  const rows: string[] = []
  for (let characters = 0; rows.length < 100; ) {
    const fields = jobs[rows.length % jobs.length]
    const own = Object.entries(fields ?? {}).map(([name, value]) => [name, ownText(value, `${salt}-${rows.length}`)])
    const row = JSON.stringify({ id: `heavy-${rows.length}`, title: 'Heavy', ...Object.fromEntries(own) })
    characters += Buffer.byteLength(row) + 1
    if (characters > BODY_CHARACTERS) break
    rows.push(row)
  }
  return `{"jobs":[${rows.join(',')}]}`
})

const ownText = (value: unknown, mark: string) =>
  typeof value === 'string' && value.length > TEXT_CHARACTERS ? `${mark}${value.slice(mark.length)}` : value

const one = fc.tuple(job, fc.nat()).map(([fields, salt]) => {
  const own = Object.entries(fields).map(([name, value]) => [name, ownText(value, String(salt))])
  return JSON.stringify({ job: { title: 'Heavy', ...Object.fromEntries(own) } })
})

const otherBody = fc.constantFrom(
  `${'['.repeat(BODY_CHARACTERS)}`,
  `{"jobs":[${many(250_000, () => '{}').join(',')}]}`,
  `{"job":{"title":"Heavy",${many(60_000, (n) => `"${n.toString(36)}":1`).join(',')}}}`,
  `{"job":{"title":"Heavy",${many(60_000, (n) => `"${n.toString(36)}":null`).join(',')}}}`,
  `{"job":{"title":"Heavy",${many(60_000, (n) => `"${n.toString(36)}":1e999`).join(',')}}}`,
  `{"job":{"title":"Heavy","x":[${many(330_000, () => '[]').join(',')}]}}`,
  `{"job":{"title":"Heavy","x":[${many(16_000, () => '['.repeat(30) + ']'.repeat(30)).join(',')}]}}`,
  `{"job":{"title":"Heavy","contract_type":"CDI",${many(30_000, (n) => `"contractTyp${n}":1`).join(',')}}}`,
  `{"jobs":[{}],${many(60_000, (n) => `"${n.toString(36)}":1`).join(',')}}`,
  `{"job":{"title":"${'\\ud83d\\ude42'.repeat(80_000)}"}}`,
  `{"job":{"title":"${'\\u202a'.repeat(160_000)}"}}`,
)

/** Small changes of many jobs, which may be large by now. */
const smallChanges = fc
  .tuple(fc.nat(), fc.boolean())
  .map(([salt, dryRun]) =>
    JSON.stringify({ dryRun, jobs: many(100, (n) => ({ id: `heavy-${n}`, title: `Heavy ${salt}`, salt })) }),
  )

/** As many links as one request may have, to jobs that are not there or are all the same one. */
const links = fc
  .constantFrom(
    (n: number) => 1_000_000 + n,
    () => 1,
    () => 'x',
  )
  .map((toJobId) =>
    JSON.stringify({
      links: many(1_000, (n) => ({ platformJobId: toJobId(n), externalJobId: `${n}`.padEnd(250, 'é') })),
    }),
  )

/** Heavy requests with a company's key, and those for the pages that show what came of them. */
export function heavyRequest(key: string, jobPath: string, companySlug: string): fc.Arbitrary<HostileRequest> {
  const headers: [string, string][] = [
    ['x-api-key', key],
    ['content-type', 'application/json'],
    ['connection', 'close'],
  ]
  const send = (kind: string, target: string, bodies: fc.Arbitrary<string>, method = 'PUT') =>
    bodies.map((body) => wholeRequest({ kind, method, target, headers, body }))
  const company = `/companies/${companySlug}`
  const words = fc
    .constantFrom('a', 'é', 'ا', '\ufdfa', '.', '🙂', '.* ', '(a+)+$ ', '\\ ')
    .map((letter) => encodeURIComponent(letter.repeat(100)))
  const page = fc.oneof(
    fc.constantFrom(
      '/feed.xml',
      '/sitemap.xml',
      jobPath,
      `/fr${company}/feed.xml`,
      '/api/jobs?pageSize=100',
      `/api/jobs?${'a&'.repeat(7_000)}`,
    ),
    fc.tuple(fc.constantFrom('fr', 'en', 'ar'), words).map(([locale, q]) => `/${locale}${company}?q=${q}`),
  )
  return fc.oneof(
    { weight: 4, arbitrary: send('a heavy batch', '/api/jobs', batch) },
    { weight: 2, arbitrary: send('a heavy job', '/api/job/heavy-one', one) },
    { weight: 1, arbitrary: send('an odd batch', '/api/jobs', otherBody) },
    { weight: 1, arbitrary: send('an odd job', '/api/job/heavy-one', otherBody) },
    { weight: 1, arbitrary: send('small changes', '/api/jobs', smallChanges) },
    { weight: 1, arbitrary: send('a thousand links', '/api/job/link', links, 'POST') },
    {
      weight: 2,
      arbitrary: page.map((target) =>
        wholeRequest({ kind: `GET ${target.slice(0, 60)}`, method: 'GET', target, headers }),
      ),
    },
  )
}
