import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Application, type NewApplication, typedFields } from './application.ts'

/*
 * Tells the same form again from a form whose content was changed. A browser sends the same form again after an error of the network,
 * and the applicant may have corrected it before, or may have written another text in a second tab.
 */

// `typedFields` has these keys and no others.
const typedNames = Object.keys(typedFields) as (keyof typeof typedFields)[]

/**
 * Makes the digest of a form's content: of the typed fields and of the CV's bytes. The form's random id is in it and is not stored, so
 * the digest does not tell what the content was.
 */
export async function digestContent(
  formId: string,
  typed: Pick<NewApplication, keyof typeof typedFields>,
  openCv: (() => Readable) | undefined,
): Promise<string> {
  const hash = createHash('sha256')
  const values = typedNames.map((name) => typed[name]).filter((value) => value !== undefined)
  hash.update(JSON.stringify([formId.toLowerCase(), ...values]))
  if (openCv !== undefined) for await (const chunk of openCv()) hash.update(chunk)
  return hash.digest('hex').slice(0, 32)
}

/** Whether what is stored with an id is the same form. Nothing is the same as an application that was erased. */
export const hasSameContent = (
  stored: Pick<Application, 'contentDigest' | 'erasedAt'>,
  { contentDigest }: Pick<NewApplication, 'contentDigest'>,
): boolean => stored.erasedAt === undefined && stored.contentDigest === contentDigest

/**
 * Makes the id that a form gets if another content of the form has `id`. Every process makes the same, so the same content stays one
 * application.
 */
export const deriveNextId = (id: string, contentDigest: string): string =>
  createHash('sha256').update(`${id}/${contentDigest}`).digest('hex').slice(0, 32)
