import { fastify } from 'fastify'
import { environment } from '../environment.ts'
import { openDatabase } from './database.ts'
import { answerError, describe } from './error.ts'
import { jobRoutes } from './job-routes.ts'
import { routes } from './routes.ts'

/* The service as an expert would write it: Fastify 5, JSON Schema and the driver of MongoDB alone. */

const { collections, close } = await openDatabase(environment.mongodbUri, environment.database)
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
app.register(routes(collections))
app.addHook('onClose', close)
process.once('SIGTERM', () => app.close())
await app.listen({ host: '127.0.0.1', port: environment.port })
process.stderr.write(`Peer is at ${environment.publicUrl}\n`)
