import { readFeed } from '../feed/feed.ts'
import { FieldMap } from '../feed/field-map.ts'
import type { Format } from '../feed/format.ts'
import type { FieldNames, MapFile } from '../feed/map-file.ts'
import { FeedPages } from '../feed/pages.ts'
import { BrokenFeed, type Row } from '../feed/row.ts'

/** The bytes of a feed in pieces of any size: where one ends must not matter. */
export async function* pieces(feed: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof feed === 'string' ? new TextEncoder().encode(feed) : feed
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

export interface Reading {
  format?: Format | undefined
  map?: MapFile | FieldNames
  isPreset?: boolean
  encoding?: string
  mayBeEmpty?: boolean
  size?: number
}

/** Reads a feed to its end; `broken` says what ended it early, and on which line. */
export async function readPieces(
  feed: string | Uint8Array,
  { map = new Map(), isPreset = false, mayBeEmpty = false, size = 7, ...options }: Reading = {},
) {
  const nearMisses: string[] = []
  const dropped: string[] = []
  const unmatched: string[] = []
  const warnings: string[] = []
  const events = {
    onNearMiss: (name: string, meant: string) => nearMisses.push(`${name} → ${meant}`),
    onUnknown: (field: string, value: string) => dropped.push(`${field}: ${value}`),
    onNoMatch: (field: string, text: string) => unmatched.push(`${field}: ${text}`),
  }
  const fields = new FieldMap(map, events, isPreset)
  const warn = (message: string, line: number) => warnings.push(`${line}: ${message}`)
  const rows: Row[] = []
  const pages = new FeedPages()
  let broken: string | undefined
  try {
    for await (const row of readFeed(pieces(feed, size), {
      mayBeEmpty,
      ...options,
      fields,
      pages,
      warn,
      warnOfValue: warn,
    }))
      rows.push(row)
  } catch (error) {
    broken = error instanceof BrokenFeed ? `${error.line}: ${error.message}` : String(error)
  }
  const problems = rows.flatMap(({ line, problem }) => (problem ?? []).map(({ message }) => `${line}: ${message}`))
  const jobs = rows.flatMap(({ job }) => job ?? [])
  return {
    rows,
    jobs,
    problems,
    nearMisses,
    dropped,
    unmatched,
    warnings,
    rest: pages.rest?.why,
    extra: fields.extra,
    unused: fields.unused,
    broken,
  }
}
