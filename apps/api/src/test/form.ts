import { randomUUID } from 'node:crypto'
import { TRAP_FIELD } from '@boardwalk/core/intake/submit'
import type { TestCompany } from './harness.ts'

/** Publishes a job with the external id A, of a new company. */
export async function publishJob(server: { company: () => Promise<TestCompany> }, fields: object = {}) {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Développeuse', ...fields } })
  // The cast holds because the job was created: the answer was checked against the OpenAPI document.
  return { company, url: body.jobUrl as string }
}

const person = { firstName: 'Salma', lastName: 'Bennani', email: 'salma.bennani@example.com', consent: 'yes' }

/** The texts of a form. A field may have several, as checkboxes of one name have. */
type FormFields = Record<string, string | string[]>

/** Encodes a form as a browser does. It is filled in completely unless `fields` says otherwise. */
export function encodeForm(fields: FormFields = {}, cv?: Uint8Array<ArrayBuffer>, fileName = 'cv.pdf') {
  const form = new FormData()
  for (const [name, value] of Object.entries({ formId: randomUUID(), ...person, ...fields }))
    for (const each of [value].flat()) form.append(name, each)
  // A browser sends an empty file if none was chosen.
  form.append('cv', new File(cv === undefined ? [] : [cv], cv === undefined ? '' : fileName))
  return form
}

/** Applies to a job as a program does: sends the form of its page and reads JSON. */
export async function apply(
  jobUrl: string,
  fields: FormFields = {},
  cv?: Uint8Array<ArrayBuffer>,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent, and states what it must be.
): Promise<{ status: number; body: any }> {
  const headers = { accept: 'application/json' }
  const res = await fetch(`${jobUrl}/apply`, { method: 'POST', headers, body: encodeForm(fields, cv) })
  return { status: res.status, body: await res.json() }
}

/** Applies to a job as a browser does, and reads the page. It does not follow a redirect. */
export async function submit(jobUrl: string, fields: FormFields = {}, cv?: Uint8Array<ArrayBuffer>, fileName?: string) {
  const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const body = encodeForm(fields, cv, fileName)
  const res = await fetch(`${jobUrl}/apply`, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: res.status, headers: res.headers, html: await res.text() }
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
