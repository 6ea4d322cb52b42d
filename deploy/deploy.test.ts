import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DRAIN_MS_MAX, UPLOAD_MS_MAX } from '../apps/api/src/http/listen.ts'
import { CHECK_MS_MAX } from '../apps/api/src/http/readiness.ts'
import { WORK_MS_MAX } from '../apps/api/src/http/request.ts'
import { createHttpServer } from '../apps/api/src/http/server.ts'
import { settingNames } from '../apps/api/src/process/env.ts'
import { UPLOAD_LIMITS } from '../apps/api/src/process/settings.ts'
import { useServer } from '../apps/api/src/test/harness.ts'

/* Checks that the files of deploy/ agree with the server's code. */

const root = new URL('..', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: the form of these files is not ours; the assertions say what they must contain.
const yaml = async (path: string): Promise<any> => parse(await read(path), { merge: true })

const [dockerfile = '', unit = '', caddyfile = ''] = await Promise.all(
  ['deploy/Dockerfile', 'deploy/boardwalk.service', 'deploy/Caddyfile'].map(read),
)
const compose = await yaml('deploy/compose.yaml')
const [deployment, settings, secret, service, policy, ingress] = await Promise.all(
  ['deployment', 'settings', 'secret.example', 'service', 'network-policy', 'ingress'].map((name) =>
    yaml(`deploy/kubernetes/${name}.yaml`),
  ),
)
const pod = deployment.spec.template.spec
const [api] = pod.containers
const composeApis = ['api1', 'api2', 'api3'].map((name) => compose.services[name])

const drainSeconds = (UPLOAD_MS_MAX + DRAIN_MS_MAX) / 1000 + 10

describe('the settings', () => {
  it('are all explained in .env.example, and no others are', async () => {
    const explained = [...(await read('.env.example')).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(explained.sort()).toEqual([...settingNames].sort())
  })

  it('of the image, the unit, Compose and Kubernetes are ones that the server reads', () => {
    const assigned = [...`${dockerfile}\n${unit}`.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name)
    const inCompose = composeApis.flatMap(({ environment }) => Object.keys(environment))
    const inKubernetes = [settings.data, secret.stringData].flatMap(Object.keys)
    const inPod = api.env.map(({ name }: { name: string }) => name)
    for (const names of [assigned, inCompose, inKubernetes, inPod]) {
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect([...settingNames, 'NODE_ENV', 'TMPDIR']).toContain(name)
    }
  })

  it('hold no password', () => {
    const inCompose = composeApis.map(({ environment }) => environment.MONGODB_URI)
    for (const uri of [...Object.values(secret.stringData), ...inCompose]) expect(uri).not.toContain('@')
  })
})

it('the port is one, from the server to the proxy, and the server keeps an idle connection open for longer', () => {
  const [, port] = /PORT=(\d+)/.exec(dockerfile) ?? []
  expect(dockerfile).toContain(`EXPOSE ${port}`)
  expect(caddyfile).toContain(`reverse_proxy api1:${port} api2:${port} api3:${port} {`)
  expect(String(api.ports[0].containerPort)).toBe(port)
  expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual([api.ports[0].name])
  expect(String(api.ports[1].containerPort)).toBe(settings.data.METRICS_PORT)
  const [, keptSeconds] = /keepalive (\d+)s/.exec(caddyfile) ?? []
  expect(Number(keptSeconds) * 1000).toBeLessThan(createHttpServer().keepAliveTimeout)
})

it('the time limits of the proxies are longer than those of the server, so that its answers arrive', () => {
  const seconds = [
    /response_header_timeout (\d+)s/.exec(caddyfile)?.[1],
    ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout'],
  ]
  for (const each of seconds) expect(Number(each) * 1000).toBeGreaterThanOrEqual(WORK_MS_MAX + 2_000)
  for (const each of [/health_timeout (\d+)s/.exec(caddyfile)?.[1], api.readinessProbe.timeoutSeconds])
    expect(Number(each) * 1000).toBeGreaterThanOrEqual(CHECK_MS_MAX + 1_000)
})

it('the proxy compresses nothing, so that no answer is compressed that must not be', () => {
  expect(caddyfile).not.toMatch(/^\s*encode\b/m)
})

describe('a stop', () => {
  it('has the time that the server may take', () => {
    const delaySeconds = Number(settings.data.STOP_DELAY_SECONDS)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delaySeconds + drainSeconds)
    for (const { stop_grace_period: grace, environment } of composeApis)
      expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(Number(environment.STOP_DELAY_SECONDS) + drainSeconds)
    const [, unitSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    expect(Number(unitSeconds)).toBeGreaterThanOrEqual(30 + drainSeconds)
  })

  it('reaches the server itself, and not npm', async () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile.replaceAll(/^ +CMD.*$/gm, '')) ?? []
    const { scripts } = JSON.parse(await read('package.json'))
    // The same command as in `npm start`, without npm.
    const [, ofNpm] = scripts.start.split('exec ')
    expect(JSON.parse(command).join(' ')).toBe(ofNpm)
    expect(/^ExecStart=\/usr\/bin\/(.+)$/m.exec(unit)?.[1]).toBe(ofNpm)
    // Node itself must not be the first process, which gets no signal that it has no handler for yet.
    for (const { init } of composeApis) expect(init).toBe(true)
  })
})

