import type { ApplicationLog } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { Company } from './company.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import type { Traffic } from './traffic.ts'

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

export const clientOf = ({ port, traffic }: World, random: Random): HttpClient =>
  createHttpClient(port, traffic, random)

/** This program's clock, which nobody steps. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
