// The packed command in an empty folder: every command of it, on each Node, against the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { startOwnServer } from '@boardwalk/test-server/server-process'
import { withPacked } from '../../../.ci/packed.mjs'
import { applicants } from '../../../examples/src/demo/applicants.ts'
import { apply } from '../../../examples/src/demo/apply.ts'

const jobs = ['A/1', 'A/2', 'A/3'].map((id) => JSON.stringify({ id, title: `Poste ${id}` }))
const feed = jobs.join('\n')

function check(holds, what) {
  if (!holds) throw new Error(what)
}

/** Runs the command in a home of its own; answers what it printed, as JSON where that was asked for. */
function buildCommand(node, main, home, key) {
  return async (line, { code = 0, input = '' } = {}) => {
    const args = line.split(' ')
    const child = spawn(node, [main, ...args], { cwd: home, env: { HOME: home, PATH: process.env.PATH } })
    // A command that ends before it reads is no fault of the writer.
    child.stdin.on('error', () => {}).end(input)
    const [stdout, stderr, [ended]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    check(ended === code, `boardwalk ${line} ended with ${ended}:\n${stdout}${stderr}`)
    check(!`${stdout}${stderr}`.includes(key), `boardwalk ${line} shows the key`)
    return line.includes(' -o json') ? JSON.parse(stdout) : stdout
  }
}

async function tryEverything(server, node, main, home) {
  const slug = home.split('/').at(-1)
  await server.admin('company', 'create', '--name', 'Atlas Talents', '--slug', slug)
  const { key } = await server.admin('key', 'create', '--company', slug, '--name', 'smoke')
  const { jobId } = await server.admin('job', 'create', '--company', slug, '--title', 'Chauffeur')
  const boardwalk = buildCommand(node, main, home, key)
  const told = async (line, expected, options) => {
    const result = JSON.stringify(await boardwalk(`${line} -o json`, options))
    for (const words of expected) check(result.includes(words), `boardwalk ${line} says ${result}, without ${words}`)
  }

  check(/^\d+\.\d+\.\d+/.test(await boardwalk('--version')), 'there is no version')
  await boardwalk('jobs list', { code: 2 })
  await told(`auth login --api-key-stdin --url ${server.url}/api`, ['["read","write"]'], { input: `${key}\n` })
  await told('auth status', [`${server.url}/api`])
  await told('doctor', ['"error":null'])
  await writeFile(join(home, 'jobs.ndjson'), feed)
  await told('jobs push jobs.ndjson --dry-run', ['"valid":3'])
  await told('jobs push jobs.ndjson', ['"created":3'])
  await told('jobs sync - --yes --max-unpublish 1', ['"unpublished":1'], { input: jobs.slice(1).join('\n') })
  await told('jobs list --status PUBLISHED', ['A/2', 'Chauffeur'])
  await told('jobs unpublish A/3', ['A/3'])
  await told(`links set ${jobId}=B/1`, ['"linked"'])
  await told('jobs get B/1', ['Chauffeur'])

  const { job } = await boardwalk('jobs get A/2 -o json')
  await apply(job.jobUrl, applicants[0])
  await told('candidates list A/2', [applicants[0].email])
  const { candidates } = await boardwalk('candidates list A/2 -o json')
  const [{ id }] = candidates
  await told(`candidates set-status ${id}=HIRED`, ['"updated"'])
  await told(`candidates get ${id}`, ['HIRED'])
  check((await boardwalk('api GET /me')).includes('"error":null'), 'api does not ask the board')
  const followed = await boardwalk('candidates follow --once --state ats.json -o ndjson')
  check(followed.includes(applicants[0].email), 'candidates follow does not follow')
  await boardwalk('candidates download-cv A/2 --dir cvs')
  const [cv] = await readdir(join(home, 'cvs'))
  check((await readFile(join(home, 'cvs', cv), 'latin1')).startsWith('%PDF'), 'the CV is none')

  check((await boardwalk('completion bash')).includes('complete '), 'there is no completion')
  await boardwalk('auth logout')
  await boardwalk('jobs list', { code: 4 })
}

/** The program that the test of packages/sandbox/README.md is for: it polls until the board has answered. */
const sync = `
import os, time, urllib.error, urllib.request
request = urllib.request.Request(os.environ["BOARDWALK_URL"] + "/candidates", headers={"x-api-key": os.environ["BOARDWALK_API_KEY"]})
while True:
    try:
        urllib.request.urlopen(request)
        break
    except urllib.error.HTTPError as error:
        time.sleep(int(error.headers["retry-after"]))
`

/** Checks that the sandbox listens at the address of `--host`, that the test in Python of its guide passes, and that it ends on a signal. */
async function trySandbox(node, main, home) {
  // Other systems have only one address that stays on this machine.
  const host = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
  const child = spawn(node, [main, 'sandbox', '--port', '0', '--control-port', '0', '--host', host], { cwd: home })
  const printed = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [name, value] = line.split(/ +/)
    printed[name] = value
    if (name === 'control') break
  }
  const { url, control } = printed
  check(
    [url, control].every((address) => new URL(address).hostname === host),
    `the sandbox listens at ${url}`,
  )
  const guide = await readFile(new URL('../../sandbox/README.md', import.meta.url), 'utf8')
  const [, test = ''] = /^```python[^\n]*\n(.*?)^```$/ms.exec(guide) ?? []
  await writeFile(join(home, 'test_sync.py'), test.replaceAll('http://127.0.0.1:4011', control))
  await writeFile(join(home, 'my_sync.py'), sync)
  const python = spawn('python3', ['test_sync.py'], { cwd: home, env: { PATH: process.env.PATH } })
  const [stderr, [code]] = await Promise.all([text(python.stderr), once(python, 'close')])
  check(test !== '' && code === 0, `the test in Python of the sandbox's guide ended with ${code}:\n${stderr}`)
  child.kill()
  const [ended] = await once(child, 'exit')
  check(ended === 0, `boardwalk sandbox ended with ${ended}`)
}

/** Checks that the package has the guides, which `boardwalk mcp` offers to an assistant. */
async function tryMcp(node, main, home) {
  const child = spawn(node, [main, 'mcp'], { cwd: home, env: { PATH: process.env.PATH } })
  const clientInfo = { name: 'smoke', version: '1.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  for (const message of [{ method: 'initialize', params }, { method: 'resources/list' }])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.method, ...message })}\n`)
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line)
    if (id !== 'resources/list') continue
    const addresses = (result?.resources ?? []).map(({ uri }) => uri)
    check(addresses.includes('boardwalk://guides/assistant.md'), `boardwalk mcp has ${addresses}`)
    break
  }
  child.stdin.end()
  const [ended] = await once(child, 'exit')
  check(ended === 0, `boardwalk mcp ended with ${ended}`)
}

async function smoke(folder) {
  const main = join(folder, 'node_modules/.bin/boardwalk')
  const server = await startOwnServer()
  try {
    const startedMs = performance.now()
    const home = join(folder, 'home')
    await mkdir(home)
    await tryEverything(server, process.execPath, main, home)
    await trySandbox(process.execPath, main, home)
    await tryMcp(process.execPath, main, home)
    process.stdout.write(`  Node ${process.version} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)\n`)
  } finally {
    await server.stop()
  }
}

process.stdout.write('The packed command\n')
await withPacked(['boardwalk'], [], smoke).catch((error) => {
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
})