describe('what is deployed', () => {
  it('has neither the history nor a folder of sources: only what was built, and what that needs', async () => {
    const copied = [...dockerfile.matchAll(/^COPY (.+)$/gm)].map(([, what = '']) => what)
    const [build, ...ofImage] = copied
    expect(build).toBe('. .')
    for (const what of ofImage) expect(what).toMatch(/^--from=build \/src\/\S*(package\.json|node_modules|dist) /)
    const left = (await read('deploy/Dockerfile.dockerignore')).split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', '**/.env', '**/.data']))
    for (const path of ofImage.map((what) => what.split(' ')[1]?.replace('/src/', '') ?? ''))
      expect(existsSync(new URL(path, root)), path).toBe(true)
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
    expect([mountPath, settings.data.TMPDIR]).toEqual(['/tmp', undefined])
  })

  it('is named by exact versions', () => {
    const inDockerfile = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
    const inCompose = Object.values<{ image: string }>(compose.services).map(({ image }) => image)
    expect([inDockerfile.length, inCompose.length]).toEqual([2, 11])
    for (const image of [...inDockerfile, ...inCompose.filter((image) => !image.startsWith('boardwalk'))])
      expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+\.\d+(-[a-z-]+)?(@sha256:\w+)?$/)
  })

  it('has a proxy whose log names callers, without their keys and the signatures of links, also if no process answers', () => {
    expect(caddyfile).toMatch(/^\tlog \{[^}]*request>headers delete\n\s+request>uri regexp \\\?\.\* ""/m)
    expect(caddyfile).toMatch(/^\thandle_errors \{/m)
  })

  it('shows its metrics to those who watch it only', () => {
    expect(policy.spec.podSelector.matchLabels).toEqual(deployment.spec.selector.matchLabels)
    const [open, restricted, ...others] = policy.spec.ingress
    expect([others, open]).toEqual([[], { ports: [{ port: api.ports[0].name }] }])
    expect(restricted).toMatchObject({ ports: [{ port: api.ports[1].name }], from: [expect.anything()] })
  })
})

describe('an alert', async () => {
  const server = useServer()
  interface Rule {
    alert?: string
    expr: string
    labels?: { severity: string }
    annotations?: { summary: string; runbook_url: string }
  }
  const { groups } = await yaml('deploy/alerts.yaml')
  const rules: Rule[] = groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
  const named = rules.filter(({ alert }) => alert !== undefined)

  it('asks for metrics that the server has', async () => {
    const { metrics } = server.deps
    // What is counted only when it happens.
    for (const outcome of ['given_up', 'postponed'] as const) metrics.mailEnded('confirmation', outcome)
    metrics.databaseCommand('find', 'failed', 1)
    for (const state of ['open', 'in_use', 'waiting'] as const) metrics.connectionsChanged(state, 1)
    metrics.requestBegan()
    metrics.requestEnded({ operation: 'form', method: 'POST', status: 499 }, 1, undefined)
    const shown = [...(await metrics.text()).matchAll(/^(\w+)/gm)].map(([name]) => name)
    const named = rules.flatMap(({ expr }) => expr.match(/\b(?:boardwalk|nodejs|process)_\w+(?![\w:])/g) ?? [])
    expect(named.length).toBeGreaterThan(20)
    for (const name of named) expect(shown).toContain(name)
  })

  it('has a section in the guide, and tests in which it fires and in which it does not', async () => {
    expect(named.length).toBeGreaterThan(20)
    const guide = await read('docs/guides/observing.md')
    const alertTests = await yaml('deploy/alerts.test.yaml')
    const headings = [...guide.matchAll(/^### (\w+)$/gm)].map(([, heading = '']) => heading)
    const addresses = new Set(headings.map((heading) => `docs/guides/observing.md#${heading.toLowerCase()}`))
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
