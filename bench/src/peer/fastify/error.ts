import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The member of the operation's answer that is null beside an error. */
    nullMember?: 'jobId' | 'candidates' | 'results'
  }
}

/** Answers with the operation's null member and the error; of a 5xx nothing leaves the server. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 500 } = error
  if (statusCode >= 500) process.stderr.write(`${error.stack}\n`)
  const message = statusCode >= 500 ? 'Internal server error' : error.message
  const { nullMember } = request.routeOptions?.config ?? {}
  reply.code(statusCode).send({ ...(nullMember && { [nullMember]: null }), error: { message } })
}

/** The first thing that is wrong, named by its path: "job.contractType must be one of CDI, CDD, …". */
export function messageOf([error]: FastifySchemaValidationError[], part: string): string {
  if (error === undefined) return `${part} is not valid`
  const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : ''
  const path = `${error.instancePath}${missing}`.slice(1).replaceAll('/', '.')
  const isNoId = missing !== '' || error.keyword === 'minLength'
  if (path === 'job.id' && isNoId) return 'Job ID is required'
  if (path === 'job.id' && error.keyword === 'type') return 'Job ID is required, and job.id must be a text'
  if (missing !== '') return `${path} is required`
  const { allowedValues } = error.params
  const accepted = Array.isArray(allowedValues)
    ? `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`
    : error.message
  return `${path || part} ${accepted}`
}
