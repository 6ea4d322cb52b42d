import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { REMOVED_SWEEP, sweepRemovedCompanies } from '@boardwalk/core/company/removal'
import { SWEEP } from '@boardwalk/core/cv/upload'
import { findOrderProblems } from '@boardwalk/core/db/causal'
import { createClockWatch } from '@boardwalk/core/db/clock-watch'
import type { Connection } from '@boardwalk/core/db/connection'
import { prepareDatabase } from '@boardwalk/core/db/prepare'
import { createRetry, DATABASE_WAIT_MS } from '@boardwalk/core/db/retry'
import { createSecrets, deriveSigningSecrets } from '@boardwalk/core/db/secret'
import { createJournal } from '@boardwalk/core/deps'
import { createDrain, listen } from '@boardwalk/core/http/listen'
import { createReadiness } from '@boardwalk/core/http/readiness'
import { createHttpServer } from '@boardwalk/core/http/server'
import { sweepAbandonedCvs } from '@boardwalk/core/intake/cv'
import { LETTING_IN, letInOverdue } from '@boardwalk/core/intake/hold'
import { startClosing } from '@boardwalk/core/job/closing'
import { startSearchKeeper } from '@boardwalk/core/job/search/keeper'
import { createMetrics, type Metrics } from '@boardwalk/core/process/metrics'
import { IN_DATABASE, type Settings } from '@boardwalk/core/process/settings'
import { startRetention } from '@boardwalk/core/retention/run'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createDeps, createStores, type Deps } from './deps.ts'
import { QUEUEING_ALERTS, queueDueAlerts } from './feature/alert/alert.ts'
import { alertMails } from './feature/alert/mails.ts'
import { digestMails, QUEUEING_DIGESTS, queueDueDigests } from './feature/desk/digest.ts'
import { applicationMails } from './feature/desk/mails.ts'
import { createMailSender } from './feature/mail/sender.ts'
import { createSendMessage } from './feature/mail/transport.ts'
import { UNPUBLISHING_NOT_PUSHED, unpublishNotPushed } from './feature/not-pushed/not-pushed.ts'
import { sweepThumbnails, THUMBNAIL_SWEEP } from './feature/picture/company-pictures.ts'
import type { PictureProgram } from './feature/picture/process.ts'
import { reportMails } from './feature/report/mails.ts'
import { COUNTING_REPORTS, countOpenReports, queueReportNotices, TELLING_OF_REPORTS } from './feature/report/report.ts'
import type { Send } from './feature/search-engine/engine.ts'
import { createSearchEngines, startSearchEngines } from './feature/search-engine/run.ts'
import { userMails } from './feature/user/mails.ts'
import { createSessionStore } from './feature/user/session-store.ts'
import { withListeners } from './listeners.ts'
import type { ServiceAccount } from './process/service-account.ts'
import type { MailSettings } from './process/smtp.ts'
import { createSpool } from './site/spool.ts'

/** The time between two sweeps, such as of CVs whose application never arrived. */
const SWEEP_EVERY_MS = 15 * 60 * 1000

/** The time between two looks at the mailboxes, and at the mails that are due every day. */
const LOOK_EVERY_MS = 30_000

/** The time between two checks of the clock and the database. A proxy that asks /readyz causes more of them. */
const CHECK_READINESS_EVERY_MS = 5_000

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
  /** Without it Google is not told of jobs. */
  google?: ServiceAccount | undefined
  /** How search engines are reached. Default: `fetch`. */
  send?: Send
  log: Logger
  now?: () => number
  metrics?: Metrics
  /** The program that draws pictures. Default: the built one. */
  pictureProgram?: PictureProgram
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
  google,
  send,
  log,
  now = Date.now,
  metrics = createMetrics(),
  pictureProgram,
}: ServerOptions): Promise<RunningServer> {
  const retry = createRetry(settings.databaseWaitMs ?? DATABASE_WAIT_MS)
  const stores = createStores(connection, retry)
  const sessions = createSessionStore(connection, now, retry)
  const readSecret = createSecrets(connection)
  await createSpool(settings.spoolFolder).check()
  const journal = createJournal(journalConnection, retry)
  // One after the other: if one fails, its caller closes both connections, and no command may be under way then.
  await prepareDatabase(connection)
  await prepareDatabase(journalConnection)
  const warnings = await findOrderProblems(connection)
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
    ...(pictureProgram && { pictureProgram }),
  }
  const deps = withListeners(createDeps(stores, all))
  const backOffice = { store: sessions, secrets: sessionSecrets, folder: WEB_FOLDER }
  const { stopping } = deps.background
  const readiness = createReadiness({ connection, clock, log, metrics })
  const files = { backOffice, referenceFolder: REFERENCE_FOLDER }
  server.on('request', createApp(deps, { readiness, warnings, isStopping: () => stopping.aborted, ...files }))
  const checkReadiness = () => deps.background.run('find out whether the process is ready', readiness.check)
  checkReadiness()
  const checkingReadiness = setInterval(checkReadiness, CHECK_READINESS_EVERY_MS)
  const look = () => {
    deps.background.run('measure what waits in the mailboxes', deps.mailbox.measure)
    deps.background.run(REMOVED_SWEEP, () => sweepRemovedCompanies(deps))
    deps.background.run(UNPUBLISHING_NOT_PUSHED, () => unpublishNotPushed(deps, stopping))
    deps.background.run(COUNTING_REPORTS, () => countOpenReports(deps))
    if (mail === undefined) return
    deps.background.run(QUEUEING_ALERTS, () => queueDueAlerts(deps))
    deps.background.run(QUEUEING_DIGESTS, () => queueDueDigests(deps))
    deps.background.run(TELLING_OF_REPORTS, () => queueReportNotices(deps))
  }
  look()
  const looking = setInterval(look, LOOK_EVERY_MS)
  const sweep = () => {
    deps.background.run(SWEEP, () => sweepAbandonedCvs(deps))
    deps.background.run(LETTING_IN, () => letInOverdue(deps))
    deps.background.run(THUMBNAIL_SWEEP, () => sweepThumbnails(deps))
  }
  sweep()
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
  const stopSending = mail && startMailSender(deps, mail)
  const stopErasing = startRetention(deps)
  const stopClosing = startClosing(deps)
  const stopKeepingSearch = startSearchKeeper(deps)
  const stopTelling = startSearchEngines(deps, createSearchEngines({ settings: deps.settings, google, now, send }))
  return {
    url,
    boundUrl,
    isEmpty,
    deps,
    async stop(delayMs = 0) {
      deps.background.stop()
      deps.mailbox.stopWaiters()
      // A call that is under way ends while the others are answered.
      stopTelling()
      clearInterval(sweeping)
      clearInterval(looking)
      clearInterval(checkingReadiness)
      if (delayMs > 0) await wait(delayMs)
      await drain()
      await stopSending?.()
      await stopErasing()
      stopClosing()
      stopKeepingSearch()
      await deps.background.settled()
      await deps.recorder.flush()
      await deps.formRecorder.flush()
      await deps.keyChangeRecorder.flush()
      await deps.pushRecorder.flush()
      await deps.keyUses.flush()
      await deps.viewRecorder.flush()
      deps.pictures.stop()
    },
  }
}

function startMailSender(deps: Deps, mail: MailSettings): () => Promise<void> {
  const composers = { ...userMails, ...applicationMails, ...digestMails, ...alertMails, ...reportMails }
  return createMailSender(deps, { composers, send: createSendMessage(mail) }).start()
}

function formatAddress({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
