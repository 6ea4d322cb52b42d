import { randomUUID } from 'node:crypto'
import { isObject, RawNumber } from '@boardwalk/schema/json'
import { Boardwalk, type BoardwalkOptions } from '@boardwalk/sdk'
import { fetchInWords, userAgent } from './network.ts'

/** Sends a request; numbers of a feed have the digits that they have there. */
const send = (url: string, init: RequestInit) =>
  fetchInWords(url, typeof init.body === 'string' ? { ...init, body: restoreNumbers(init.body) } : init)

/** Creates a client of the board whose errors say in words why there was no connection. */
export const createClient = (options: BoardwalkOptions): Boardwalk =>
  new Boardwalk({ ...options, headers: { 'user-agent': userAgent }, fetch: send })

// The SDK writes jobs with JSON.stringify, which cannot write a RawNumber. So each one becomes a text with a mark, and the
// client removes quotes and mark from the body that it sends. Node 20 has no JSON.rawJSON.

// No text of a feed can begin with this mark, so no text is taken for a number.
const mark = `${randomUUID()}:`
const marked = new RegExp(`"${mark}([^"]*)"`, 'g')

/** Copies a value with a marked text for each RawNumber in it. */
export function markNumbers(value: unknown): unknown {
  if (value instanceof RawNumber) return mark + value.text
  if (Array.isArray(value)) return value.map(markNumbers)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markNumbers(member)]))
}

/** Gives marked numbers their digits back in a text that JSON.stringify has made. */
export const restoreNumbers = (json: string): string => json.replaceAll(marked, '$1')
