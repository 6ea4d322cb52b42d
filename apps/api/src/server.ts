import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { flushRecorders } from '@boardwalk/core/activity/recorder'
import { createClockWatch } from '@boardwalk/core/db/clock-watch'
import type { Connection } from '@boardwalk/core/db/connection'
import { createTrials } from '@boardwalk/core/db/deployment'
import { prepareDatabase } from '@boardwalk/core/db/prepare'
import { createRetry, DATABASE_WAIT_MS } from '@boardwalk/core/db/retry'
import { createSecrets, deriveSigningSecrets } from '@boardwalk/core/db/secret'
import { createJournal } from '@boardwalk/core/deps'
import { createDrain, listen } from '@boardwalk/core/http/listen'
import { createReadiness } from '@boardwalk/core/http/readiness'
import { createHttpServer } from '@boardwalk/core/http/server'
import { createMetrics, type Metrics } from '@boardwalk/core/process/metrics'
import { startSchedule, type Work } from '@boardwalk/core/process/schedule'
import { IN_DATABASE, type Settings } from '@boardwalk/core/process/settings'
import { createCoreWorks } from '@boardwalk/core/works'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createDeps, createStores, type Deps } from './deps.ts'
import { applicationMails } from './feature/desk/mails.ts'
import { createMailSender } from './feature/mail/sender.ts'
import { createSendMessage } from './feature/mail/transport.ts'
import { thumbnailSweep } from './feature/picture/company-pictures.ts'
import type { PictureProgram } from './feature/picture/process.ts'
import { userMails } from './feature/user/mails.ts'
import { createSessionStore } from './feature/user/session-store.ts'
import { withListeners } from './listeners.ts'
import type { Part } from './part.ts'
import type { PartValues } from './part-state.ts'
import { parts as allParts } from './parts.ts'
import type { MailSettings } from './process/smtp.ts'
import { createSpool } from './site/spool.ts'

/** The time between two checks of the clock and the database. A proxy that asks /readyz causes more of them. */
const CHECK_READINESS_EVERY_MS = 5_000

/** How long a server that stops waits for its work in the background, which ends at its next row. */
const FINISH_MS_MAX = 10_000

/** The built back office, and the built reference of the API. The paths are the same from `src` and from `dist`. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const REFERENCE_FOLDER = fileURLToPath(new URL('../../reference/dist', import.meta.url))

interface ServerOptions {
  connection: Connection
  /** The journal's database. */
  journal: Connection
  host: string
  /** 0 takes a free port. */
  port: number
  /** Without a `publicUrl`, it is the address that the server listens on. */
  settings: Omit<Settings, 'publicUrl' | 'sendsMail'> & { publicUrl?: string | undefined }
  /** What signs links to CVs and sessions, the newest first. Default: the secrets in the database. */
  signingSecrets?: readonly string[]
  /** Without it the server sends no mail. */
  mail?: MailSettings | undefined
  log: Logger
  now?: () => number
  metrics?: Metrics
  /** The program that draws pictures. Default: the built one. */
  pictureProgram?: PictureProgram
  /** The optional features. Default: all. */
  parts?: readonly Part[]
  /** What the operator has set for them. Tests replace more of a part here, such as its way to other servers. */
  partSettings?: PartValues
}

export interface RunningServer {
  url: string
  /** The address that it listens on. */
  boundUrl: string
  /** Whether the board has no company yet. */
  isEmpty: boolean
  deps: Deps
  /**
   * Reports at once that it is not ready, and serves for `delayMs` so that load balancers notice. Then it accepts no new
   * connection, and finishes the requests under way and the work in the background.
   */
  stop(delayMs?: number): Promise<void>
}

