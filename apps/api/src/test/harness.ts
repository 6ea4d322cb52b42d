import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { createCompany } from '@boardwalk/core/company/service'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import { createBoardJob } from '@boardwalk/core/job/create'
import { createKey, revokeKey } from '@boardwalk/core/key/service'
import { type BoardCompany, createBoardCompany } from '@boardwalk/core/memory/company'
import { createMetrics, type Metrics } from '@boardwalk/core/process/metrics'
import type { Settings } from '@boardwalk/core/process/settings'
import type { Scope } from '@boardwalk/schema/api-key'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { inviteUserByLink } from '../feature/user/user.ts'
import type { Part } from '../part.ts'
import type { PartValues } from '../part-state.ts'
import type { MailSettings } from '../process/smtp.ts'
import { type RunningServer, startServer } from '../server.ts'
import { checkAgainstDocument } from './contract.ts'
import { testSettings } from './settings.ts'

/** The program that draws pictures, from its source. */
const pictureProgram = {
  file: fileURLToPath(new URL('../pictures.ts', import.meta.url)),
  execArgv: ['--conditions=@boardwalk/source', '--import', createRequire(import.meta.url).resolve('tsx')],
}

/** A company with a key, and functions that act for it. */
export interface TestCompany {
  id: string
  slug: string
  key: string
  keyId: string
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Makes a published job without an external id. */
  boardJob: (title?: string) => Promise<{ jobId: number; jobUrl: string }>
  /** Makes another key, as the operator does. */
  createKey: (name: string, scopes: Scope[]) => Promise<{ id: string; key: string }>
  revokeKey: (id: string) => Promise<void>
  /** What its users do, as in the sandbox. */
  users: BoardCompany
  /** Invites a user, and returns the link with which they choose a password. */
  invite: (email: string) => Promise<string>
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer, and states what it must be.
  body: any
}

/** Sends a request to a path under /api, and fails unless the OpenAPI document describes the answer. */
export async function callAt(
  url: string,
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const res = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
    }),
  })
  const text = await res.text()
  const isJson = res.headers.get('content-type')?.startsWith('application/json')
  const answer: Answer = {
    status: res.status,
    headers: res.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text || undefined,
  }
  checkAgainstDocument(method, path, answer)
  return answer
}

type Call = (key: string | undefined, ...request: Parameters<TestCompany['call']>) => Promise<Answer>

/** Makes the address of the test database, with time limits that even a busy machine does not reach. */
const patientUri = () => `${inject('mongodbUri')}&waitQueueTimeoutMS=1800000&socketTimeoutMS=1800000`

interface ServerOptions {
  /** Default: 127.0.0.1. */
  host?: string
  now?: () => number
  log?: Logger
  settings?: Partial<Omit<Settings, 'sendsMail'>>
  signingSecrets?: string[]
  /** Where the journal is, for tests that break the way to it. */
  journalUri?: string
  /** The mail server, which may start after this is passed. */
  mail?: () => MailSettings
  partSettings?: PartValues
  metrics?: Metrics
  /** Whether the driver tells of its commands. */
  isMonitored?: boolean
  /** Default: all. */
  parts?: readonly Part[]
}

/** Starts a server in this process, on a free port, with the settings of tests. Its journal is beside its database. */
export async function startTestServer(
  connection: Connection,
  { settings, journalUri = patientUri(), mail, ...options }: ServerOptions = {},
): Promise<RunningServer> {
  const log = pino({ level: 'silent' })
  const journal = await connect(journalUri, `${connection.db.databaseName}_journal`)
  const server = await startServer({
    connection,
    journal,
    host: '127.0.0.1',
    port: 0,
    log,
    ...options,
    settings: {
      ...testSettings,
      ...(options.now && { clockSkewMsMax: Number.POSITIVE_INFINITY }),
      ...settings,
    },
    mail: mail?.(),
    pictureProgram,
  })
  return {
    ...server,
    async stop(delayMs) {
      await server.stop(delayMs)
      await journal.close()
    },
  }
}

/** Gives the tests of one file a server over a new database. */
export function useServer({ isMonitored = false, ...options }: ServerOptions = {}) {
  let running: RunningServer
  let connection: Connection
  let close: () => Promise<void>

  beforeAll(async () => {
    const { name, drop } = newDatabase()
    connection = await connect(patientUri(), name, { observer: isMonitored ? createMetrics() : undefined })
    running = await startTestServer(connection, options)
    close = async () => {
      await running.stop()
      await connection.close()
      await drop()
    }
  })
  afterAll(() => close())

  const call: Call = (...request) => callAt(running.url, ...request)

  async function company(scopes: Scope[] = ['read', 'write']): Promise<TestCompany> {
    const slug = `c-${randomUUID()}`
    const created = await createCompany(running.deps, { name: 'Atlas Talents', slug, locale: 'fr' })
    const { id } = created
    const operator = actAsOperator(id)
    const createOperatorKey = (name: string, scopes: Scope[]) => createKey(running.deps, operator, { name, scopes })
    const { id: keyId, key } = await createOperatorKey('test', scopes)
    return {
      id,
      slug,
      key,
      keyId,
      call: (method, path, body, headers) => call(key, method, path, body, headers),
      boardJob: (title = 'On the board') =>
        createBoardJob(running.deps, operator, { job: { known: { title }, extra: new Map() } }),
      createKey: createOperatorKey,
      revokeKey: (id) => revokeKey(running.deps, operator, { id }),
      // This process forgets what it changes at once, and there is no other.
      users: createBoardCompany({ ...running.deps, waitUntilForgotten: async () => {} }, created, { id: keyId, key }),
      invite: async (email) => (await inviteUserByLink(running.deps, operator, { email })).link,
    }
  }

  /** Counts a company's stored CVs, and its uploads that no application is known to hold. */
  async function storedCvs(companyId: string): Promise<{ files: number; uploads: number }> {
    const [files, uploads] = await Promise.all([
      connection.db.collection('cvs.files').countDocuments({ 'metadata.companyId': companyId }),
      connection.db.collection('cvUploads').countDocuments({ companyId }),
    ])
    return { files, uploads }
  }

  return {
    get url() {
      return running.url
    },
    get deps() {
      return running.deps
    },
    get connection() {
      return connection
    },
    call,
    company,
    storedCvs,
  }
}

/** Gives the tests of one file a second server over the same database. Like another process, it has its own caches. */
export function useSecondServer(first: ReturnType<typeof useServer>, options: ServerOptions = {}) {
  let running: RunningServer
  let close: () => Promise<void>

  beforeAll(async () => {
    const connection = await connect(patientUri(), first.connection.db.databaseName)
    running = await startTestServer(connection, options)
    close = async () => {
      await running.stop()
      await connection.close()
    }
  })
  afterAll(() => close())

  const call: Call = (...request) => callAt(running.url, ...request)
  return {
    get url() {
      return running.url
    },
    get deps() {
      return running.deps
    },
    call,
  }
}
