import { fastify } from 'fastify'
import { candidateRoutes } from './candidate-routes.ts'
import { answerError, messageOf } from './error.ts'
import { jobRoutes } from './job-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { pageRoute } from './page-route.ts'
import type { Settings } from './settings.ts'

export function createApp(settings: Settings) {
  const app = fastify({
    logger: false,
    // A body is taken as it came: nothing coerced, added or removed, whatever a field is called.
    ajv: { customOptions: { coerceTypes: false, useDefaults: false, removeAdditional: false, allowUnionTypes: true } },
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    // An external id of 255 characters, percent-encoded; the schema says what is too long.
    routerOptions: { maxParamLength: 16_384 },
    schemaErrorFormatter: (errors, part) => new Error(messageOf(errors, part)),
    frameworkErrors: answerError,
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: { message: 'No such address' } }))
  app.register(jobRoutes(settings), { prefix: '/api' })
  app.register(linkRoutes(settings), { prefix: '/api' })
  app.register(candidateRoutes(settings), { prefix: '/api' })
  app.register(pageRoute(settings))
  return app
}
