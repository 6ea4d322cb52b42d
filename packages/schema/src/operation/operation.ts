import { z } from 'zod'
import type { Scope } from '../api-key.ts'
import type { ErrorCode } from '../error.ts'

type BodyMethod = 'POST' | 'PUT'
type Method = BodyMethod | 'GET' | 'DELETE'

/** Names of the parameters in a path: `externalJobId` in `/job/{externalJobId}`. */
type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

type RequestExample<OwnMethod extends Method, Body> = OwnMethod extends BodyMethod
  ? { request: Body }
  : { request?: undefined }

/** One operation of the integration API. The server, the OpenAPI document, the SDK and the tests all use this description. */
export interface Operation<
  OwnError extends ErrorCode = ErrorCode,
  OwnMethod extends Method = Method,
  Path extends `/${string}` = `/${string}`,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  method: OwnMethod
  /** The path under `/api`. A part in braces is a member of the input. */
  path: Path
  /** The scope that the caller's key needs. With `any`, each key will do. */
  scope: Scope | 'any'
  /** The chapter of the OpenAPI document that describes it. */
  tag: 'Jobs' | 'Candidates' | 'Key'
  summary: string
  description: string
  /**
   * Whether the operation is ours and not of the specification. Ours refuse parameters and members that they do not have.
   * The others, as the specification says nothing of them, refuse those that resemble one that they have.
   */
  isExtension: boolean
  /** The path's parameters together with the members of the body (POST, PUT) or of the query (GET, DELETE). */
  input: Input
  /** The headers that this operation reads, besides those that every operation reads. */
  requestHeaders?: z.ZodObject
  /** The body of a success. The compiler and tests check it; the server does not check it at run time. */
  output: Output
  /** The media types of a success that is a file. Its body is then `nullMember` of the output, which is a `FileAnswer`. */
  fileTypes?: readonly string[]
  /** The headers of a success, besides those that every answer has. */
  responseHeaders?: z.ZodObject
  /** The member of the output that is null in the body of an error. */
  nullMember: keyof z.output<Output> & string
  /** The statuses of a success, and what each means. */
  success: Record<number, string>
  /** The errors of this operation, besides those that every operation has. */
  errors: OwnError[]
  /** Examples for the document: an accepted request, its answer, and an input that is refused with a 400. */
  example: RequestExample<OwnMethod, Omit<z.input<Input>, PathParameter<Path>>> & {
    /** Absent if the answer is a file. */
    answer?: z.output<Output>
    refused: object
  }
}

/** A file that an operation answers with: its name, and its bytes as they come. */
export interface FileAnswer {
  fileName: string
  mime: string
  content: AsyncIterable<unknown>
}

/** A header of lists of changes. A later page has none, because a row that changed after the first page may be missing on it. */
export const ChangedThrough = z
  .string()
  .optional()
  .describe(
    'Present on the first page if `changedSince` was sent. Turn all pages with the same `changedSince`, then send this as the next `changedSince`. You miss no change, and may get a change of the last two minutes twice.',
  )
  .meta({ format: 'date-time', examples: ['2026-03-02T09:28:00.123Z'] })

/** Tells whether the operation reads a body. The others take their input from the query. */
export const hasBody = ({ method }: { method: string }): boolean => method === 'POST' || method === 'PUT'

/** Checks the description of an operation, and keeps the types of its schemas and errors. */
export function describeOperation<
  OwnError extends ErrorCode,
  OwnMethod extends Method,
  Path extends `/${string}`,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
>(operation: Operation<OwnError, OwnMethod, Path, Input, Output>): Operation<OwnError, OwnMethod, Path, Input, Output> {
  return operation
}
