import type { z } from 'zod'
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

/** One operation of the integration API. Server, document, SDK and tests read it; none of them repeats it. */
export interface Operation<
  OwnError extends ErrorCode = ErrorCode,
  OwnMethod extends Method = Method,
  Path extends `/${string}` = `/${string}`,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  method: OwnMethod
  /** Its path under `/api`; a part in braces is a member of the input. */
  path: Path
  /** What the caller's key must be allowed to do. */
  scope: Scope
  /** Its chapter in the document. */
  tag: 'Jobs' | 'Candidates'
  summary: string
  description: string
  /** The path's parameters together with the members of the body (POST, PUT) or of the query (GET, DELETE). */
  input: Input
  /** The body of a success. Documented and tested; at run time the compiler vouches for it. */
  output: Output
  /** The headers of a success, beside those that every answer has. */
  responseHeaders?: z.ZodObject
  /** The member of the output that is null in the body of an error. */
  nullMember: keyof z.output<Output> & string
  /** The statuses of a success, and what each means. */
  success: Record<number, string>
  /** The errors that only this operation answers with, beside those of every operation. */
  errors: OwnError[]
  /** Examples for the document: an accepted request, its answer, and an input that is refused with a 400. */
  example: RequestExample<OwnMethod, Omit<z.input<Input>, PathParameter<Path>>> & {
    answer: z.output<Output>
    refused: object
  }
}

/** Whether the operation reads a body; one that reads none takes its input from the query. */
export const hasBody = ({ method }: Pick<Operation, 'method'>): boolean => method === 'POST' || method === 'PUT'

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
