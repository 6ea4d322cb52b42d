import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { DRAIN_MS_MAX, UPLOAD_MS_MAX } from '@boardwalk/core/http/listen'
import { CHECK_MS_MAX } from '@boardwalk/core/http/readiness'
import { WORK_MS_MAX } from '@boardwalk/core/http/request'
import { createHttpServer } from '@boardwalk/core/http/server'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parts } from '../apps/api/src/parts.ts'
import { listSettingNames } from '../apps/api/src/process/env.ts'
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
const { api, proxy } = compose.services

const settingNames = listSettingNames(parts)
/** Variables of the image and the unit that are no settings. */
const notSettings = ['NODE_ENV', 'PATH', 'TMPDIR', 'VERSION', 'TARGETARCH']

const drainSeconds = (UPLOAD_MS_MAX + DRAIN_MS_MAX) / 1000 + 10

describe('the settings', () => {
  it('are all explained in .env.example, and no others are', async () => {
    const explained = [...(await read('.env.example')).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(explained.sort()).toEqual(settingNames.toSorted())
  })

  it('of the image, the unit and Compose are ones that the server reads', () => {
    const assigned = [...`${dockerfile}\n${unit}`.matchAll(/(?:^| )([A-Z_]{3,})=/gm)].map(([, name]) => name)
    for (const names of [assigned, Object.keys(api.environment)]) {
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect([...settingNames, ...notSettings]).toContain(name)
    }
  })

  it('hold no password, and the folder of the files that they name is in no repository', {
    tags: ['deployment'],
  }, async () => {
    expect(api.environment.MONGODB_URI).not.toContain('@')
    expect(api.volumes).toContain('./files:/etc/boardwalk:ro')
    expect((await read('.gitignore')).split('\n')).toEqual(expect.arrayContaining(['.env', 'deploy/files/']))
  })
})

it('the port is one, from the server to the proxy, and the server keeps an idle connection open for longer', () => {
  const [, port] = /PORT=(\d+)/.exec(dockerfile) ?? []
  expect(dockerfile).toContain(`EXPOSE ${port}`)
  expect(caddyfile).toContain(`reverse_proxy api:${port} {`)
  const [, keptSeconds] = /keepalive (\d+)s/.exec(caddyfile) ?? []
  expect(Number(keptSeconds) * 1000).toBeLessThan(createHttpServer().keepAliveTimeout)
})

it('the time limits of the proxy are longer than those of the server, so that its answers arrive', () => {
  const [, answerSeconds] = /response_header_timeout (\d+)s/.exec(caddyfile) ?? []
  expect(Number(answerSeconds) * 1000).toBeGreaterThanOrEqual(WORK_MS_MAX + 2_000)
  const [, healthSeconds] = /health_timeout (\d+)s/.exec(caddyfile) ?? []
  expect(Number(healthSeconds) * 1000).toBeGreaterThanOrEqual(CHECK_MS_MAX + 1_000)
})

it('the health check of the database makes it a replica set once, under the name that the server connects to', () => {
  const [, ...words] = compose.services.mongo.healthcheck.test
  expect(words.slice(0, 3)).toEqual(['mongosh', '--quiet', '--eval'])
  /** Runs the script as mongosh does. Returns the replica set that it makes, and its exit status. */
  const runCheck = (member: { error?: { codeName: string }; isWritablePrimary: boolean }) => {
    let made: unknown
    let status = 0
    const rs = {
      status: () => {
        if (member.error) throw member.error
      },
      initiate: (config: unknown) => {
        made = config
      },
    }
    const quit = (code: number) => {
      status = code
    }
    runInNewContext(words[3], { rs, quit, db: { hello: () => ({ isWritablePrimary: member.isWritablePrimary }) } })
    return { made, status }
  }
  const uri = new URL(/mongodb:[^}]+/.exec(api.environment.MONGODB_URI)?.[0] ?? '')
  const replicaSet = { _id: uri.searchParams.get('replicaSet'), members: [{ _id: 0, host: `${uri.hostname}:27017` }] }
  expect(runCheck({ error: { codeName: 'NotYetInitialized' }, isWritablePrimary: false })).toEqual({
    made: replicaSet,
    status: 1,
  })
  expect(runCheck({ isWritablePrimary: false })).toEqual({ made: undefined, status: 1 })
  expect(runCheck({ isWritablePrimary: true })).toEqual({ made: undefined, status: 0 })
  const error = { codeName: 'Unauthorized' }
  expect(() => runCheck({ error, isWritablePrimary: true })).toThrow(expect.objectContaining(error))
})

