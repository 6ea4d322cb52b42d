import { request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { run } from './command.ts'
import type { Step } from './database-server.ts'
import { mongodProgram } from './mongod.ts'
import { makeFolder, readMembers, writePrivate } from './private-file.ts'

const memoryMs = 60 * 60 * 1000
const reachTimeoutMs = 1500
const downloadTimeoutMs = 20 * 60 * 1000

/** The third way: a mongod that the library mongodb-memory-server downloads into its own cache. */
export function downloadStep(cache: string, env: NodeJS.ProcessEnv): Step {
  return {
    source: 'mongod-download',
    async locate(log) {
      // Imported here, because only this way needs the library.
      const { DryMongoBinary } = await import('mongodb-memory-server-core')
      const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js')
      const options = await DryMongoBinary.generateOptions()
      const present = await DryMongoBinary.locateBinary(options)
      if (present !== undefined) return mongodProgram(present)
      const url = await new MongoBinaryDownloadUrl(options).getDownloadUrl()
      await rememberFailure(join(cache, 'mongod-download.json'), url, async () => {
        await checkReachable(url, env)
        log(`installing mongod ${options.version} from ${new URL(url).host}, once …`)
        await download()
      })
      const downloaded = await DryMongoBinary.locateBinary(options)
      if (downloaded === undefined) throw new Error('the download ended without a mongod')
      return mongodProgram(downloaded)
    },
  }
}

/** Runs `attempt` and stores a failure. For an hour, the same attempt then fails at once with the stored reason. */
async function rememberFailure(memory: string, url: string, attempt: () => Promise<void>) {
  const past = readMembers(memory)
  const ageMs = Date.now() - Number(past.at)
  // The age is negative if the clock was set back.
  if (past.url === url && ageMs >= 0 && ageMs < memoryMs) {
    const minutes = Math.round(ageMs / 60_000)
    throw new Error(`${past.reason} (tried ${minutes} min ago, again after an hour; remove ${memory} to try now)`)
  }
  try {
    await attempt()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    makeFolder(join(memory, '..'))
    writePrivate(memory, JSON.stringify({ url, at: Date.now(), reason }))
    throw error
  }
}

/** Checks in less than two seconds that a download can begin. The library alone would retry for seven seconds. */
export async function checkReachable(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { host } = new URL(url)
  const proxy = findProxy(env)
  const status = await (proxy === undefined ? requestHead(url) : openTunnel(url, new URL(proxy))).catch(
    (error: unknown) => {
      throw new Error(`${host} cannot be reached (${describeCause(error)})`)
    },
  )
  if (status !== 200) throw new Error(`${host} answers ${status}${proxy === undefined ? '' : ' (through the proxy)'}`)
}

async function requestHead(url: string): Promise<number> {
  return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(reachTimeoutMs) })).status
}

/** Asks the proxy for a tunnel to the host. Node's fetch does not support proxies, but the library's downloader does. */
function openTunnel(url: string, proxy: URL): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  const credentials = Buffer.from(`${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`)
  const tunnel = request({
    method: 'CONNECT',
    host: proxy.hostname,
    port: proxy.port || 80,
    path: `${hostname}:${port || 443}`,
    headers: proxy.username === '' ? {} : { 'Proxy-Authorization': `Basic ${credentials.toString('base64')}` },
    signal: AbortSignal.timeout(reachTimeoutMs),
  })
  return new Promise((resolve, reject) => {
    tunnel.once('error', reject)
    tunnel.once('connect', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    tunnel.end()
  })
}

/** Finds the proxy that the library would use: the same variables in the same order. */
function findProxy(env: NodeJS.ProcessEnv): string | undefined {
  const names = ['yarn_https-proxy', 'yarn_proxy', 'npm_config_https-proxy', 'npm_config_proxy']
  return [...names, 'https_proxy', 'http_proxy', 'HTTPS_PROXY', 'HTTP_PROXY'].map((name) => env[name]).find(Boolean)
}

function describeCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/** Downloads in a separate process, because the library writes its progress to standard output. */
async function download(): Promise<void> {
  const library = createRequire(import.meta.url).resolve('mongodb-memory-server-core')
  const script = `require(process.argv[1]).MongoBinary.getPath().catch((e) => { console.error(e.message); process.exit(1) })`
  await run(process.execPath, ['-e', script, library], downloadTimeoutMs)
}
