import { isObject, parseJson } from '@boardwalk/schema/json'
import { decodeHTML } from 'entities/decode'
import { findFault } from './json-scanner.ts'
import type { PageSigns } from './page-signs.ts'
import { BrokenFeed, type ReaderOptions, type SourceRow, WebPage } from './row.ts'
import { describePlace, movePlace } from './xml-markup.ts'

// The jobs are anywhere in the page, so the whole page is held in memory.
const pageCharactersMax = 32 * 1024 * 1024
const depthMax = 20
// Some programs escape the "+" in an attribute.
const jsonLdType = /\btype\s*=\s*["']?\s*application\/ld(?:\+|&#43;|&#x2b;|&plus;)json\b/i
const postingType = /(?:^|[/:#])JobPosting$/

type HtmlOptions = Pick<ReaderOptions, 'signs' | 'warn'>

/** The link of a page to the next one, in either order of its attributes. */
const nextLink = /<link\s(?=[^>]*\brel\s*=\s*["']?next["'\s>])[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

// A block that cannot be read costs itself: it is a bad row if it names a JobPosting.
/** Reads each JobPosting of schema.org in the JSON-LD of a page as a row, also inside lists and other objects. */
export async function* readHtml(text: AsyncIterable<string>, { signs, warn }: HtmlOptions): AsyncGenerator<SourceRow> {
  let page = ''
  for await (const chunk of text) {
    page += chunk
    if (page.length > pageCharactersMax) throw new BrokenFeed(`is a page of over ${pageCharactersMax} characters`)
  }
  signs.noteRows([])
  const [, double, single, bare] = nextLink.exec(page) ?? []
  signs.note([], 'next', double ?? single ?? bare ?? '')
  let hasRow = false
  let place = { line: 1, column: 1 }
  let at = 0
  for (const { source, index } of findJsonLd(page)) {
    place = movePlace(place, page.slice(at, index))
    at = index
    const { line } = place
    const read = readJsonLd(source)
    if ('value' in read) {
      for (const value of findPostings(read.value, signs, 0)) {
        hasRow = true
        yield { line, value }
      }
      continue
    }
    const fault = movePlace(place, source.slice(0, read.at))
    const why = `the JSON-LD cannot be read: ${describePlace(fault)}: ${read.fault}`
    if (source.includes('JobPosting')) {
      hasRow = true
      yield { line, unreadable: why }
    } else warn(`${why}; it names no JobPosting, so it is left out`, line)
  }
  if (!hasRow) throw new WebPage('it has no JobPosting of schema.org in <script type="application/ld+json">')
}

/** Finds the scripts with JSON-LD that are not inside a comment or another script. */
function* findJsonLd(page: string): Generator<{ source: string; index: number }> {
  const scriptStart = /<!--|<script\b[^>]*>/gi
  const scriptEnd = /<\/script\s*>/gi
  for (let found = scriptStart.exec(page); found !== null; found = scriptStart.exec(page)) {
    const start = found.index + found[0].length
    if (found[0] === '<!--') {
      const end = page.indexOf('-->', start)
      if (end === -1) return
      scriptStart.lastIndex = end
      continue
    }
    scriptEnd.lastIndex = start
    const end = scriptEnd.exec(page)
    if (end === null) return
    if (jsonLdType.test(found[0])) yield { source: page.slice(start, end.index), index: start }
    scriptStart.lastIndex = scriptEnd.lastIndex
  }
}

/** Finds the postings in a value. What a list around them says of other pages is noted. */
function* findPostings(value: unknown, signs: PageSigns, depth: number): Generator<object> {
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  const types: unknown[] = '@type' in value ? [value['@type']].flat() : []
  if (types.some((type) => typeof type === 'string' && postingType.test(type))) {
    yield value
    return
  }
  let hasPosting = false
  for (const inner of Object.values(value))
    for (const posting of findPostings(inner, signs, depth + 1)) {
      hasPosting = true
      yield posting
    }
  if (!hasPosting || Array.isArray(value)) return
  for (const [name, text] of Object.entries(value)) if (!isObject(text)) signs.note([], name, String(text))
}

/** A block of JSON-LD: its value, or why it cannot be read and where. */
type JsonLd = { value: unknown } | { fault: string; at: number }

const wrapper = '(?://|/\\*)?[ \\t]*(?:<!\\[CDATA\\[|\\]\\]>|<!--(?:[^{["]*?-->)?|-->)(?:[ \\t]*\\*/)?'
const comment = '/\\*[\\s\\S]*?\\*/|//[^\\n]*'
// Texts in quotes, which stay, and what pages have beside the JSON: wrappers, comments, and commas and semicolons at an end.
const odd = new RegExp(`"[^"\\\\]*(?:\\\\[\\s\\S][^"\\\\]*)*"|${wrapper}|${comment}|,(?=\\s*(?:[}\\]]|$))|;`, 'g')

/** Reads JSON-LD as pages have it: with line ends inside texts, wrapped in comments or CDATA, or escaped as HTML. */
function readJsonLd(source: string): JsonLd {
  const { text, findSource } = repair(source)
  const value = parse(text) ?? (source.includes('&') ? parse(repair(decodeHTML(source)).text) : undefined)
  if (value !== undefined) return { value }
  const fault = findFault(text)
  return { fault: fault?.message ?? 'it is nested too deep', at: findSource(fault?.at ?? 0) }
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Repairs what is odd. `findSource` gives the position in the source of a position in the text. */
function repair(source: string): { text: string; findSource(at: number): number } {
  let text = ''
  let end = 0
  const changes: { at: number; shift: number }[] = []
  for (const { 0: token, index } of source.matchAll(odd)) {
    const repaired = token.startsWith('"') ? repairText(token) : ''
    if (repaired === token) continue
    text += source.slice(end, index) + repaired
    end = index + token.length
    changes.push({ at: text.length, shift: end - text.length })
  }
  return {
    text: text + source.slice(end),
    findSource: (at) => at + (changes.findLast((change) => change.at <= at)?.shift ?? 0),
  }
}

/** Escapes control characters inside a text, and drops backslashes that JSON does not have, as in `\'`. */
const repairText = (text: string): string =>
  text.replaceAll(/\\([\s\S])|\p{Cc}/gu, (found: string, escaped?: string) => {
    if (escaped === undefined) return found < ' ' ? JSON.stringify(found).slice(1, -1) : found
    if ('"\\/bfnrtu'.includes(escaped)) return found
    return escaped < ' ' ? JSON.stringify(escaped).slice(1, -1) : escaped
  })
