// Takes the place of mongod in tests on machines without one. It accepts mongod's arguments, and stores the configuration
// of a replica set in the data folder. Like mongod, it is not primary at an address outside this configuration, and ends
// 15 seconds after a signal.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { BSON } from 'mongodb'

const argument = (name) => process.argv[process.argv.indexOf(name) + 1]
if (process.argv.includes('--version')) {
  process.stdout.write('db version v8.2.6\n')
  process.exit()
}

const port = Number(argument('--port'))
const stored = `${argument('--dbpath')}/config.json`
let config = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : undefined
const keep = (next) => {
  config = next
  writeFileSync(stored, JSON.stringify(config))
  return { ok: 1 }
}
const isPrimary = () => config?.members[0].host === `127.0.0.1:${port}`
const refusal = (code, codeName) => ({ ok: 0, code, codeName, errmsg: codeName })
const membership = () => (config === undefined ? {} : { setName: config._id, hosts: [config.members[0].host] })
const hello = () => ({
  ok: 1,
  helloOk: true,
  isWritablePrimary: isPrimary(),
  ismaster: isPrimary(),
  secondary: !isPrimary(),
  maxWireVersion: 27,
  minWireVersion: 0,
  maxBsonObjectSize: 16777216,
  maxMessageSizeBytes: 48e6,
  maxWriteBatchSize: 1e5,
  logicalSessionTimeoutMinutes: 30,
  ...membership(),
})

const answers = {
  hello,
  ismaster: hello,
  isMaster: hello,
  serverStatus: () => ({ ok: 1, pid: process.pid }),
  replSetGetConfig: () => (config === undefined ? refusal(94, 'NotYetInitialized') : { ok: 1, config }),
  replSetInitiate: ({ replSetInitiate }) =>
    config === undefined ? keep({ ...replSetInitiate, version: 1 }) : refusal(23, 'AlreadyInitialized'),
  replSetReconfig: ({ replSetReconfig, force }) =>
    force || isPrimary() ? keep(replSetReconfig) : refusal(10107, 'NotWritablePrimary'),
  shutdown: () => {
    writeFileSync(`${argument('--dbpath')}/ended-by`, 'shutdown')
    process.exit()
  },
}

/** Answers one message of the wire protocol, which is given without its header. */
function reply(requestId, opCode, body) {
  const isQuery = opCode === 2004
  const command = BSON.deserialize(isQuery ? body.subarray(body.indexOf(0, 4) + 9) : body.subarray(5), {
    allowObjectSmallerThanBufferSize: true,
  })
  const document = BSON.serialize((answers[Object.keys(command)[0]] ?? (() => ({ ok: 1 })))(command))
  const prefix = Buffer.alloc(isQuery ? 36 : 21)
  prefix.writeInt32LE(prefix.length + document.length, 0)
  prefix.writeInt32LE(requestId, 8)
  prefix.writeInt32LE(isQuery ? 1 : 2013, 12)
  if (isQuery) prefix.writeInt32LE(1, 32)
  return Buffer.concat([prefix, document])
}

createServer((socket) => {
  let pending = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 16 && pending.length >= pending.readInt32LE(0)) {
      const length = pending.readInt32LE(0)
      const message = pending.subarray(0, length)
      pending = pending.subarray(length)
      socket.write(reply(message.readInt32LE(4), message.readInt32LE(12), message.subarray(16)))
    }
  })
}).listen(port, '127.0.0.1', () => process.stdout.write('Waiting for connections\n'))

process.on('SIGTERM', () => setTimeout(() => process.exit(), 15_000))
