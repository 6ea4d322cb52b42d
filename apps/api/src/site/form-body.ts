import type { Readable, Writable } from 'node:stream'
import { AppError } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { cvTooLarge, type SentForm } from '@boardwalk/core/intake/submit'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import type { Issue } from '@boardwalk/schema/error'
import type { Request, Response } from 'express'
import multer, { MulterError, type Options, type StorageEngine } from 'multer'
import type { Deps } from '../deps.ts'
import { SpoolError, type SpooledFile } from './spool.ts'

/** A form as it arrived. */
export interface FormBody extends SentForm {
  /** What is wrong with the form as a whole. */
  issues: Issue[]
  /** Set if the server did not take the file, which is not the applicant's fault. `cause` says why the server could not write it. */
  refusedFile: { cause?: SpoolError } | undefined
  /** Removes the file. Call this when no reader needs it any more. */
  close(): Promise<void>
}

/** The most parts of a form to which no part of the board adds any. */
const PARTS_MAX = 20
const FILE_NAME_CHARACTERS_MAX = 200
/** More than four bytes for each character of the longest field. */
const FIELD_BYTES_MAX = 64 * 1024
/** The most bytes of all texts of a form. */
const TEXT_BYTES_MAX = PARTS_MAX * FIELD_BYTES_MAX

// @types/multer lacks this option, which gives access to the parser that multer uses.
interface ParserOption {
  streamHandler(req: Request, parser: Writable): void
}

/** Whether the request is a multipart form. */
export const isForm = (req: Request): boolean =>
  /^multipart\/form-data[\t ]*(?:;|$)/i.test(req.headers['content-type'] ?? '')

/** Throws `body_unsupported` if the request is not a multipart form. */
export function requireForm(req: Request): void {
  if (!isForm(req)) throw new AppError('body_unsupported', { message: 'Content-Type must be multipart/form-data' })
}

/**
 * Reads the form of a request, within limits. If `takesFile` is false, it reads the texts only. `addedValues` counts the values of fields
 * that parts of the board added. Throws `unavailable` if the process ends
 * the body to make room for others.
 */
export async function readForm(
  deps: Deps,
  req: Request,
  res: Response,
  takesFile: boolean,
  addedValues = 0,
): Promise<FormBody> {
  const partsMax = PARTS_MAX + addedValues
  // multer ignores a file without a name, which may be a CV.
  let unnamed: string | undefined
  let refusedFile: FormBody['refusedFile']
  let file: SpooledFile | undefined
  const storage: StorageEngine = {
    _handleFile(_req, { stream }, done) {
      deps.spool.write(stream).then((written) => {
        file = written
        done(null)
      }, done)
    },
    _removeFile(_req, _file, done) {
      closeFile().then(() => done(null), done)
    },
  }
  const closeFile = async () => {
    const closed = file
    file = undefined
    await closed?.close()
  }
  // Ends the reading when the process ends the body. Then multer fails too, and removes the file.
  let refuse: (error: AppError) => void = () => {}
  const options: Options & ParserOption = {
    storage,
    // The limit of the file protects the disk. `submitApplication` has the rule for applicants, and its message.
    limits: { fileSize: CV_BYTES_MAX, parts: partsMax, fieldSize: FIELD_BYTES_MAX, fieldNestingDepth: 0 },
    defParamCharset: 'utf8',
    fileFilter(_req, _file, done) {
      if (!takesFile) refusedFile = {}
      done(null, takesFile)
    },
    streamHandler(_req, parser) {
      parser.on('file', (field: string, content: Readable, { filename }: { filename?: string }) => {
        if (!filename)
          content.once('data', () => {
            unnamed = field
          })
      })
      const bytesMax = TEXT_BYTES_MAX + (takesFile ? CV_BYTES_MAX : 0)
      deps.admission.watch(req, res, {
        bytesMax,
        caller: findCaller(req, deps.settings.trustProxy),
        isStranger: true,
        refuse,
      })
      req.pipe(parser)
    },
  }
  const readParts = multer(options).single('cv')
  const error = await new Promise<unknown>((resolve, reject) => {
    refuse = reject
    readParts(req, res, resolve)
  })
  // The answer does not wait for the rest of the body.
  req.boardwalk.resume()
  const isSpoolFailure = error instanceof SpoolError
  if (isSpoolFailure) refusedFile = { cause: error }
  const { cv: cvText = '', ...fields }: Record<string, unknown> = { ...req.body }
  const issues = error === undefined || isSpoolFailure ? [] : [toIssue(error, partsMax)]
  if (cvText !== '') unnamed = 'cv'
  if (unnamed !== undefined) issues.push({ path: unnamed, message: `${unnamed} must be a file with a file name` })
  // If the applicant chose no file, the browser sends an empty one without a name, which multer ignores.
  const name = req.file?.originalname.slice(0, FILE_NAME_CHARACTERS_MAX) ?? ''
  // multer removes the file of a form that it refuses.
  const cv = file && { name, ...file }
  return { fields: normaliseLineEnds(fields), cv, issues, refusedFile, close: closeFile }
}

/** Turns CR LF, the line end of browsers in forms, into LF. */
function normaliseLineEnds(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value,
    ]),
  )
}

function toIssue(error: unknown, partsMax: number): Issue {
  if (!(error instanceof MulterError)) return unreadable
  const { field = '' } = error
  // A string, because @types/multer lacks some codes.
  const code: string = error.code
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return cvTooLarge
    case 'LIMIT_UNEXPECTED_FILE':
      return field === 'cv'
        ? { path: 'cv', message: 'cv must be one file' }
        : { path: field, message: `${field} is not a file of this form; it accepts one, cv` }
    case 'LIMIT_FIELD_VALUE':
      return { path: field, message: `${field} must be at most ${FIELD_BYTES_MAX} bytes` }
    case 'LIMIT_FIELD_NESTING': {
      const [name = ''] = field.split('[', 1)
      return { path: name, message: `${name} must be one text` }
    }
    case 'LIMIT_PART_COUNT':
      return { path: '', message: `The form must have at most ${partsMax} parts` }
    default:
      return unreadable
  }
}

const unreadable: Issue = {
  path: '',
  message: 'The request body is not valid: it is not a whole multipart/form-data form',
}
