import { openDatabase } from '../native/database.ts'
import { environment } from '../native/environment.ts'
import { createApp } from './app.ts'

/* Fastify 5, the native driver and JSON Schema: as an expert of Fastify would write it. */

const { port, mongodbUri, database, publicUrl } = environment()
const { collections, close } = await openDatabase(mongodbUri, database)
const app = createApp({ collections, publicUrl })
app.addHook('onClose', close)
process.once('SIGTERM', () => app.close())
await app.listen({ host: '127.0.0.1', port })
process.stderr.write(`Peer is at ${publicUrl}\n`)
