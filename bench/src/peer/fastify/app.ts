import { fastify } from 'fastify'
import { candidateRoutes } from './candidate-routes.ts'
import type { Collections } from './database.ts'
import { answerError, describe } from './error.ts'
import { jobRoutes } from './job-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { pageRoute } from './page-route.ts'

export function createApp(collections: Collections) {
  const app = fastify({
    logger: false,
    // Ajv leaves a body as it came: it coerces, adds and removes nothing.
    ajv: { customOptions: { coerceTypes: false, useDefaults: false, removeAdditional: false, allowUnionTypes: true } },
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    // An external id of 255 characters may be this long in percent-encoding.
    routerOptions: { maxParamLength: 16_384 },
    schemaErrorFormatter: (errors, part) => new Error(describe(errors, part)),
    frameworkErrors: answerError,
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: { message: 'No such address' } }))
  app.register(jobRoutes(collections), { prefix: '/api' })
  app.register(linkRoutes(collections), { prefix: '/api' })
  app.register(candidateRoutes(collections), { prefix: '/api' })
  app.register(pageRoute(collections))
  return app
}
