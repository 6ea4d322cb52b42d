import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, isObject, readBody } from './answer.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { nowMs, openProcessClients, type World } from './world.ts'

const TRIES_MAX = 60

/** The answer of a back-office procedure, with the times of the first request and of the acknowledgement. */
interface Done {
  data: Record<string, unknown>
  beganMs: number
  acknowledgedMs: number
  /** Whether every earlier try was answered: an unanswered one may be carried out later. */
  isSure: boolean
}

/** An administrator who is signed in to the back office of one company. */
export interface Administrator {
  /** Asks any process once. Answers undefined unless the status is 200. */
  query(procedure: string, input: unknown): Promise<Record<string, unknown> | undefined>
  /**
   * Asks one process after the other until one acknowledges; answers undefined if none does. Each try chooses its procedure
   * and its input. An undefined input cannot be made at this moment.
   */
  change(
    operation: string,
    procedure: () => string,
    input: () => Promise<unknown> | unknown,
    began?: () => void,
  ): Promise<Done | undefined>
  close(): void
}

export function createAdministrator(world: World, cookie: string, random: Random): Administrator {
  const clients = openProcessClients(world, random)
  const origin = `http://127.0.0.1:${world.front.port}`

  function ask(client: HttpClient, operation: string, method: 'GET' | 'POST', procedure: string, input: unknown) {
    const text = JSON.stringify(input)
    const query = method === 'GET' ? `?input=${encodeURIComponent(text)}` : ''
    return client.ask({
      ...{ operation, method, path: `/trpc/${procedure}${query}` },
      headers: { cookie, origin, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: text }),
    })
  }

  return {
    async query(procedure, input) {
      return readResult(await ask(random.pick(clients), 'back office', 'GET', procedure, input))
    },
    async change(operation, procedure, makeInput, began = () => {}) {
      let beganMs: number | undefined
      let isSure = true
      for (let tries = 0; tries < TRIES_MAX; tries++, await sleep(random.between(20, 300))) {
        const input = await makeInput()
        if (input === undefined) continue
        if (beganMs === undefined) began()
        beganMs ??= nowMs()
        const answer = await ask(random.pick(clients), operation, 'POST', procedure(), input)
        const data = readResult(answer)
        if (data !== undefined) return { data, beganMs, acknowledgedMs: nowMs(), isSure }
        isSure &&= answer !== undefined && answer.status < 500
      }
      return undefined
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}

/** Reads the result of a procedure. A procedure without a result has an empty one. */
function readResult(answer: Answer | undefined): Record<string, unknown> | undefined {
  if (answer?.status !== 200) return undefined
  const { result } = readBody(answer) ?? {}
  if (!isObject(result)) return undefined
  return isObject(result.data) ? result.data : {}
}
