import { type ErrorCode, type ErrorParams, errorCatalogue } from '@boardwalk/schema/error'
import { describeIssues, summarizeIssues } from '@boardwalk/schema/wording'
import type { z } from 'zod'

/** An error that the caller is told, with the status and the message of Boardwalk's catalogue. */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  readonly statusCode: number

  constructor(code: Code, ...params: ErrorParams<Code>) {
    const { status, message } = errorCatalogue[code]
    // ErrorParams pairs each code with its own parameters; a union of all messages cannot say so.
    super((message as (...all: unknown[]) => string)(...params))
    this.statusCode = status
  }
}

/** Throws a 400 that names every wrong value. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value)
  if (error === undefined) return data
  throw new Refusal('invalid_request', { message: summarizeIssues(describeIssues(error)) })
}
