import { findMime } from '../../mime.ts'
import { isLocked } from './pdf-lock.ts'
import type { CvFile } from './upload.ts'

/** Why a company could not read a file as a CV: it has no bytes, is another type of file, or asks for a password. */
export type CvFault = 'empty' | 'otherType' | 'locked'

/** Finds out why a company could not read a file as a CV. Undefined if nothing speaks against it. */
export async function findCvFault({ bytes, head, open }: Omit<CvFile, 'name'>): Promise<CvFault | undefined> {
  if (bytes === 0) return 'empty'
  if (!(await isPdf(head))) return 'otherType'
  return (await isLocked(open)) ? 'locked' : undefined
}

/** `%PDF-` may begin anywhere in this many bytes: PDF readers skip blank lines and the headers of a mail or an HTTP answer. */
const BEGINNING_BYTES = 1024

async function isPdf(head: Uint8Array): Promise<boolean> {
  const mime = await findMime(head)
  // An archive of another type may have a PDF inside.
  if (mime !== undefined) return mime === 'application/pdf'
  const start = Buffer.from(head).indexOf('%PDF-')
  return start !== -1 && start < BEGINNING_BYTES
}
