import { extname } from 'node:path'
import type { CvFile } from '../feature/cv/upload.ts'
import { findMime } from '../process/mime.ts'

/** What a file is that was sent as a CV and is not a PDF, as far as an applicant needs to know. */
export type CvKind = 'empty' | 'word' | 'openDocument' | 'image' | 'text' | 'other'

const kinds: Partial<Record<string, CvKind>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.oasis.opendocument.text': 'openDocument',
  'application/rtf': 'word',
}

const kindsByExtension: Partial<Record<string, CvKind>> = {
  '.doc': 'word',
  '.docx': 'word',
  '.rtf': 'word',
  '.odt': 'openDocument',
  '.txt': 'text',
}

/** Finds out what a file is: by its first bytes, and if these do not tell, by its name. */
export async function findCvKind({ name, bytes, head }: Pick<CvFile, 'name' | 'bytes' | 'head'>): Promise<CvKind> {
  if (bytes === 0) return 'empty'
  const mime = (await findMime(head)) ?? ''
  if (mime.startsWith('image/')) return 'image'
  return kinds[mime] ?? kindsByExtension[extname(name).toLowerCase()] ?? 'other'
}
