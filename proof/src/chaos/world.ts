import { type Answer, describe, isItemMade, isRefusal } from './answer.ts'
import type { ApplicationLog, Company } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import type { TcpProxy } from './tcp-proxy.ts'
import type { Traffic } from './traffic.ts'

/** What all applicants, pollers and ATS share. */
export interface World {
  /** The two busy companies. */
  companies: Company[]
  /** The proxy in front of the board, or its load balancer. */
  front: Pick<TcpProxy, 'port' | 'findTarget'>
  /** Clients wait for every answer. Otherwise some ask again while their first request may still be carried out. */
  isPatient: boolean
  applications: ApplicationLog
  acknowledged: Acknowledgements
  /** The longest time for which a poll waits. */
  waitSecondsMax: number
  /** After how many ms each application and change that came while a poll waited reached its poller. */
  wakeUpsMs: number[]
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
  | 'statuses by key'
  | 'statuses by user'
  | 'erasures'
  | 'confirmations',
  number
>

/** Opens a client of the board. It checks that every refusal of the API has a message. */
export function openClient({ front, traffic, isPatient, breaches }: World, random: Random): HttpClient {
  const client = createHttpClient(front.port, traffic, random, front.findTarget, isPatient)
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

/** This program's clock, which no fault changes. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

export const formatJobPath = (externalId: string): string => `/api/job/${encodeURIComponent(externalId)}`
export const makeHeaders = ({ key }: Company) => ({ 'x-api-key': key, 'content-type': 'application/json' })

/**
 * Answers whether an item of a batch was made, and counts it. Undefined if the server failed. An item may fail if a call of
 * its own might fail, and only then.
 */
export function receiveItem(world: World, name: string, item: unknown, answer: Answer): boolean | undefined {
  const isMade = isItemMade(item)
  if (isMade === true) world.acknowledged['batch items']++
  if (isMade === undefined && answer.serverErrorBreaks !== undefined)
    world.breaches.add(answer.serverErrorBreaks, `${name}: an item of a batch failed: ${JSON.stringify(item)}`)
  return isMade
}
