import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { settingNames } from '../apps/api/src/env.ts'
import { WORK_MS_MAX } from '../apps/api/src/http/request-deadline.ts'
import { createHttpServer } from '../apps/api/src/http/server.ts'
import { CHECK_MS_MAX } from '../apps/api/src/readiness.ts'
import { DRAIN_MS_MAX } from '../apps/api/src/server.ts'
import { UPLOAD_LIMITS } from '../apps/api/src/settings.ts'
import { useServer } from '../apps/api/src/test/harness.ts'
import { findGroups, findUnknown, readSamples } from './promql.ts'

/* Checks that the files of deploy/ agree with the server's code. */

const root = new URL('..', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: the form of these files is not ours; the assertions say what they must contain.
const yaml = async (path: string): Promise<any> => parse(await read(path), { merge: true })

const [
  alerts,
  alertTests,
  prometheus,
  guide,
  dockerfile,
  unit,
  caddyfile,
  compose,
  deployment,
  settings,
  secret,
  service,
  policy,
  ingress,
] = await Promise.all([
  yaml('deploy/alerts.yaml'),
  yaml('deploy/alerts.test.yaml'),
  yaml('deploy/prometheus.yaml'),
  read('docs/guides/operations.md'),
  read('deploy/Dockerfile'),
  read('deploy/boardwalk.service'),
  read('deploy/Caddyfile'),
  yaml('deploy/compose.yaml'),
  yaml('deploy/kubernetes/deployment.yaml'),
  yaml('deploy/kubernetes/settings.yaml'),
  yaml('deploy/kubernetes/secret.example.yaml'),
  yaml('deploy/kubernetes/service.yaml'),
  yaml('deploy/kubernetes/network-policy.yaml'),
  yaml('deploy/kubernetes/ingress.yaml'),
])
const pod = deployment.spec.template.spec
const [api] = pod.containers
const composeApis = ['api1', 'api2', 'api3'].map((name) => compose.services[name])

/** How long a stopping server may take for what it still writes. */
const WRITING_SECONDS = 10
const drainSeconds = DRAIN_MS_MAX / 1000 + WRITING_SECONDS

describe('the settings', () => {
  it('are all explained in .env.example, and no others are', async () => {
    const explained = [...(await read('.env.example')).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(explained.sort()).toEqual([...settingNames].sort())
  })

  it.each([
    [
      'the Dockerfile',
      [...dockerfile.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name).filter((name) => name !== 'NODE_ENV'),
    ],
    [
      'the systemd unit',
      [...unit.matchAll(/^Environment=(.+)$/gm)]
        .flatMap(([, variables = '']) => variables.split(' ').map((variable) => variable.split('=', 1).join()))
        .filter((name) => name !== 'NODE_ENV'),
    ],
    ['the compose file', composeApis.flatMap(({ environment }) => Object.keys(environment))],
    ['the Kubernetes settings', Object.keys(settings.data)],
    ['the Kubernetes secret', Object.keys(secret.stringData)],
    ['the Kubernetes deployment', api.env.map(({ name }: { name: string }) => name)],
  ])('of %s are ones that the server reads', (_where, names) => {
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(settingNames).toContain(name)
  })

  it('hold no password', () => {
    for (const uri of [
      ...Object.values(secret.stringData),
      ...composeApis.map(({ environment }) => environment.MONGODB_URI),
    ])
      expect(uri).not.toContain('@')
  })
})

describe('the port', () => {
  it('is one, from the server to the proxy', () => {
    const [, port] = /PORT=(\d+)/.exec(dockerfile) ?? []
    expect(dockerfile).toContain(`EXPOSE ${port}`)
    expect(caddyfile).toContain(`reverse_proxy api1:${port} api2:${port} api3:${port} {`)
    expect(String(api.ports[0].containerPort)).toBe(port)
    expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual([api.ports[0].name])
    expect(String(api.ports[1].containerPort)).toBe(settings.data.METRICS_PORT)
    for (const { environment } of composeApis) expect(environment).not.toHaveProperty('PORT')
  })

  it('keeps an idle connection open for longer than the proxy does', () => {
    const [, keptSeconds] = /keepalive (\d+)s/.exec(caddyfile) ?? []
    expect(Number(keptSeconds) * 1000).toBeLessThan(createHttpServer().keepAliveTimeout)
  })
})

describe('a time limit', () => {
  const annotations = ingress.metadata.annotations
  it.each([
    ['Caddy', /response_header_timeout (\d+)s/.exec(caddyfile)?.[1]],
    ['the ingress controller', annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']],
  ])('of %s is longer than the server works on a request, so that its answer arrives', (_, seconds) => {
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(WORK_MS_MAX + 2_000)
  })

  it.each([
    ['Caddy', /health_timeout (\d+)s/.exec(caddyfile)?.[1]],
    ['Kubernetes', api.readinessProbe.timeoutSeconds],
  ])('of %s for /readyz is longer than it waits for the database', (_, seconds) => {
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(CHECK_MS_MAX + 1_000)
  })
})

it('the proxy compresses nothing, so that no answer is compressed that must not be', () => {
  expect(caddyfile).not.toMatch(/^\s*encode\b/m)
})

describe('health', () => {
  const server = useServer()

  it('is asked for at the addresses where the server serves it', async () => {
    const probes = [api.startupProbe, api.livenessProbe, api.readinessProbe]
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz'])
    const [, ofImage] = /\$\{process\.env\.PORT\}(\/\w+)/.exec(dockerfile) ?? []
    const [, ofProxy] = /health_uri (\S+)/.exec(caddyfile) ?? []
    expect([ofImage, ofProxy]).toEqual(['/healthz', '/readyz'])
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${server.url}${path}`)).status).toBe(200)
  })
})

describe('a stop', () => {
  it('has the time that the server may take', () => {
    const delaySeconds = Number(settings.data.STOP_DELAY_SECONDS)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delaySeconds + drainSeconds)
    for (const { stop_grace_period: grace, environment } of composeApis)
      expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(Number(environment.STOP_DELAY_SECONDS) + drainSeconds)
    // Under systemd the operator chooses the delay.
    const [, unitSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    expect(Number(unitSeconds)).toBeGreaterThanOrEqual(30 + drainSeconds)
  })

  it('is noticed by the proxies before the server takes no new connection', () => {
    const [, askedEverySeconds] = /health_interval (\d+)s/.exec(caddyfile) ?? []
    for (const { environment } of composeApis)
      expect(Number(environment.STOP_DELAY_SECONDS)).toBeGreaterThan(Number(askedEverySeconds))
    expect(Number(settings.data.STOP_DELAY_SECONDS)).toBeGreaterThan(0)
  })

  it('reaches the server itself, and not npm', async () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile.replaceAll(/^ +CMD.*$/gm, '')) ?? []
    const { scripts } = JSON.parse(await read('package.json'))
    // The same command as in `npm start`, without npm.
    const [, ofNpm] = scripts.start.split('&& exec ')
    expect(JSON.parse(command).join(' ')).toBe(ofNpm)
    expect(/^ExecStart=\/usr\/bin\/(.+)$/m.exec(unit)?.[1]).toBe(ofNpm)
    // Node itself must not be the first process, which gets no signal that it has no handler for yet.
    for (const { init } of composeApis) expect(init).toBe(true)
  })

  it('is in production, where no server makes itself a database', () => {
    expect(dockerfile).toMatch(/^ENV NODE_ENV=production /m)
    expect(unit).toMatch(/^Environment=NODE_ENV=production /m)
  })
})

describe('what is deployed', () => {
  it('is there to be copied into the image', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+)/gm)].map(([, path = '']) => path)
    expect(copied).toContain('apps/api/dist')
    for (const path of copied) expect(existsSync(fileURLToPath(new URL(path, root))), path).toBe(true)
  })

  it('has neither the history nor a folder of sources: only what was built, and what that needs', async () => {
    const copied = [...dockerfile.matchAll(/^COPY (.+)$/gm)].map(([, what = '']) => what)
    const [build, ...ofImage] = copied
    expect(build).toBe('. .')
    for (const what of ofImage) expect(what).toMatch(/^--from=build \/src\/\S*(package\.json|node_modules|dist) /)
    const left = (await read('deploy/Dockerfile.dockerignore')).split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', '**/.env', '**/.data']))
  })

  it('runs without rights that it does not need', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(api.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true })
  })

  it('has a folder on the disk for CVs that arrive, with space for as many as a process takes', () => {
    const [{ name, mountPath }] = api.volumeMounts
    const spool = pod.volumes.find((volume: { name: string }) => volume.name === name)
    expect(Object.keys(spool.emptyDir)).toEqual(['sizeLimit'])
    expect(Number.parseInt(spool.emptyDir.sizeLimit, 10) * 1024 * 1024).toBeGreaterThan(UPLOAD_LIMITS.bodyBytes)
    for (const { read_only: isReadOnly, volumes } of composeApis)
      expect({ isReadOnly, volumes }).toEqual({ isReadOnly: true, volumes: [mountPath] })
    // The server's default, as no setting names another.
    expect([mountPath, settings.data.SPOOL_DIR]).toEqual(['/tmp', undefined])
  })

  it('is named by exact versions', () => {
    const inDockerfile = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
    const services: { image: string }[] = Object.values(compose.services)
    const others = services.map(({ image }) => image).filter((image) => !image.startsWith('boardwalk'))
    expect([inDockerfile.length, others.length]).toEqual([2, 8])
    for (const image of [...inDockerfile, ...others])
      expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+\.\d+(-[a-z-]+)?(@sha256:\w+)?$/)
  })

  it('has a tag for each version, so that there is one to go back to', async () => {
    const { version } = JSON.parse(await read('package.json'))
    for (const path of ['apps/api/package.json', 'packages/cli/package.json'])
      expect([path, JSON.parse(await read(path)).version]).toEqual([path, version])
    // Compose refuses to run without the version.
    for (const { image } of composeApis) expect(image).toMatch(/^boardwalk:\$\{BOARDWALK_VERSION:\?[^}]+\}$/)
    const { images } = await yaml('deploy/kubernetes/kustomization.yaml')
    expect(images.map(({ newTag }: { newTag: string }) => newTag)).toEqual([version])
  })

  it('has a proxy whose log names callers, without their keys and the signatures of links, also if no process answers', () => {
    expect(caddyfile).toMatch(/^\tlog \{[^}]*request>headers delete\n\s+request>uri regexp \\\?\.\* ""/m)
    // Without it, Caddy logs whole requests that no process took.
    expect(caddyfile).toMatch(/^\thandle_errors \{/m)
  })

  it('does not fill the disk with logs', () => {
    const alwaysUp = Object.values<{ restart?: string; logging?: { options: unknown } }>(compose.services).filter(
      ({ restart }) => restart === 'unless-stopped',
    )
    expect(alwaysUp).toHaveLength(9)
    for (const { logging } of alwaysUp) expect(logging?.options).toEqual({ 'max-size': '100m', 'max-file': '10' })
  })

  it('runs on the version of Node that the tests run on', async () => {
    const { node24 } = JSON.parse(await read('.ci/nodes.json'))
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version)
    expect(versions).toEqual([node24, node24])
  })

  it('shows its metrics to those who watch it only', () => {
    expect(policy.spec.podSelector.matchLabels).toEqual(deployment.spec.selector.matchLabels)
    expect(policy.spec.policyTypes).toEqual(['Ingress'])
    const [open, restricted, ...others] = policy.spec.ingress
    expect(others).toEqual([])
    expect(open).toEqual({ ports: [{ port: api.ports[0].name }] })
    expect(restricted.ports).toEqual([{ port: api.ports[1].name }])
    expect(restricted.from).toHaveLength(1)
  })

  it('lets the largest form through', () => {
    const size = ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']
    const [, mebibytes] = /^(\d+)m$/.exec(size) ?? []
    // A form has a CV and a few texts.
    expect(Number(mebibytes) * 1024 ** 2).toBeGreaterThan(CV_BYTES_MAX + 512 * 1024)
  })

  it('is everything that the Kustomization names, and only the optional files are left out', async () => {
    const { resources } = await yaml('deploy/kubernetes/kustomization.yaml')
    const files = (await readdir(new URL('deploy/kubernetes/', root))).filter((name) => name !== 'kustomization.yaml')
    expect(files.filter((name) => !resources.includes(name)).sort()).toEqual([
      ...['autoscaler.yaml', 'pod-monitor.yaml', 'secret.example.yaml'],
    ])
    for (const name of resources) expect(files).toContain(name)
  })
})

describe('monitoring', () => {
  const server = useServer()

  it('asks each process for its metrics where the process serves them', async () => {
    const [ofProcesses, ofSite] = prometheus.scrape_configs
    const ports = composeApis.map(({ environment }) => environment.METRICS_PORT)
    expect(ofProcesses.static_configs[0].targets).toEqual(ports.map((port, index) => `api${index + 1}:${port}`))
    expect([ofProcesses.job_name, ofSite.job_name]).toEqual(['boardwalk', 'boardwalk-site'])
    const { annotations } = deployment.spec.template.metadata
    expect(annotations).toEqual({ 'prometheus.io/scrape': 'true', 'prometheus.io/port': settings.data.METRICS_PORT })
    const monitor = await yaml('deploy/kubernetes/pod-monitor.yaml')
    const { matchLabels } = deployment.spec.selector
    expect([monitor.spec.selector.matchLabels, monitor.metadata.labels]).toEqual([matchLabels, matchLabels])
    // The alerts look for job="boardwalk".
    expect(matchLabels[monitor.spec.jobLabel]).toBe(ofProcesses.job_name)
    expect(monitor.spec.podMetricsEndpoints[0].port).toBe(api.ports[1].name)
  })

  it('shows the metrics of Compose to other containers only', () => {
    for (const { ports } of composeApis) expect(ports).toBeUndefined()
    expect(compose.services.prometheus.ports).toEqual(['127.0.0.1:9090:9090'])
    for (const name of ['prometheus', 'blackbox']) expect(compose.services[name].networks).toEqual(['web'])
  })

  it('reads the rules where Compose puts them', () => {
    const { volumes, configs } = compose.services.prometheus
    expect(volumes).toContain(`./alerts.yaml:${prometheus.rule_files[0]}:ro`)
    expect(configs[0].target).toBe(prometheus.scrape_configs[1].file_sd_configs[0].files[0])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose replaces it.
    expect(JSON.parse(compose.configs.site.content)).toEqual([{ targets: ['https://${DOMAIN}/readyz'] }])
  })

  interface Rule {
    alert?: string
    record?: string
    expr: string
    labels?: { severity: string }
    annotations?: { summary: string; runbook_url: string }
  }
  const rules: Rule[] = alerts.groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
  const named = rules.filter(({ alert }) => alert !== undefined)

  /** The samples of a process after requests, and of what else Prometheus asks. */
  async function readAllSamples() {
    const { metrics } = server.deps
    // What is counted only when it happens.
    for (const outcome of ['given_up', 'postponed'] as const) metrics.mailEnded('confirmation', outcome)
    metrics.databaseCommand('find', 'failed', 1)
    for (const state of ['open', 'in_use', 'waiting'] as const) metrics.connectionsChanged(state, 1)
    for (const place of ['spool', 'database']) metrics.spaceFree(place, 1)
    metrics.requestBegan()
    metrics.requestEnded({ operation: 'form', method: 'POST', status: 499 }, 1, undefined)
    const samples = readSamples(await metrics.text())
    samples.set('up', [{ job: 'boardwalk' }])
    for (const name of ['probe_success', 'probe_ssl_earliest_cert_expiry'])
      samples.set(name, [{ job: 'boardwalk-site', instance: 'https://jobs.example.com/readyz' }])
    for (const { record, expr } of rules)
      if (record !== undefined) samples.set(record, [Object.fromEntries(findGroups(expr).map((label) => [label, '']))])
    return samples
  }

  it('has alerts whose metrics and labels are there', async () => {
    const samples = await readAllSamples()
    expect(rules.flatMap(({ expr }) => findUnknown(expr, samples))).toEqual([])
    // What the check finds.
    const wrong = 'sum by (nobody) (rate(boardwalk_refusals_total{limit="none"}[5m])) > boardwalk_nothing'
    expect(findUnknown(wrong, samples)).toEqual([
      'boardwalk_refusals_total has no limit="none"',
      'there is no metric boardwalk_nothing',
      `no metric of ${wrong} has the label nobody`,
    ])
    expect(findUnknown('up == == 1', samples)).not.toEqual([])
  })

  it('has a section in the guide for each alert, and tests in which it fires and in which it does not', () => {
    expect(named.length).toBeGreaterThan(20)
    const headings = [...guide.matchAll(/^### (\w+)$/gm)].map(([, heading = '']) => heading)
    const addresses = new Set(headings.map((heading) => `docs/guides/operations.md#${heading.toLowerCase()}`))
    const tests: { alertname: string; exp_alerts: unknown[] }[] = alertTests.tests.flatMap(
      ({ alert_rule_test: tests }: { alert_rule_test: unknown[] }) => tests,
    )
    for (const { alert = '', labels, annotations } of named) {
      expect([alert, addresses.has(annotations?.runbook_url ?? '')]).toEqual([alert, true])
      expect(['page', 'ticket']).toContain(labels?.severity)
      expect(annotations?.summary).toBeTruthy()
      const fires = tests.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length > 0)
      expect([alert, fires.includes(true), fires.includes(false)]).toEqual([alert, true, true])
    }
    const runbooks = named.map(({ annotations }) => annotations?.runbook_url)
    for (const address of addresses) if (address.includes('#boardwalk')) expect(runbooks).toContain(address)
  })
})
