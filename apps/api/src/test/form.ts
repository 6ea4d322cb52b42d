import { randomUUID } from 'node:crypto'
import { TRAP_FIELD } from '../feature/application/service/submit.ts'

/** Applies to a job: sends the form of its page, filled in completely unless `fields` says otherwise. */
export async function apply(
  jobUrl: string,
  fields: Record<string, string> = {},
  cv?: Uint8Array<ArrayBuffer>,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent, and states what it must be.
): Promise<{ status: number; body: any }> {
  const form = new FormData()
  const filledIn = {
    formId: randomUUID(),
    firstName: 'Salma',
    lastName: 'Bennani',
    email: 'salma.bennani@example.com',
    consent: 'yes',
    ...fields,
  }
  for (const [name, value] of Object.entries(filledIn)) form.append(name, value)
  // A browser sends an empty file if none was chosen.
  form.append('cv', new File(cv === undefined ? [] : [cv], cv === undefined ? '' : 'cv.pdf'))
  const res = await fetch(`${jobUrl}/apply`, { method: 'POST', headers: { accept: 'application/json' }, body: form })
  return { status: res.status, body: await res.json() }
}

/** What a program that fills in every field adds to a form. */
export const trapFilled = { [TRAP_FIELD]: 'x' }

/** Makes a valid PDF of one empty page, with at least `bytesMin` bytes. */
export function makePdf(bytesMin = 0): Buffer<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const xrefAt = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<< /Size 4 /Root 1 0 R >>\n`
  const end = `startxref\n${xrefAt}\n%%EOF\n`
  return Buffer.from(`${text}%${'x'.repeat(Math.max(0, bytesMin - text.length - end.length - 2))}\n${end}`)
}

export const pdf = makePdf()
