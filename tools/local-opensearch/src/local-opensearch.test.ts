import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOpenSearch } from './local-opensearch.ts'

const { PATH, TMPDIR, BOARDWALK_CACHE } = process.env
let folder = ''
/** Functions to call after a test, the last one first. */
let cleanups: (() => unknown)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-opensearch-'))
  mkdirSync(join(folder, 'temporary'))
  cleanups = [() => rmSync(folder, { recursive: true, force: true })]
})

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** Changes variables of the environment for one test. */
function setVariables(variables: Record<string, string>): void {
  Object.assign(process.env, variables)
  cleanups.push(() => {
    for (const [name, value] of Object.entries({ PATH, TMPDIR, BOARDWALK_CACHE })) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}

const writeProgram = (name: string, script: string) =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 })

/** Sends a request with a JSON body, or with lines of JSON. */
async function send(method: string, address: string, body?: object | object[]): Promise<unknown> {
  const lines = Array.isArray(body) ? body : [body]
  const answer = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('a server indexes, searches with the words of a language, and deletes by query; its end leaves no files', async () => {
  setVariables({ TMPDIR: join(folder, 'temporary') })
  const { url, stop } = await startOpenSearch()
  cleanups.push(stop)
  expect(await send('GET', url)).toMatchObject({ version: { distribution: 'opensearch' } })
  await send('PUT', `${url}/jobs`, {
    mappings: { properties: { title: { type: 'text', analyzer: 'french' }, city: { type: 'keyword' } } },
  })
  const jobs = [
    [{ index: { _id: '1' } }, { title: 'Infirmières', city: 'Lyon' }],
    [{ index: { _id: '2' } }, { title: 'Serveurs', city: 'Lyon' }],
  ]
  expect(await send('POST', `${url}/jobs/_bulk?refresh=true`, jobs.flat())).toMatchObject({ errors: false })
  const query = { match: { title: "l'infirmière" } }
  const search = { query, aggs: { cities: { terms: { field: 'city' } } } }
  expect(await send('POST', `${url}/jobs/_search`, search)).toMatchObject({
    hits: { hits: [{ _id: '1' }] },
    aggregations: { cities: { buckets: [{ key: 'Lyon', doc_count: 1 }] } },
  })
  expect(await send('POST', `${url}/jobs/_delete_by_query`, { query })).toMatchObject({ deleted: 1 })
  await Promise.all([stop(), stop()])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect(readdirSync(join(folder, 'temporary'))).toEqual([])
})

test('the server of a killed process ends by itself and leaves no files', async () => {
  const module = JSON.stringify(new URL('./local-opensearch.ts', import.meta.url))
  const script = `
    const { startOpenSearch } = await import(${module})
    console.log((await startOpenSearch()).url)
    setInterval(() => {}, 1e6)`
  const args = ['--import', 'tsx', '--conditions', '@boardwalk/source', '--input-type', 'module', '-e', script]
  const owner = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, TMPDIR: join(folder, 'temporary') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => owner.kill('SIGKILL'))
  const { value: url } = await createInterface(owner.stdout)[Symbol.asyncIterator]().next()
  expect(await send('GET', url)).toMatchObject({ version: { distribution: 'opensearch' } })
  owner.kill('SIGKILL')
  await expect
    .poll(() => readdirSync(join(folder, 'temporary')).filter((name) => name.startsWith('opensearch-')))
    .toEqual([])
})

test('several first starts run Maven once, and errors say what is missing or why the server did not start', async () => {
  setVariables({ PATH: folder, TMPDIR: join(folder, 'temporary'), BOARDWALK_CACHE: join(folder, 'cache') })
  await expect(startOpenSearch()).rejects.toThrow(
    'There is no java on PATH; a local OpenSearch needs Java from 17 on, and Maven',
  )
  writeProgram('java', 'echo wrong version of Java >&2; exit 1')
  await expect(startOpenSearch()).rejects.toThrow('There is no mvn on PATH')
  writeProgram('mvn', 'echo No network; exit 1')
  await expect(startOpenSearch()).rejects.toThrow(/mvn .* failed \(1\):\s+No network/)
  writeProgram('mvn', `echo "$@" >> '${folder}/mvn.log'; PATH=/bin:/usr/bin; for last; do :; done; mkdir "\${last#*=}"`)
  const starts = await Promise.allSettled([startOpenSearch(), startOpenSearch(), startOpenSearch()])
  for (const start of starts)
    expect(String(start.status === 'rejected' && start.reason)).toMatch(/did not start; .*:\s+wrong version of Java/)
  expect(readFileSync(join(folder, 'mvn.log'), 'utf8').trim().split('\n')).toHaveLength(1)
  expect(readdirSync(join(folder, 'temporary'))).toEqual([])
})
