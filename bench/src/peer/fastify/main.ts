import { randomUUID } from 'node:crypto'
import { fastify, LogController } from 'fastify'
import { environment } from '../environment.ts'
import { log } from '../log.ts'
import { openDatabase } from './database.ts'
import { answerError, describe } from './error.ts'
import { jobRoutes } from './job-routes.ts'
import { routes } from './routes.ts'

/* The service as an expert would write it: Fastify 5, JSON Schema and the driver of MongoDB alone. */

const { collections, close } = await openDatabase(environment.mongodbUri, environment.database)
const app = fastify({
  loggerInstance: log,
  // One line for each request, not one when it comes and one when it is answered.
  logController: new LogController({ disableRequestLogging: true }),
  requestIdHeader: 'x-request-id',
  genReqId: () => randomUUID(),
  // Ajv leaves a body as it came: it coerces, adds and removes nothing.
  ajv: { customOptions: { coerceTypes: false, useDefaults: false, removeAdditional: false, allowUnionTypes: true } },
  onProtoPoisoning: 'ignore',
  onConstructorPoisoning: 'ignore',
  // An external id of 255 characters may be this long in percent-encoding.
  routerOptions: { maxParamLength: 16_384 },
  schemaErrorFormatter: (errors, part) => new Error(describe(errors, part)),
  frameworkErrors: answerError,
})
app.addHook('onRequest', ({ id }, reply, done) => {
  reply.header('x-request-id', id)
  done()
})
app.addHook('onResponse', ({ id: requestId, method, url }, { statusCode: status, elapsedTime: ms }, done) => {
  log.info({ requestId, method, url, status, ms }, 'request')
  done()
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
