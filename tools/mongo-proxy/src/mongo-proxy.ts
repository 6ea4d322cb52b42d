import { once } from 'node:events'
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'
import { createFrameReader, createReplyFrame, OP_MSG, readCommand } from './message.ts'

/** A command that a driver sends. `collection` is undefined for a command that has no collection. */
export interface Command {
  name: string
  database: string
  collection: string | undefined
  body: Document
}

/** The outcome with which a rule closes the driver's connection instead of answering. */
export const connectionLost = 'connection lost' as const

export type Outcome = Document | typeof connectionLost

/**
 * Decides about one command. It answers undefined to pass the command on, or the reply that the driver gets instead of
 * the database's own. `carryOut` sends the command to the database and resolves to its reply. If a rule never calls it, the
 * database never sees the command. If a rule waits before or after it, the command or its reply is late.
 */
export type Rule = (command: Command, carryOut: () => Promise<Document>) => Promise<Outcome> | undefined

export interface MongoProxy {
  /** The address for a driver. Its options keep the driver from connecting to the database directly. */
  uri: string
  /** Can be changed at any time. The rule at the moment when a command arrives decides about it. */
  rule: Rule | undefined
  stop(): Promise<void>
}

/** A gate that holds a rule: it waits for `opened` until a test calls `open`. */
export interface Gate {
  opened: Promise<void>
  open: () => void
}

export function createGate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Starts a proxy on a free port of 127.0.0.1, between drivers and the server at this address. */
export async function startMongoProxy(databaseUri: string): Promise<MongoProxy> {
  const database = new URL(databaseUri)
  const sockets = new Set<Socket>()
  const server = createServer((driver) => {
    const upstream = openSocket(Number(database.port || 27017), database.hostname)
    for (const socket of [driver, upstream]) sockets.add(socket.setNoDelay())
    relay(
      driver,
      upstream,
      () => proxy.rule,
      () => {
        for (const socket of [driver, upstream]) {
          socket.destroy()
          sockets.delete(socket)
        }
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: MongoProxy = {
    uri: createProxyUri(database, server),
    rule: undefined,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return proxy
}

function createProxyUri(database: URL, server: ReturnType<typeof createServer>): string {
  const uri = new URL(database)
  // A server that listens on a port has an AddressInfo.
  uri.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  // The server announces its own address to drivers of a replica set. With a direct connection, a driver ignores it.
  uri.searchParams.set('directConnection', 'true')
  // After an injected "not primary", the driver then asks again at once, instead of waiting for the server's next announcement.
  uri.searchParams.set('serverMonitoringMode', 'poll')
  uri.searchParams.set('minHeartbeatFrequencyMS', '20')
  return uri.href
}

/** The bytes of the database's replies. A rule may answer such a reply, and parsing loses the types of numbers. */
const replyBytes = new WeakMap<Document, Uint8Array>()

function relay(driver: Socket, upstream: Socket, getRule: () => Rule | undefined, close: () => void): void {
  const waiting = new Map<number, { resolve: (reply: Document) => void; reject: (error: Error) => void }>()
  const failed = (error: unknown) => {
    const isClosed = driver.destroyed || upstream.destroyed
    close()
    // If the connection is open, the rule itself has failed, and the test must show its error.
    if (!isClosed) throw error
  }
  const fromDriver = createFrameReader((frame) => {
    const command = frame.opCode === OP_MSG ? readCommand(frame) : undefined
    const carryOut = () =>
      new Promise<Document>((resolve, reject) => {
        if (upstream.destroyed) return reject(new Error('the connection is closed'))
        waiting.set(frame.requestId, { resolve, reject })
        upstream.write(frame.bytes)
      })
    const outcome = command === undefined ? undefined : getRule()?.(command, carryOut)
    if (outcome === undefined) return upstream.write(frame.bytes)
    outcome.then((answer) => {
      if (answer === connectionLost) close()
      else driver.write(createReplyFrame(frame.requestId, replyBytes.get(answer) ?? BSON.serialize(answer)))
    }, failed)
  })
  const fromUpstream = createFrameReader((frame) => {
    const carriedOut = waiting.get(frame.responseTo)
    if (carriedOut === undefined) return driver.write(frame.bytes)
    waiting.delete(frame.responseTo)
    const body = frame.bytes.subarray(21)
    const reply = BSON.deserialize(body)
    replyBytes.set(reply, body)
    carriedOut.resolve(reply)
  })
  driver.on('data', fromDriver)
  upstream.on('data', fromUpstream)
  const end = () => {
    close()
    for (const { reject } of waiting.values()) reject(new Error('the connection is closed'))
  }
  for (const socket of [driver, upstream]) socket.on('error', end).on('close', end)
}

const codeNames = {
  91: 'ShutdownInProgress',
  189: 'PrimarySteppedDown',
  262: 'ExceededTimeLimit',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
} as const

export type FailoverCode = keyof typeof codeNames

/** The codes that a member answers while it steps down or ends. The keys of the table are numbers that became texts. */
export const failoverCodes = Object.keys(codeNames).map(Number) as FailoverCode[]

/**
 * Creates the error that a member answers while it steps down or ends. MongoDB labels it only for a command that has a
 * `txnNumber`, so only such a command gets the label here.
 */
export function failoverError(command: Command, code: FailoverCode, { isLabelled = true } = {}): Document {
  const codeName = codeNames[code]
  const hasLabel = isLabelled && command.body.txnNumber !== undefined
  return {
    ok: 0,
    code,
    codeName,
    errmsg: `${codeName} (the proxy answers so)`,
    ...(hasLabel && { errorLabels: ['RetryableWriteError'] }),
  }
}
