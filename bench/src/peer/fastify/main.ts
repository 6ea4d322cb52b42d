import { environment } from '../environment.ts'
import { createApp } from './app.ts'
import { openDatabase } from './database.ts'

/* The service as an expert would write it: Fastify 5, JSON Schema and the driver of MongoDB alone. */

const { collections, close } = await openDatabase(environment.mongodbUri, environment.database)
const app = createApp(collections)
app.addHook('onClose', close)
process.once('SIGTERM', () => app.close())
await app.listen({ host: '127.0.0.1', port: environment.port })
process.stderr.write(`Peer is at ${environment.publicUrl}\n`)
