import type { z } from 'zod'

/** A request that cannot be done: the HTTP status and the message that say so. */
export class Failure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What a request got wrong, each value by its path. */
export const messageOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ')