it('the proxy compresses nothing, so that no answer is compressed that must not be', () => {
  expect(caddyfile).not.toMatch(/^\s*encode\b/m)
})

describe('a stop', () => {
  it('has the time that the server may take', () => {
    const delaySeconds = Number(api.environment.STOP_DELAY_SECONDS)
    expect(Number.parseInt(api.stop_grace_period, 10)).toBeGreaterThanOrEqual(delaySeconds + drainSeconds)
    // The proxy asks at least once in the delay, so it knows that the server stops before the server takes no connection.
    const [, intervalSeconds] = /health_interval (\d+)s/.exec(caddyfile) ?? []
    expect(Number(intervalSeconds)).toBeLessThan(delaySeconds)
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
    expect(api.init).toBe(true)
  })
})

describe('what is deployed', () => {
  it('has neither the history nor a folder of sources: only what was built, and what that needs', async () => {
    const copied = [...dockerfile.matchAll(/^COPY (.+)$/gm)].map(([, what = '']) => what)
    const [build, ...ofImage] = copied
    expect(build).toBe('. .')
    for (const what of ofImage) expect(what).toMatch(/^--from=build \/src\/\S*(package\.json|node_modules|dist) /)
    const left = (await read('deploy/Dockerfile.dockerignore')).split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', '**/.env', '**/.env.*', '**/*.pem', '**/.data']))
    for (const path of ofImage.map((what) => what.split(' ')[1]?.replace('/src/', '') ?? ''))
      expect(existsSync(new URL(path, root)), path).toBe(true)
  })

  it('runs without rights that it does not need, and writes to one folder, on the disk', () => {
    expect(dockerfile).toMatch(/^USER 65532:65532$/m)
    expect(api).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    // An anonymous volume is on the disk.
    expect(api.volumes.filter((volume: string) => !volume.endsWith(':ro'))).toEqual(['/tmp'])
    expect(api.tmpfs).toBeUndefined()
  })

  it('is built on the Node of .nvmrc, and named by exact versions where the registry has them', async () => {
    const node = (await read('.nvmrc')).trim()
    const [builder = '', base, ...others] = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(
      ([, image = '']) => image.replace(/@sha256:\w+$/, ''),
    )
    expect([base, others]).toEqual([`gcr.io/distroless/nodejs${node}-debian13:nonroot`, []])
    expect(builder).toMatch(new RegExp(`^node:${node}\\.\\d+\\.\\d+-`))
    const { api, ...services } = compose.services
    for (const { image } of Object.values<{ image: string }>(services))
      expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+\.\d+(-[a-z-]+)?(@sha256:\w+)?$/)
    expect(api.image).toMatch(/^ghcr\.io\/boardwalk-jobs\/boardwalk:\$\{BOARDWALK_VERSION:-\d+\.\d+\.\d+\}$/)
  })

  it('is reached through the proxy only, and shows its metrics to its own networks only', {
    tags: ['deployment'],
  }, () => {
    const published = Object.entries<{ ports?: string[] }>(compose.services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy', 'prometheus'])
    expect(proxy.ports).toEqual(['80:80', '443:443'])
    expect(compose.services.prometheus.ports).toEqual(['127.0.0.1:9090:9090'])
    expect(compose.networks.database).toEqual({ internal: true })
    expect(compose.services.mongo.networks).toEqual(['database'])
  })

  it('has a proxy whose log names callers, without their keys and the signatures of links, also if no process answers', () => {
    expect(caddyfile).toMatch(/^\tlog \{[^}]*request>headers delete\n\s+request>uri regexp \\\?\.\* ""/m)
    expect(caddyfile).toMatch(/^\thandle_errors \{/m)
  })
})

it('a name of the board is all that Compose needs, and without one the board is on this machine', async () => {
  const text = await read('deploy/compose.yaml')
  const named = [...text.matchAll(/\$\{(\w+)(:-)?/g)]
  expect(named.filter(([, , fallback]) => fallback === undefined)).toEqual([])
  for (const value of [api.environment.PUBLIC_URL, proxy.environment.DOMAIN])
    expect(value).toMatch(/\$\{DOMAIN:-localhost\}$/)
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
