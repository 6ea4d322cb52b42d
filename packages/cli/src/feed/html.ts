import { BrokenFeed, type RawRow } from './row.ts'
import { countLines } from './text-source.ts'

// The jobs are anywhere in the page, so the whole page is held in memory.
const pageCharactersMax = 32 * 1024 * 1024
const depthMax = 20
const scripts = /<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script\s*>/gi

/** Reads each JobPosting of schema.org in the JSON-LD of a page as a row, also inside lists and other objects. */
export async function* htmlRows(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let page = ''
  for await (const chunk of text) {
    page += chunk
    if (page.length > pageCharactersMax) throw new BrokenFeed(`is a page of over ${pageCharactersMax} characters`)
  }
  let hasRow = false
  for (const found of page.matchAll(scripts)) {
    const line = 1 + countLines(page.slice(0, found.index))
    for (const value of findPostings(parse(found[1] ?? '', line), 0)) {
      hasRow = true
      yield { line, value }
    }
  }
  if (!hasRow)
    throw new BrokenFeed('is a page without a JobPosting of schema.org in <script type="application/ld+json">')
}

function parse(source: string, line: number): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BrokenFeed(`has JSON-LD that is not JSON: ${why}`, line)
  }
}

function* findPostings(value: unknown, depth: number): Generator<object> {
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  const types: unknown[] = '@type' in value ? [value['@type']].flat() : []
  if (types.includes('JobPosting')) yield value
  else for (const inner of Object.values(value)) yield* findPostings(inner, depth + 1)
}
