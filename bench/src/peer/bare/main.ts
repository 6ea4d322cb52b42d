import { createServer } from 'node:http'
import { openDatabase } from '../native/database.ts'
import { environment } from '../native/environment.ts'
import { createHandler } from './handler.ts'

/* node:http and the native driver, and no validation at all: the limit. */

const { port, mongodbUri, database, publicUrl } = environment()
const { collections, close } = await openDatabase(mongodbUri, database)
const server = createServer(createHandler(collections, publicUrl))
process.once('SIGTERM', () => {
  server.close(close)
  server.closeIdleConnections()
})
server.listen(port, '127.0.0.1', () => process.stderr.write(`Peer is at ${publicUrl}\n`))
