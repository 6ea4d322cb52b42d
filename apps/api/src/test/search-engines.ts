import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll } from 'vitest'
import type { Send } from '../part/search-engine/engine.ts'

/** A page that an engine was told of: the engine, the path of the page and, for Google, the kind of the notice. */
interface ToldPage {
  engine: 'indexnow' | 'google'
  path: string
  type?: 'URL_UPDATED' | 'URL_DELETED'
}

interface EngineAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const serviceAccount = { email: 'board@project.iam.gserviceaccount.com', key: privateKey }
export const serviceAccountKey = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const TOKEN = 'token-of-the-test'

/** Gives the tests of one file a server on this machine that answers as IndexNow and Google do. */
export function useSearchEngines(now: () => number) {
  const told: ToldPage[] = []
  const calls: { address: string; body: string; headers: Headers }[] = []
  let answer: ((address: string) => EngineAnswer | undefined) | undefined
  let port = 0

  const http = createServer(async (req, res) => {
    const address = String(req.headers['x-address'])
    const body = await text(req)
    calls.push({ address, body, headers: new Headers(Object.entries(req.headers).map(([n, v]) => [n, String(v)])) })
    const given = answer?.(address) ?? (await accept(address, body, req.headers.authorization))
    res.writeHead(given.status, given.headers).end(given.body)
  })
  beforeAll(async () => {
    await once(http.listen(0, '127.0.0.1'), 'listening')
    // Both names of the type are for Unix sockets and closed servers.
    port = (http.address() as AddressInfo).port
  })
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })

  async function accept(address: string, body: string, authorization: string | undefined): Promise<EngineAnswer> {
    if (address === 'https://api.indexnow.org/indexnow') {
      const urls: string[] = JSON.parse(body).urlList
      told.push(...urls.map((url) => ({ engine: 'indexnow' as const, path: new URL(url).pathname })))
      return { status: 202 }
    }
    if (address === 'https://oauth2.googleapis.com/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const rules = { audience: address, issuer: serviceAccount.email, currentDate: new Date(now()) }
      const { payload } = await jwtVerify(assertion, publicKey, rules)
      if (payload.scope !== 'https://www.googleapis.com/auth/indexing') return { status: 400 }
      return { status: 200, body: JSON.stringify({ access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' }) }
    }
    if (address !== 'https://indexing.googleapis.com/v3/urlNotifications:publish') return { status: 404 }
    if (authorization !== `Bearer ${TOKEN}`) return { status: 401 }
    const { url, type } = JSON.parse(body)
    told.push({ engine: 'google', path: new URL(url).pathname, type })
    return { status: 200, body: '{}' }
  }

  /** Sends to this machine what is meant for an engine. */
  const send: Send = (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-address', String(address))
    return fetch(`http://127.0.0.1:${port}/`, { ...init, headers })
  }

  return {
    send,
    told,
    calls,
    /** Answers calls in this way, or as the engine would. */
    answerWith(find: typeof answer) {
      answer = find
    },
    /** Returns what the engines were told since the last time. */
    takeTold: (): ToldPage[] => told.splice(0),
  }
}
