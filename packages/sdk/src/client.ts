import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './generated/openapi.ts'

/** A job to create, with whatever else shall be kept of it. */
export type JobCreate = components['schemas']['JobCreate']

export interface BoardwalkOptions {
  /** Address of the integration API, such as `https://jobs.example.com/api`. */
  baseUrl: string
  /** A key of the company, as its back office shows it once. */
  apiKey: string
}

/** Every operation of the integration API by method and path, typed by the OpenAPI document. */
export type Boardwalk = Client<paths, 'application/json'>

/**
 * A client of one company's jobs and candidates.
 * @example
 * const boardwalk = createBoardwalk({ baseUrl, apiKey })
 * const { data, error } = await boardwalk.POST('/job', { body: { job: { id: 'A-1', title: 'Comptable' } } })
 */
export function createBoardwalk({ baseUrl, apiKey }: BoardwalkOptions): Boardwalk {
  return createClient<paths, 'application/json'>({ baseUrl, headers: { 'x-api-key': apiKey } })
}
