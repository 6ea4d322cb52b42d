import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The member that is null in the body of an error. */
    nullMember?: 'jobId' | 'candidates' | 'results'
  }
}

/** Answers with the error; the caller learns nothing of one that is the server's. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error
  if (statusCode >= 500) process.stderr.write(`${error.stack}\n`)
  const message = statusCode >= 500 ? 'Internal server error' : error.message
  const { nullMember } = request.routeOptions?.config ?? {}
  reply.code(statusCode).send({ ...(nullMember && { [nullMember]: null }), error: { message } })
}

/** Describes the first wrong value by its path: "job.contractType must be one of CDI, CDD, …". */
export function describe([error]: FastifySchemaValidationError[], part: string): string {
  if (error === undefined) return `${part} is not valid`
  const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : ''
  const path = `${error.instancePath}${missing}`.slice(1).replaceAll('/', '.')
  const hasNoId = missing !== '' || error.keyword === 'minLength'
  if (path === 'job.id' && hasNoId) return 'Job ID is required'
  if (path === 'job.id' && error.keyword === 'type') return 'Job ID is required, and job.id must be a text'
  if (missing !== '') return `${path} is required`
  const { allowedValues } = error.params
  const accepted = Array.isArray(allowedValues)
    ? `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`
    : error.message
  return `${path || part} ${accepted}`
}
