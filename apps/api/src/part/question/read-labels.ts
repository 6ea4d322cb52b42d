import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Locale } from '@boardwalk/schema/company'
import { findText, type Question } from '@boardwalk/schema/questions'
import type { Deps } from '../../deps.ts'

/*
 * The questions as an applicant read them. A company may change a question while a person writes, and an answer belongs to the question
 * that the person saw. So the form carries the labels back in a hidden field. It is signed, because a company must be able to believe them.
 */

/** The name of the hidden field. */
export const LABELS_FIELD = 'questionLabels'

type Secrets = Pick<Deps, 'cvSecrets'>

const sign = (secret: string, jobId: number, labels: string) =>
  createHmac('sha256', secret).update(`questions of job ${jobId}\n${labels}`).digest('base64url')

/** Writes the labels of questions, in a language, for the hidden field of a job's form. */
export function writeLabels({ cvSecrets }: Secrets, jobId: number, questions: Question[], locale: Locale): string {
  const labels = JSON.stringify(questions.map(({ id, label }) => [id, findText(label, locale)]))
  return `${sign(cvSecrets[0], jobId, labels)}.${labels}`
}

/** Reads the labels of a hidden field, by the id of the question. Undefined if the field is absent or was not written by this board. */
export function readLabels({ cvSecrets }: Secrets, jobId: number, field: unknown): Map<string, string> | undefined {
  if (typeof field !== 'string') return undefined
  const end = field.indexOf('.')
  const [signature, labels] = [Buffer.from(field.slice(0, end)), field.slice(end + 1)]
  const isSigned = cvSecrets.some((secret) => {
    const expected = Buffer.from(sign(secret, jobId, labels))
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  // The signature shows that `writeLabels` made the text.
  return isSigned ? new Map(JSON.parse(labels) as [string, string][]) : undefined
}
