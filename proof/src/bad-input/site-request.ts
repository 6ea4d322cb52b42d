import fc from 'fast-check'
import { bomb } from './bomb.ts'
import { oddHeaders } from './hostile-header.ts'
import { encoded, hostileQuery, hostileText } from './hostile-value.ts'
import { type HostileRequest, wholeRequest } from './request.ts'
import { weighted, word } from './weighted.ts'

const MANY_PARTS = [30, 3000]

const disposition = (name: string, fileName: string | undefined) =>
  `content-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`

/** A name between quotes: as browsers write it, or as nobody does. */
const quoted = weighted(
  [15, hostileText.map((text) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))],
  [14, fc.constantFrom('a"; filename="b', '__proto__[x]', 'a[b][c]', 'cv\r\ncontent-type: text/html')],
  [1, fc.constant('x'.repeat(20_000))],
)
const fieldName = weighted(
  [4, word('formId firstName lastName email phone linkedinUrl message consent keptCv subject cv')],
  [1, quoted],
)
const fieldValue = fc.oneof(
  hostileText,
  fc.constantFrom('yes', '%PDF-1.4\n', 'a@example.com', '3f2b8f0a-93f1-4b8e-9a3c-0c4e8f6b2a11'),
)
const partHeader = fc.oneof(
  fc.constant(''),
  fc.constantFrom('content-type: application/pdf\r\n', 'content-transfer-encoding: base64\r\n', 'x\r\n', ': :\r\n'),
)
const part = fc
  .tuple(fieldName, fc.option(quoted, { nil: undefined, freq: 3 }), fieldValue, partHeader)
  .map(([name, fileName, value, header]) => `${disposition(name, fileName)}\r\n${header}\r\n${value}`)
const manyParts = fc
  .tuple(part, fc.constantFrom(...MANY_PARTS))
  .map(([one, count]) => Array.from({ length: count }, () => one))
const formInForm = part.map((one) => [
  'content-type: multipart/mixed; boundary=b',
  `${disposition('a', undefined)}\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n--c\r\n${one}\r\n--c--`,
])
const parts = weighted([18, fc.array(part, { maxLength: 12 })], [1, manyParts], [2, formInForm])

/** A type that names a boundary, and the boundary of the body. */
const strangeBoundary = fc.constantFrom(
  ['multipart/form-data', 'b'],
  ['multipart/form-data; boundary=', ''],
  ['multipart/form-data; boundary=""', ''],
  ['multipart/form-data; boundary=other', 'b'],
  ['multipart/form-data; boundary="a b"', 'a b'],
  ['multipart/form-data; boundary=--', '--'],
  [`multipart/form-data; boundary=${'b'.repeat(4000)}`, 'b'.repeat(4000)],
  ['multipart/form-data; boundary=b; boundary=c', 'c'],
  ["multipart/form-data; boundary*=utf-8''b", 'b'],
  ['multipart/mixed; boundary=b', 'b'],
  ['application/x-www-form-urlencoded', 'b'],
)
const boundary = weighted([6, fc.constant(['multipart/form-data; boundary=b', 'b'])], [1, strangeBoundary])

const form = fc
  .tuple(boundary, parts, fc.constantFrom('--\r\n', '--\r\n', '--', '\r\n', '--x'))
  .map(([[type = '', mark = ''], all, end]) => ({
    type,
    body: Buffer.from(`${all.map((text) => `--${mark}\r\n${text}\r\n`).join('')}--${mark}${end}`),
  }))

const searchQuery = hostileQuery(word('q city contract mode language page after before content since __proto__ q[$ne]'))
const linkQuery = hostileQuery(word('expires signature __proto__'))

/** Requests to the public pages and their form. */
export function siteRequest(jobPath: string, companySlug: string): fc.Arbitrary<HostileRequest> {
  const locale = word('fr en ar de')
  const get = (kind: string, ...target: fc.Arbitrary<string>[]) =>
    fc
      .tuple(word('GET GET HEAD'), fc.tuple(...target), oddHeaders)
      .map(([method, path, headers]) => wholeRequest({ kind, method, target: path.join(''), headers }))
  const applied = fc.tuple(form, oddHeaders).map(([{ type, body }, odd]) =>
    wholeRequest({
      kind: 'a form',
      method: 'POST',
      target: `${jobPath}/apply`,
      headers: [['content-type', type], ...odd],
      body,
    }),
  )
  const bombed = bomb.map(([coding, body]) =>
    wholeRequest({
      kind: `a form as ${coding} bomb`,
      method: 'POST',
      target: `${jobPath}/apply`,
      headers: [
        ['content-type', 'multipart/form-data; boundary=b'],
        ['content-encoding', coding],
      ],
      body,
      isRefused: true,
    }),
  )
  const listPath = fc
    .tuple(locale, word(` /companies /companies/${companySlug}`))
    .map(([language, rest]) => `/${language}${rest}`)
  const unknownPath = fc
    .tuple(locale, encoded, encoded)
    .map(([language, a, b]) => `/${language}/companies/${a}/jobs/${b}`)
  const cvPath = fc.tuple(encoded, encoded).map(([a, b]) => `/cv/${a}/${b}.pdf`)
  const filePath = word(
    `/feed.xml /sitemap.xml /robots.txt / /fr/companies/${companySlug}/feed.xml /jobs.json /en/companies/${companySlug}/jobs.json /logos/atlas/x /backoffice /api/docs`,
  )
  return weighted(
    [4, applied],
    [1, bombed],
    [3, get('a list of jobs or companies', listPath, searchQuery)],
    [2, get('a page that is not there', unknownPath, searchQuery)],
    [2, get('a CV link', cvPath, linkQuery)],
    [2, get('a feed or a file', filePath, searchQuery)],
  )
}
