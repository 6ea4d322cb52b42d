import { randomUUID } from 'node:crypto'

const LINE = '\r\n'

/** Encodes a complete form. `fields` replaces some of its values. */
export function makeForm(
  cv: { name: string; bytes: Buffer } | undefined,
  fields: Record<string, string> = {},
): { type: string; body: Buffer } {
  const boundary = `proof${randomUUID()}`
  const filledIn = {
    formId: randomUUID(),
    firstName: 'Salma',
    lastName: 'Bennani',
    email: 'salma@example.com',
    consent: 'yes',
    ...fields,
  }
  const parts: Buffer[] = Object.entries(filledIn).map(([name, value]) =>
    Buffer.from(`--${boundary}${LINE}content-disposition: form-data; name="${name}"${LINE}${LINE}${value}${LINE}`),
  )
  if (cv !== undefined) {
    const disposition = `content-disposition: form-data; name="cv"; filename="${cv.name}"`
    parts.push(
      Buffer.from(`--${boundary}${LINE}${disposition}${LINE}content-type: application/pdf${LINE}${LINE}`),
      cv.bytes,
      Buffer.from(LINE),
    )
  }
  parts.push(Buffer.from(`--${boundary}--${LINE}`))
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) }
}

/** Makes the head of the request that posts a form. */
export const makeHead = (path: string, { type, body }: { type: string; body: Buffer }): string =>
  [
    `POST ${path}/apply HTTP/1.1`,
    'host: board.example',
    'accept: text/html',
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    LINE,
  ].join(LINE)

/** Makes a PDF of one empty page. */
export function makePdf(bytes = 400): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page]
  const text = `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n`
  return Buffer.from(text.padEnd(bytes - 6, '%').concat('\n%%EOF'))
}
