import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What one process counts of itself, for Prometheus. No label names a company, a key, a person or an address. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requestSeconds = new Histogram({
    name: 'boardwalk_http_request_duration_seconds',
    help: 'From the first byte of a request to the end of its answer, by operation of the API or part of the site.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const requestsUnderWay = new Gauge({
    name: 'boardwalk_http_requests_under_way',
    help: 'Requests that have come and are not answered.',
    registers,
  })
  const databaseSeconds = new Histogram({
    name: 'boardwalk_database_command_duration_seconds',
    help: 'Of a database command, from sending it to its answer.',
    labelNames: ['command', 'outcome'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  const mailboxDepth = new Histogram({
    name: 'boardwalk_mailbox_depth',
    help: 'Accepted applications of a company that waited to be delivered when somebody polled.',
    buckets: [0, 1, 2, 5, 10, 25, 50, 100, 1000],
    registers,
  })
  const mailboxAgeSeconds = new Histogram({
    name: 'boardwalk_mailbox_age_seconds',
    help: 'How long the oldest of them had waited, where there was one.',
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600, 86400],
    registers,
  })
  const acceptRetries = new Counter({
    name: 'boardwalk_accept_retries_total',
    help: 'Times that the mailbox had moved on before an application was in, and it was tried again.',
    registers,
  })
  const limitFallbacks = new Counter({
    name: 'boardwalk_limit_fallbacks_total',
    help: 'Counts of limits that the database did not take, so that this process counted alone.',
    registers,
  })

  return {
    /** The text that Prometheus reads. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    requestBegan: () => requestsUnderWay.inc(),
    requestEnded(labels: { operation: string; method: string; status: number }, seconds: number) {
      requestsUnderWay.dec()
      requestSeconds.observe(labels, seconds)
    },
    databaseCommand: (command: string, outcome: 'succeeded' | 'failed', seconds: number) =>
      databaseSeconds.observe({ command, outcome }, seconds),
    mailboxSeen(waiting: { date: Date }[], nowMs: number) {
      mailboxDepth.observe(waiting.length)
      const [oldest] = waiting
      if (oldest !== undefined) mailboxAgeSeconds.observe(Math.max(0, nowMs - oldest.date.getTime()) / 1000)
    },
    acceptRetried: () => acceptRetries.inc(),
    limitFellBack: () => limitFallbacks.inc(),
  }
}
