import { Boardwalk, type BoardwalkOptions } from '@boardwalk/sdk'
import { restoreNumbers } from './feed/raw-numbers.ts'
import { fetchInWords } from './network-error.ts'

/** Sends a request; numbers of a feed have the digits that they have there. */
const send = (url: string, init: RequestInit) =>
  fetchInWords(url, typeof init.body === 'string' ? { ...init, body: restoreNumbers(init.body) } : init)

/** Creates a client of the board whose errors say in words why there was no connection. */
export const createClient = (options: BoardwalkOptions): Boardwalk => new Boardwalk({ ...options, fetch: send })
