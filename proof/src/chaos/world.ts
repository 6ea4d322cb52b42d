import { describe, isRefusal } from './answer.ts'
import type { ApplicationLog } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { Company } from './company.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import type { TcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

const TRIES_MAX = 10

/** What all applicants, pollers, ATS and administrators share. */
export interface World {
  /** The two busy companies. */
  companies: Company[]
  /** The proxy in front of the board. */
  front: Pick<TcpProxy, 'port' | 'findTarget'>
  /** The port of each API process, for clients that must reach a certain one. */
  processPorts: number[]
  applications: ApplicationLog
  acknowledged: Acknowledgements
  breaches: Breaches
  traffic: Traffic
  /** Answers whether new work may begin. */
  isOpen(): boolean
}

/** The numbers of acknowledged operations, by kind. */
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

/** Opens a client of the board. */
export function openClient(world: World, random: Random): HttpClient {
  const { front, traffic } = world
  const client = createHttpClient([front.port], traffic, random, (_, localPort) => front.findTarget(localPort))
  return requireReasons(world, client)
}

/** Opens a client of each API process, without a proxy. While its process is down, a client asks another one. */
export function openProcessClients(world: World, random: Random): HttpClient[] {
  const { processPorts, traffic } = world
  return processPorts.map((port) => {
    const ports = [port, ...processPorts.filter((other) => other !== port)]
    return requireReasons(
      world,
      createHttpClient(ports, traffic, random, (asked) => asked),
    )
  })
}

/** Makes a client that checks that every refusal of the API has a message. */
function requireReasons({ breaches }: World, client: HttpClient): HttpClient {
  return {
    async ask(question) {
      const answer = await client.ask(question)
      if (answer !== undefined && answer.status >= 400 && question.path.startsWith('/api/') && !isRefusal(answer))
        breaches.add('malformed', `${question.operation} was refused without a reason: ${describe(answer)}`)
      return answer
    },
    close: client.close,
  }
}

/** Opens a client that asks again if no answer comes, for the time after all faults. */
export function openInsistentClient(world: World, random: Random): HttpClient {
  const client = openClient(world, random)
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

/** This program's clock, which no fault changes. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
