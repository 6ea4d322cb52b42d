import type { Command, Rule } from '@boardwalk/mongo-proxy'
import type * as mongo from 'mongodb'
import { expect, test } from 'vitest'
import { captureLog } from './capture-log.ts'
import { startTestServer, useServer } from './harness.ts'
import { createReply, openProxiedConnection } from './proxied.ts'

/* What a start says of a database that lacks something. A proxy makes the database of the tests lack it. */

const base = useServer()

/** Answers that a server over such a database gives. */
async function startOver(rule: Rule) {
  const { proxy, connection } = await openProxiedConnection(base)
  proxy.rule = rule
  const { log, read } = captureLog('warn')
  const server = await startTestServer(connection, { log })
  const { warnings = [] } = await (await fetch(`${server.url}/readyz`)).json()
  return { proxy, server, warnings, logged: read() }
}

const refuse = (code: number, codeName: string) =>
  Promise.resolve({ ok: 0, code, codeName, errmsg: `${codeName} (the proxy answers so)` })

/** Whether the product sends the command: the driver's own checks of the connection name the client or a version. */
const isHello = ({ name, body }: Command) => name === 'hello' && !('client' in body || 'topologyVersion' in body)

const isTrial = ({ collection }: Command) => collection === 'trials'

/** Changes the answer of the database to some commands. */
const change =
  (isMeant: (command: Command) => boolean, to: (reply: mongo.Document) => mongo.Document): Rule =>
  (command, carryOut) =>
    isMeant(command) ? carryOut().then(to) : undefined

/** Answers as a mongod that was started without a replica set does. */
const standalone: Rule = (command, carryOut) => {
  if (isHello(command)) return carryOut().then(({ setName: _, hosts: __, primary: ___, me: ____, ...hello }) => hello)
  if (command.body.readConcern?.level === 'linearizable') return refuse(123, 'NotAReplicaSet')
  if (command.body.txnNumber !== undefined) return refuse(20, 'IllegalOperation')
  return undefined
}

const REFUSAL = /^The database \S+ is on a standalone mongod, .*\n.*--replSet rs0 .*\n.*rs\.initiate\(\)'$/

test('a standalone mongod is refused before a start makes anything in it, with the lines that make it a replica set', async () => {
  const { proxy, connection } = await openProxiedConnection(base)
  const changed: string[] = []
  proxy.rule = (command, carryOut) => {
    if (['create', 'collMod', 'createIndexes', 'insert', 'update', 'delete', 'findAndModify'].includes(command.name))
      changed.push(command.name)
    return standalone(command, carryOut)
  }
  await expect(startTestServer(connection)).rejects.toThrow(REFUSAL)
  expect(changed).toEqual([])
})

test('a process whose database becomes a standalone mongod is not ready, until the database is of a set again', async () => {
  const { proxy, server } = await startOver(() => undefined)
  const ask = async () => (await fetch(`${server.url}/readyz`)).json()
  proxy.rule = standalone
  expect(await ask()).toEqual({ status: 'not ready', reasons: [expect.stringMatching(REFUSAL)] })
  proxy.rule = undefined
  expect(await ask()).toEqual({ status: 'ready' })
  await server.stop()
})

test('a database that lacks nothing gets no warning, and a start leaves it no row of a trial', async () => {
  const servers = await Promise.all([startOver(() => undefined), startOver(() => undefined)])
  expect(servers.map(({ warnings, logged }) => [warnings, logged])).toEqual([
    [[], []],
    [[], []],
  ])
  expect(await base.connection.db.collection('trials').countDocuments()).toBe(0)
  for (const { server } of servers) await server.stop()
})

test.each<[lack: string, warning: string, rule: Rule]>([
  [
    'is older than 7.0',
    'has version 6.0.14',
    change(
      ({ name }) => name === 'buildInfo',
      (reply) => ({ ...reply, version: '6.0.14' }),
    ),
  ],
  ['sends no operationTime', 'sends no operationTime', change(isHello, ({ operationTime: _, ...reply }) => reply)],
  [
    'ignores read concerns',
    'does not look at read concerns',
    change(
      ({ body }) => body.readConcern?.level === 'none',
      () => ({ ok: 1, cursor: { firstBatch: [], id: 0, ns: 'x.trials' } }),
    ),
  ],
  [
    'ignores write concerns',
    'does not look at write concerns',
    change(
      ({ body }) => body.writeConcern?.w === 50,
      () => ({ ok: 1, n: 1 }),
    ),
  ],
  [
    'carries a repeated write out twice',
    'carries a write out twice',
    change(
      (command) => isTrial(command) && command.name === 'find' && '_id' in command.body.filter,
      (reply) => {
        const { firstBatch, ns } = reply.cursor
        return createReply(
          ns,
          firstBatch.map((row: mongo.Document) => ({ ...row, count: 2 })),
        )
      },
    ),
  ],
  [
    'has no validators',
    'does not check rows',
    change(
      (command) => isTrial(command) && command.body.documents?.[0]?.count === 'wrong',
      () => ({ ok: 1, n: 1 }),
    ),
  ],
  [
    'has no TTL indexes',
    'deletes no rows whose time is over: those of alerts, apiRequests, ',
    change(
      (command) => isTrial(command) && command.name === 'listIndexes',
      (reply) => ({ ...reply, cursor: { ...reply.cursor, firstBatch: [] } }),
    ),
  ],
])(
  'a database that %s serves a board, and the server says at its start and in /readyz what is lacking',
  async (_lack, warning, rule) => {
    const { server, warnings, logged } = await startOver(rule)
    await server.stop()
    expect(warnings).toEqual([expect.stringContaining(`the database ${warning}`)])
    expect(logged).toContainEqual(expect.objectContaining({ msg: warnings[0] }))
  },
)

test.each<[lack: string, refusal: string, rule: Rule]>([
  [
    'linearizable reads',
    'refuses linearizable reads',
    ({ body }) => (body.readConcern?.level === 'linearizable' ? refuse(72, 'InvalidOptions') : undefined),
  ],
  [
    'sessions',
    'supports no sessions',
    (command) =>
      isTrial(command) &&
      command.name === 'find' &&
      command.body.readConcern?.level === 'majority' &&
      '_id' in command.body.filter
        ? refuse(72, 'InvalidOptions')
        : undefined,
  ],
  [
    'partial unique indexes',
    'does not keep partial unique indexes',
    change(
      (command) => isTrial(command) && command.body.documents?.length === 4,
      () => ({ ok: 1, n: 1, writeErrors: [{ index: 1, code: 11000, errmsg: 'E11000 duplicate key' }] }),
    ),
  ],
])(
  'a database without %s is refused at the start, because requests would be answered with 500',
  async (_lack, refusal, rule) => {
    await expect(startOver(rule)).rejects.toThrow(`No board can be served: the database ${refusal}`)
  },
)
