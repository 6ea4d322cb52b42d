import { onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions } from '../sandbox.ts'

/* A sandbox for a test, and functions that send requests to it. */

export const job = { id: 'A-1', title: 'Comptable', description: 'D', country: 'Maroc' }

export const pdf = Buffer.from('%PDF-1.4 of Salma')

// biome-ignore lint/suspicious/noExplicitAny: tests read any member of the body and check it themselves.
export const read = async (answer: Promise<Response>): Promise<any> => (await answer).json()

interface SendOptions {
  send?: typeof fetch
  key?: string
  signal?: AbortSignal | undefined
}

export function start(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options)
  /** A request under `url`, by the global `fetch` or the sandbox's own. */
  const call = (method: string, path: string, body?: object, { send = sandbox.fetch, key, signal }: SendOptions = {}) =>
    send(`${sandbox.url}${path}`, {
      method,
      signal: signal ?? null,
      headers: {
        'x-api-key': key ?? sandbox.apiKey,
        'x-request-id': 'from-the-test',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { sandbox, call }
}

/** The two ways to reach a sandbox. */
export const ways = ['fetch', 'HTTP'] as const

/** Starts a sandbox that a test reaches in one way. */
export async function open(way: (typeof ways)[number]) {
  const { sandbox, call } = start()
  const send = way === 'fetch' ? sandbox.fetch : fetch
  if (way === 'HTTP') {
    await sandbox.listen()
    onTestFinished(() => sandbox.close())
  }
  return {
    sandbox,
    send,
    call: (method: string, path: string, body?: object, signal?: AbortSignal) =>
      call(method, path, body, { send, signal }),
  }
}
