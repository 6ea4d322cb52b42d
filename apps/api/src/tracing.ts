/*
 * Sends OpenTelemetry traces of requests and database commands, if an endpoint for them is set. npm start loads this file
 * before the server (node --import), because the modules that it instruments must not be loaded before it. The SDK reads
 * its usual variables by itself: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */

const { env } = process
const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
if (endpoint && env.OTEL_SDK_DISABLED !== 'true') await startTracing()

async function startTracing(): Promise<void> {
  env.OTEL_SERVICE_NAME ||= 'boardwalk'
  // Prometheus reads the metrics (METRICS_PORT), and logs go to standard output.
  env.OTEL_METRICS_EXPORTER ||= 'none'
  env.OTEL_LOGS_EXPORTER ||= 'none'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http')
  const { MongoDBInstrumentation } = await import('@opentelemetry/instrumentation-mongodb')
  const sdk = new NodeSDK({
    instrumentations: [
      new HttpInstrumentation({
        // Probes come every few seconds from each proxy, and /metrics from Prometheus.
        ignoreIncomingRequestHook: ({ url = '' }) => /^\/(healthz|readyz|metrics)$/.test(url),
        // No trace has a query, because a link to a CV has its signature there.
        startIncomingSpanHook: () => ({ 'url.query': undefined }),
        // Called when a request has ended, and also for requests that the process itself sends.
        applyCustomAttributesOnSpan(span, request) {
          if (!('boardwalk' in request)) return
          const { operation, part, id } = request.boardwalk
          span.updateName(operation ?? part)
          span.setAttribute('boardwalk.request_id', id)
        },
      }),
      new MongoDBInstrumentation(),
    ],
  })
  sdk.start()
  // Sends the remaining spans when the server has stopped.
  process.once('beforeExit', () => void sdk.shutdown())
}
