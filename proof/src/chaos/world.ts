import { described, isRefusal } from './answer.ts'
import type { ApplicationLog } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { Company } from './company.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import type { TcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

const TRIES_MAX = 10

/** What everybody who plays a part shares. */
export interface World {
  /** The two busy ones. */
  companies: Company[]
  /** Where the board is: the proxy in front of it. */
  front: Pick<TcpProxy, 'port' | 'targetOf'>
  /** Where each API process is, for those who must reach a certain one. */
  processPorts: number[]
  applications: ApplicationLog
  acknowledged: Acknowledgements
  breaches: Breaches
  traffic: Traffic
  /** Whether new work is still begun. */
  isOpen(): boolean
}

/** Acknowledged operations, and those of the administrators, by kind. */
export type Acknowledgements = Record<
  | 'applications'
  | 'jobs created'
  | 'updates'
  | 'batch items'
  | 'unpublished'
  | 'moves of external ids'
  | 'keys made'
  | 'revocations',
  number
>

/** Somebody's connections to the board. */
export function clientOf(world: World, random: Random): HttpClient {
  const { front, traffic } = world
  const client = createHttpClient([front.port], traffic, random, (_, localPort) => front.targetOf(localPort))
  return demanding(world, client)
}

/**
 * Somebody's connections to each API process. Nothing but the process itself is between; while it is down, another one
 * stands in for it.
 */
export function clientsOfProcesses(world: World, random: Random): HttpClient[] {
  const { processPorts, traffic } = world
  return processPorts.map((port) => {
    const ports = [port, ...processPorts.filter((other) => other !== port)]
    return demanding(
      world,
      createHttpClient(ports, traffic, random, (asked) => asked),
    )
  })
}

/** Whatever the API refuses must say why. */
function demanding({ breaches }: World, client: HttpClient): HttpClient {
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
