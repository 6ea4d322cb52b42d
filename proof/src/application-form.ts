import { randomUUID } from 'node:crypto'

/** The fields of a complete form with a new id. `changes` replaces some of them. */
export const fillForm = (changes: Record<string, string> = {}): Record<string, string> => ({
  formId: randomUUID(),
  firstName: 'Salma',
  lastName: 'Bennani',
  email: 'salma@example.com',
  consent: 'yes',
  ...changes,
})

/** Encodes a form as a browser does: line breaks are CR LF, and the file's field is sent without a file, too. */
export function encodeForm(
  fields: Record<string, string>,
  cv?: { name: string; bytes: Buffer },
): { type: string; body: Buffer } {
  const boundary = `----proof${randomUUID()}`
  const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n${value.replaceAll('\n', '\r\n')}\r\n`,
  )
  const fileType = cv === undefined ? 'application/octet-stream' : 'application/pdf'
  const file = `${part(`name="cv"; filename="${cv?.name ?? ''}"`)}content-type: ${fileType}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(texts.join('') + file),
    cv?.bytes ?? Buffer.alloc(0),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** Makes a PDF of one empty page. The mark is in a comment, and comments make it as large as `bytes`. */
export function makePdf({ mark = '', bytes = 0 } = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = `%PDF-1.4\n% ${mark}\n`
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const tableAt = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${tableAt}\n`
  const end = '\n%%EOF\n'
  return Buffer.from(text.padEnd(bytes - end.length, '%') + end)
}

/** Makes the head of a raw request that posts a form. */
export const makeHead = (jobPath: string, { type, body }: { type: string; body: Buffer }): string =>
  `POST ${jobPath}/apply HTTP/1.1\r\nhost: board.example\r\naccept: text/html\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`

/** Sends a form to the page of a job as a program, and answers the status and the body. */
export async function postForm(
  jobUrl: string,
  { type, body }: { type: string; body: Buffer },
  headers: Record<string, string> = {},
): Promise<{ status: number; receipt: { id: string; date: string } }> {
  const answer = await fetch(`${jobUrl}/apply`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': type, ...headers },
    body: new Uint8Array(body),
  })
  return { status: answer.status, receipt: JSON.parse(await answer.text()) }
}
