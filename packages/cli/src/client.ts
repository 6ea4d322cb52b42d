import { Boardwalk, type BoardwalkOptions } from '@boardwalk/sdk'
import { fetchInWords } from './network-error.ts'

/** Creates a client of the board whose errors say in words why there was no connection. */
export const createClient = (options: BoardwalkOptions): Boardwalk => new Boardwalk({ ...options, fetch: fetchInWords })
