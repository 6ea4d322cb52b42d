import type { Readable, Writable } from 'node:stream'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import type { Issue } from '@boardwalk/schema/error'
import type { Request, Response } from 'express'
import multer, { MulterError, type Options } from 'multer'
import { AppError } from '../error.ts'
import { cvTooLarge, type SentForm } from '../feature/application/service/submit.ts'

/** The form that arrived. `issues` lists what is wrong with the form as a whole. */
export interface FormBody extends SentForm {
  issues: Issue[]
}

const PARTS_MAX = 20
const FILE_NAME_CHARACTERS_MAX = 200
/** More than four bytes for each character of the longest field. */
const FIELD_BYTES_MAX = 64 * 1024

/** The names of fields whose file has bytes but no name. multer ignores such a file, and it may be a CV. */
const unnamedFiles = new WeakMap<Request, string>()

// The parser under multer; @types/multer does not know it yet.
interface WithParser {
  streamHandler(req: Request, parser: Writable): void
}

const options: Options & WithParser = {
  storage: multer.memoryStorage(),
  // The file's limit bounds the memory of a request; `submitApplication` has the rule and the words for it.
  limits: { fileSize: CV_BYTES_MAX, parts: PARTS_MAX, fieldSize: FIELD_BYTES_MAX },
  defParamCharset: 'utf8',
  streamHandler(req, parser) {
    parser.on('file', (field: string, file: Readable, { filename }: { filename?: string }) => {
      if (!filename) file.once('data', () => unnamedFiles.set(req, field))
    })
    req.pipe(parser)
  },
}
const readParts = multer(options).single('cv')

/** Throws `body_unsupported` if the request is not a multipart form. */
export function requireForm(req: Request): void {
  if (!/^multipart\/form-data[\t ]*(?:;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new AppError('body_unsupported', { message: 'Content-Type must be multipart/form-data' })
}

/** Reads the form of a request, within limits. It never throws, and it waits only for what the request sends. */
export async function readForm(req: Request, res: Response): Promise<FormBody> {
  const error = await new Promise<unknown>((resolve) => readParts(req, res, resolve))
  const { cv: cvText = '', ...fields }: Record<string, unknown> = { ...req.body }
  const issues = error === undefined ? [] : [toIssue(error)]
  const unnamed = cvText === '' ? unnamedFiles.get(req) : 'cv'
  if (unnamed !== undefined) issues.push({ path: unnamed, message: `${unnamed} must be a file with a file name` })
  // A browser sends an empty file without a name if nobody chose one. multer ignores it.
  const { originalname = '', buffer }: Partial<Express.Multer.File> = req.file ?? {}
  // multer keeps the name of a file that it refuses, without its bytes.
  const cv = buffer && { name: originalname.slice(0, FILE_NAME_CHARACTERS_MAX), bytes: buffer }
  return { fields: withPlainLineEnds(fields), cv, issues }
}

/** Turns the CR LF line ends that browsers put into forms back into LF. */
function withPlainLineEnds(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value,
    ]),
  )
}

function toIssue(error: unknown): Issue {
  if (!(error instanceof MulterError)) return unreadable
  const { code, field = '' } = error
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return cvTooLarge
    case 'LIMIT_UNEXPECTED_FILE':
      return field === 'cv'
        ? { path: 'cv', message: 'cv must be one file' }
        : { path: field, message: `${field} is not a file of this form; it accepts one, cv` }
    case 'LIMIT_FIELD_VALUE':
      return { path: field, message: `${field} must be at most ${FIELD_BYTES_MAX} bytes` }
    case 'LIMIT_PART_COUNT':
      return { path: '', message: `The form must have at most ${PARTS_MAX} parts` }
    default:
      return unreadable
  }
}

const unreadable: Issue = {
  path: '',
  message: 'The request body is not valid: it is not a whole multipart/form-data form',
}
