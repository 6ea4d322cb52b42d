import { once } from 'node:events'
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'
import { commandIn, framesOf, OP_MSG, replyFrame } from './message.ts'

/** A command on its way to the database. `collection` is undefined where a command is about no collection. */
export interface Command {
  name: string
  database: string
  collection: string | undefined
  body: Document
}

/** Closes the driver's connection instead of answering. */
export const connectionLost = 'connection lost' as const

export type Outcome = Document | typeof connectionLost

/**
 * Decides about one command. It answers undefined to leave the command alone, or what the driver gets instead of the
 * database's own reply. `carryOut` sends the command to the database and resolves to the reply; a rule that never calls
 * it keeps the command from the database, and a rule that waits before or after it holds the command or its reply.
 */
export type Rule = (command: Command, carryOut: () => Promise<Document>) => Promise<Outcome> | undefined

export interface MongoProxy {
  /** The address for a driver; it keeps the driver from going around the proxy. */
  uri: string
  /** May change at any time; a command is decided by the rule of the moment it arrives. */
  rule: Rule | undefined
  stop(): Promise<void>
}

/** What a rule waits for, and who lets it go on. */
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

/** Listens on a free port of 127.0.0.1 for drivers, and passes on what they say to the one server of the address. */
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
    uri: throughPort(database, server),
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

function throughPort(database: URL, server: ReturnType<typeof createServer>): string {
  const uri = new URL(database)
  // A server that listens on a port has an AddressInfo.
  uri.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  // The server announces its own address to members of a replica set; a direct connection does not look for others.
  uri.searchParams.set('directConnection', 'true')
  // A driver that believes an injected "not primary" asks at once, instead of waiting for the server's next announcement.
  uri.searchParams.set('serverMonitoringMode', 'poll')
  uri.searchParams.set('minHeartbeatFrequencyMS', '20')
  return uri.href
}

/** The bytes of replies that came from the database, so that a rule's answer of one has every number's own type. */
const bytesOfReplies = new WeakMap<Document, Uint8Array>()

function relay(driver: Socket, upstream: Socket, ruleNow: () => Rule | undefined, close: () => void): void {
  const waiting = new Map<number, { resolve: (reply: Document) => void; reject: (error: Error) => void }>()
  const failed = (error: unknown) => {
    const isClosed = driver.destroyed || upstream.destroyed
    close()
    // Otherwise the rule itself is wrong, and who wrote it must see that.
    if (!isClosed) throw error
  }
  const fromDriver = framesOf((frame) => {
    const command = frame.opCode === OP_MSG ? commandIn(frame) : undefined
    const carryOut = () =>
      new Promise<Document>((resolve, reject) => {
        if (upstream.destroyed) return reject(new Error('the connection is closed'))
        waiting.set(frame.requestId, { resolve, reject })
        upstream.write(frame.bytes)
      })
    const outcome = command === undefined ? undefined : ruleNow()?.(command, carryOut)
    if (outcome === undefined) return upstream.write(frame.bytes)
    outcome.then((answer) => {
      if (answer === connectionLost) close()
      else driver.write(replyFrame(frame.requestId, bytesOfReplies.get(answer) ?? BSON.serialize(answer)))
    }, failed)
  })
  const fromUpstream = framesOf((frame) => {
    const carriedOut = waiting.get(frame.responseTo)
    if (carriedOut === undefined) return driver.write(frame.bytes)
    waiting.delete(frame.responseTo)
    const body = frame.bytes.subarray(21)
    const reply = BSON.deserialize(body)
    bytesOfReplies.set(reply, body)
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

/** The codes that a member answers while it steps down or ends; the keys of an object are text, these were numbers. */
export const failoverCodes = Object.keys(codeNames).map(Number) as FailoverCode[]

/**
 * The error that a member answers while it steps down or ends. MongoDB labels it only for a command that has a
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
