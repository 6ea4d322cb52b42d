import { described, isRefusal } from './answer.ts'
import type { ApplicationLog } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { Company } from './company.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import type { Traffic } from './traffic.ts'

const TRIES_MAX = 10

/** What everybody who plays a part shares. */
export interface World {
  companies: Company[]
  /** Where the board is: the port of the proxy in front of it. */
  port: number
  applications: ApplicationLog
  acknowledged: Acknowledgements
  breaches: Breaches
  traffic: Traffic
  /** Whether new work is still begun. */
  isOpen(): boolean
}

/** Acknowledged operations by kind. */
export type Acknowledgements = Record<'application' | 'create' | 'update' | 'batch item' | 'unpublish', number>

/** Somebody's connections to the board; whatever the API refuses must say why. */
export function clientOf({ port, traffic, breaches }: World, random: Random): HttpClient {
  const client = createHttpClient(port, traffic, random)
  return {
    async ask(question) {
      const answer = await client.ask(question)
      if (answer !== undefined && answer.status >= 400 && question.path.startsWith('/api/') && !isRefusal(answer))
        breaches.add('malformed', `${question.operation} was refused without a reason: ${described(answer)}`)
      return answer
    },
    close: client.close,
  }
}

/** Somebody who asks once more where no answer came: for when all faults are over. */
export function insistentClientOf(world: World, random: Random): HttpClient {
  const client = clientOf(world, random)
  return {
    async ask(question) {
      for (let tries = 1; ; tries++) {
        const answer = await client.ask(question)
        if (answer !== undefined || tries === TRIES_MAX) return answer
      }
    },
    close: client.close,
  }
}

/** This program's clock, which nobody steps. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
