import type { ErrorCode, FailureReason } from '@boardwalk/schema/error'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../version.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of one process, for Prometheus. No label contains a company, a key, a person or an address. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'boardwalk_build_info',
    help: 'Always 1. Its labels say which version runs, and on which Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1)
  const requestSeconds = new Histogram({
    name: 'boardwalk_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer, by operation of the API or part of the site. Without the time for which a poll waited for candidates.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60],
    registers,
  })
  const requestFailures = new Counter({
    name: 'boardwalk_http_failures_total',
    help: 'Answers of 5xx by what was wrong: overloaded, database_busy, database_away, search_away, deadline_passed, clock_wrong, journal_away, or the code of the error.',
    labelNames: ['code'],
    registers,
  })
  const requestsUnderWay = new Gauge({
    name: 'boardwalk_http_requests_under_way',
    help: 'Requests that have arrived and are not answered yet, without those that may wait for candidates.',
    registers,
  })
  const waiters = new Gauge({
    name: 'boardwalk_polls_waiting',
    help: 'Requests for candidates that may wait for the first one.',
    registers,
  })
  const requestsAtOnce = new Gauge({
    name: 'boardwalk_http_requests_at_once_max',
    help: 'The number of requests that the process works on at once. Further ones are refused.',
    registers,
  })
  const ready = new Gauge({
    name: 'boardwalk_ready',
    help: 'Whether the process may get requests (1) or says on /readyz that it may not (0).',
    registers,
  })
  const clockSkew = new Gauge({
    name: 'boardwalk_clock_skew_seconds',
    help: 'How far the clock of the process is ahead of the database’s. Negative: behind.',
    registers,
  })
  const refusals = new Counter({
    name: 'boardwalk_refusals_total',
    help: 'Requests and forms that were refused because of a limit, by limit.',
    labelNames: ['limit'],
    registers,
  })
  const databaseSeconds = new Histogram({
    name: 'boardwalk_database_command_duration_seconds',
    help: 'Time from sending a database command to its answer.',
    labelNames: ['command', 'outcome'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10, 30],
    registers,
  })
  const connections = new Gauge({
    name: 'boardwalk_database_connections',
    help: 'Connections to the database that are open or in use, and operations that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const connectionsMax = new Gauge({
    name: 'boardwalk_database_connections_max',
    help: 'The number of connections that the process opens to one member of the database (maxPoolSize).',
    registers,
  })
  const connectionFailures = new Counter({
    name: 'boardwalk_database_connection_failures_total',
    help: 'Operations that got no connection to the database, because all were in use for too long or it was away.',
    registers,
  })
  const mailboxDepth = new Histogram({
    name: 'boardwalk_mailbox_depth',
    help: 'Accepted applications that waited in the mailbox of a company when a poll came.',
    buckets: [0, 1, 2, 5, 10, 25, 50, 100, 1000],
    registers,
  })
  const mailboxAgeSeconds = new Histogram({
    name: 'boardwalk_mailbox_age_seconds',
    help: 'How long the oldest application in a mailbox had waited when a poll came. An empty mailbox is not counted.',
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600, 86400],
    registers,
  })
  const mailboxWaiting = new Gauge({
    name: 'boardwalk_mailbox_waiting',
    help: 'Accepted applications of all companies that are not delivered yet. Measured twice a minute, polled or not.',
    registers,
  })
  const mailboxOldestSeconds = new Gauge({
    name: 'boardwalk_mailbox_oldest_seconds',
    help: 'How long the oldest of them has waited; 0 if none waits.',
    registers,
  })
  const applicationsAccepted = new Counter({
    name: 'boardwalk_applications_accepted_total',
    help: 'Applications that this process accepted. A form that is sent twice counts once.',
    registers,
  })
  const acceptRetries = new Counter({
    name: 'boardwalk_accept_retries_total',
    help: 'Retries of an application, because the mailbox had changed before the application was stored.',
    registers,
  })
  const applicationForms = new Counter({
    name: 'boardwalk_application_forms_total',
    help: 'Application forms by outcome: accepted, repeated (accepted before), held (the trap field was filled in), refused.',
    labelNames: ['outcome'],
    registers,
  })
  const limitFallbacks = new Counter({
    name: 'boardwalk_limit_fallbacks_total',
    help: 'Times that a limit was counted by this process alone, because the database failed.',
    registers,
  })
  const workDone = new Gauge({
    name: 'boardwalk_background_work_done_timestamp_seconds',
    help: 'When work that the process repeats last succeeded, in seconds since 1970.',
    labelNames: ['work'],
    registers,
  })
  const workFailures = new Counter({
    name: 'boardwalk_background_failures_total',
    help: 'Failures of work that no request waits for, by the words after "could not" in the log.',
    labelNames: ['work'],
    registers,
  })
  const activityLost = new Counter({
    name: 'boardwalk_activity_lost_total',
    help: 'API requests, application forms and uses of keys that could not be recorded in the database.',
    registers,
  })
  const bodyBytes = new Gauge({
    name: 'boardwalk_body_bytes',
    help: 'Bytes of bodies that are arriving, or whose requests are worked on.',
    registers,
  })
  const bodiesEnded = new Counter({
    name: 'boardwalk_bodies_ended_total',
    help: 'Bodies that made room for others because they arrived too slowly.',
    registers,
  })
  const readersEnded = new Counter({
    name: 'boardwalk_readers_ended_total',
    help: 'Connections that made room for others because their clients took their answers too slowly.',
    registers,
  })
  const logLinesDropped = new Counter({
    name: 'boardwalk_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because the disk was full or no program read them.',
    registers,
  })
  const mails = new Counter({
    name: 'boardwalk_mails_total',
    help: 'Mails that were sent, postponed, given up or no longer needed (dropped), by kind.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const mailServerRefusing = new Gauge({
    name: 'boardwalk_mail_server_refusing',
    help: 'Whether the mail server refuses every mail of the process with one code (1) or not (0).',
    registers,
  })
  const expired = new Counter({
    name: 'boardwalk_applications_expired_total',
    help: 'Applications that were erased because their company keeps them no longer.',
    registers,
  })

  return {
    /** Where features outside the core register metrics of their own. */
    registry,
    /** The text that Prometheus reads. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    requestBegan: () => requestsUnderWay.inc(),
    requestEnded(
      labels: { operation: string; method: string; status: number },
      seconds: number,
      error: { code: ErrorCode; reason: FailureReason | undefined } | undefined,
    ) {
      requestsUnderWay.dec()
      if (error !== undefined && labels.status >= 500) requestFailures.inc({ code: error.reason ?? error.code })
      requestSeconds.observe(labels, seconds)
    },
    requestsAtOnceAre: (limit: number) => requestsAtOnce.set(limit),
    /** Lets Prometheus see a limit before its first refusal: Prometheus notices no rise of a count that was not there before. */
    limitKnown: (limit: string) => refusals.inc({ limit }, 0),
    refused: (limit: string) => refusals.inc({ limit }),
    readinessFound({ isReady, skewMs }: { isReady: boolean; skewMs: number | undefined }) {
      ready.set(isReady ? 1 : 0)
      if (skewMs !== undefined) clockSkew.set(skewMs / 1000)
    },
    databaseCommand: (command: string, outcome: 'succeeded' | 'failed', seconds: number) =>
      databaseSeconds.observe({ command, outcome }, seconds),
    connectionsChanged: (state: 'open' | 'in_use' | 'waiting', by: 1 | -1) => connections.inc({ state }, by),
    connectionsLimited: (max: number) => connectionsMax.set(max),
    connectionFailed: () => connectionFailures.inc(),
    mailboxRead(waiting: { date: Date }[], nowMs: number) {
      mailboxDepth.observe(waiting.length)
      const [oldest] = waiting
      if (oldest !== undefined) mailboxAgeSeconds.observe(Math.max(0, nowMs - oldest.date.getTime()) / 1000)
    },
    mailboxesMeasured(dates: Date[], nowMs: number) {
      mailboxWaiting.set(dates.length)
      const oldestMs = dates.reduce((oldest, date) => Math.min(oldest, date.getTime()), nowMs)
      mailboxOldestSeconds.set((nowMs - oldestMs) / 1000)
    },
    applicationsAccepted: (count: number) => applicationsAccepted.inc(count),
    waitersChanged(by: 1 | -1) {
      waiters.inc(by)
      requestsUnderWay.dec(by)
    },
    acceptRetried: () => acceptRetries.inc(),
    formEnded: (outcome: 'accepted' | 'repeated' | 'held' | 'refused') => applicationForms.inc({ outcome }),
    limitFellBack: () => limitFallbacks.inc(),
    /** Lets Prometheus see a kind of work before it fails. */
    workKnown: (work: string) => workFailures.inc({ work }, 0),
    workFailed: (work: string) => workFailures.inc({ work }),
    workDone: (work: string) => workDone.setToCurrentTime({ work }),
    activityLost: (rows: number) => activityLost.inc(rows),
    bodiesHeld: (bytes: number) => bodyBytes.set(bytes),
    bodyEnded: () => bodiesEnded.inc(),
    readerEnded: () => readersEnded.inc(),
    logLineDropped: () => logLinesDropped.inc(),
    mailEnded: (kind: string, outcome: 'sent' | 'postponed' | 'given_up' | 'dropped') => mails.inc({ kind, outcome }),
    mailServerRefuses: (isRefusing: boolean) => mailServerRefusing.set(isRefusing ? 1 : 0),
    applicationsExpired: (count: number) => expired.inc(count),
  }
}