/** Prepares the database and starts to listen. */
export async function startServer({
  connection,
  journal: journalConnection,
  host,
  port,
  settings,
  signingSecrets = [IN_DATABASE],
  mail,
  log,
  now = Date.now,
  metrics = createMetrics(),
  pictureProgram,
  parts = allParts,
  partSettings = {},
}: ServerOptions): Promise<RunningServer> {
  const retry = createRetry(settings.databaseWaitMs ?? DATABASE_WAIT_MS)
  const stores = createStores(connection, parts, retry)
  const sessions = createSessionStore(connection, now, retry)
  const readSecret = createSecrets(connection)
  await createSpool(settings.spoolFolder).check()
  const journal = createJournal(journalConnection, retry)
  const tryDatabase = createTrials(connection)
  // One after the other: if one fails, its caller closes both connections, and no command may be under way then.
  await prepareDatabase(connection)
  await prepareDatabase(journalConnection)
  const warnings = await tryDatabase()
  for (const warning of warnings) log.warn(warning)
  const clock = createClockWatch({ now, skewMsMax: settings.clockSkewMsMax })
  const readStored = async () => {
    await clock.compare(connection)
    return {
      cvSecrets: await deriveSigningSecrets(signingSecrets, 'cvLinks', readSecret),
      sessionSecrets: await deriveSigningSecrets(signingSecrets, 'sessions', readSecret),
      limitSecret: await readSecret('limits'),
      isEmpty: await stores.companies.isEmpty(),
    }
  }
  const { cvSecrets, sessionSecrets, limitSecret, isEmpty } = await readStored().catch((cause: unknown) => {
    throw new Error(`The database cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })
  stores.createLimiter.start({ secret: limitSecret, log, metrics })
  const server = createHttpServer()
  const drain = createDrain(server, log)
  // The last step that may fail, so a start that fails has answered no request.
  const listening = await listen(server, { host, port }, { purpose: 'The board', settings: 'PORT or HOST' })
  // Nothing is awaited between here and setting the handler, so no request arrives before the handler is set.
  const boundUrl = formatAddress(listening)
  const url = settings.publicUrl ?? boundUrl
  const all = {
    settings: { ...settings, publicUrl: url, sendsMail: mail !== undefined },
    cvSecrets,
    log,
    now,
    soundNow: clock.soundNow,
    metrics,
    journal,
    partSettings,
    ...(pictureProgram && { pictureProgram }),
  }
  const deps = withListeners(createDeps(stores, all), parts)
  const backOffice = { store: sessions, secrets: sessionSecrets, folder: WEB_FOLDER }
  const { stopping } = deps.background
  const readiness = createReadiness({ connection, clock, log, metrics })
  const files = { backOffice, referenceFolder: REFERENCE_FOLDER, parts }
  server.on('request', createApp(deps, { readiness, warnings, isStopping: () => stopping.aborted, ...files }))
  const readinessCheck: Work<Deps> = {
    name: 'find out whether the process is ready',
    everyMs: CHECK_READINESS_EVERY_MS,
    run: readiness.check,
  }
  const kinds = Object.assign({}, userMails, applicationMails, ...parts.map(({ mails }) => mails))
  const stopSchedule = startSchedule(deps, [
    readinessCheck,
    ...createCoreWorks(),
    thumbnailSweep,
    ...parts.flatMap((part) => part.works?.(deps) ?? []),
    ...(mail === undefined ? [] : [createMailSender(deps, { kinds, send: createSendMessage(mail) })]),
  ])
  return {
    url,
    boundUrl,
    isEmpty,
    deps,
    async stop(delayMs = 0) {
      deps.background.stop()
      deps.mailbox.stopWaiters()
      stopSchedule()
      if (delayMs > 0) await wait(delayMs)
      await drain()
      const unfinished = await deps.background.settled(FINISH_MS_MAX)
      if (unfinished.length > 0) log.warn({ unfinished }, 'work in the background did not end; the rest stays due')
      // Work that ended may have noted something.
      await flushRecorders(deps)
      deps.pictures.stop()
    },
  }
}

function formatAddress({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
