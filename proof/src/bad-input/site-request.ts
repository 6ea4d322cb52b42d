import fc from 'fast-check'
import { queryOf } from './api-request.ts'
import { bomb } from './bomb.ts'
import { oddHeaders } from './hostile-header.ts'
import { encoded, hostileText } from './hostile-value.ts'
import { type HostileRequest, wholeRequest } from './request.ts'

const FIELDS = [
  'formId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'linkedinUrl',
  'message',
  'consent',
  'keptCv',
  'homepage',
  'cv',
]
const PARTS_MANY = [30, 3000]

const disposition = (name: string, fileName: string | undefined) =>
  `content-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`

/** A name between quotes as browsers write it, or as nobody does. */
const quoted = fc.oneof(
  {
    weight: 15,
    arbitrary: hostileText.map((text) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')),
  },
  {
    weight: 14,
    arbitrary: fc.constantFrom('a"; filename="b', '__proto__[x]', 'a[b][c]', 'cv\r\ncontent-type: text/html'),
  },
  { weight: 1, arbitrary: fc.constant('x'.repeat(20_000)) },
)
const fieldName = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: quoted })
const part = fc
  .tuple(
    fieldName,
    fc.option(quoted, { nil: undefined, freq: 3 }),
    fc.oneof(
      hostileText,
      fc.constantFrom('yes', '%PDF-1.4\n', 'a@example.com', '3f2b8f0a-93f1-4b8e-9a3c-0c4e8f6b2a11'),
    ),
    fc.constantFrom(
      '',
      '',
      'content-type: application/pdf\r\n',
      'content-transfer-encoding: base64\r\n',
      'x\r\n',
      ': :\r\n',
    ),
  )
  .map(([name, fileName, value, header]) => `${disposition(name, fileName)}\r\n${header}\r\n${value}`)

const parts = fc.oneof(
  { weight: 18, arbitrary: fc.array(part, { maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(part, fc.constantFrom(...PARTS_MANY))
      .map(([one, count]) => Array.from({ length: count }, () => one)),
  },
  // A form in a form.
  {
    weight: 2,
    arbitrary: part.map((one) => [
      'content-type: multipart/mixed; boundary=b',
      `${disposition('a', undefined)}\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n--c\r\n${one}\r\n--c--`,
    ]),
  },
)

/** The type that names the boundary, and the boundary that stands in the body. */
const boundary = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['multipart/form-data; boundary=b', 'b']) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
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
    ),
  },
)

const form = fc
  .tuple(boundary, parts, fc.constantFrom('', '', '--', '\r\n', '--x'))
  .map(([[type = '', mark = ''], all, end]) => ({
    type,
    body: Buffer.from(
      `${all.map((text) => `--${mark}\r\n${text}\r\n`).join('')}--${mark}${end === '' ? '--\r\n' : end}`,
    ),
  }))

const searchName = fc.constantFrom('q', 'city', 'contract', 'mode', 'language', 'page', 'since', '__proto__', 'q[$ne]')

/** Requests of the public pages and their form. */
export function siteRequest(jobPath: string, companySlug: string): fc.Arbitrary<HostileRequest> {
  const locale = fc.constantFrom('fr', 'en', 'ar', 'de')
  const get = (kind: string, target: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom('GET', 'GET', 'HEAD'), target, oddHeaders)
      .map(([method, path, headers]) => wholeRequest({ kind, method, target: path, headers }))
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(form, oddHeaders).map(([{ type, body }, odd]) =>
        wholeRequest({
          kind: 'a form',
          method: 'POST',
          target: `${jobPath}/apply`,
          headers: [['content-type', type], ...odd],
          body,
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: bomb.map(([coding, body]) =>
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
      ),
    },
    {
      weight: 3,
      arbitrary: get(
        'a company page',
        fc
          .tuple(locale, queryOf(searchName))
          .map(([language, query]) => `/${language}/companies/${companySlug}${query}`),
      ),
    },
    {
      weight: 2,
      arbitrary: get(
        'a page that is not there',
        fc
          .tuple(locale, encoded, encoded, queryOf(searchName))
          .map(([language, a, b, query]) => `/${language}/companies/${a}/jobs/${b}${query}`),
      ),
    },
    {
      weight: 2,
      arbitrary: get(
        'a CV link',
        fc
          .tuple(encoded, encoded, queryOf(fc.constantFrom('expires', 'signature', '__proto__')))
          .map(([a, b, query]) => `/cv/${a}/${b}.pdf${query}`),
      ),
    },
    {
      weight: 2,
      arbitrary: get(
        'a feed or a file',
        fc
          .tuple(
            fc.constantFrom(
              '/feed.xml',
              '/sitemap.xml',
              '/robots.txt',
              '/',
              `/fr/companies/${companySlug}/feed.xml`,
              '/logos/atlas/x',
              '/backoffice',
              '/api/docs',
            ),
            queryOf(searchName),
          )
          .map(([path, query]) => `${path}${query}`),
      ),
    },
  )
}
