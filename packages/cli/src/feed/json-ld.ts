import { parseJson } from '@boardwalk/schema/json'
import { decodeHTML } from 'entities/decode'
import { findFault } from './json-scanner.ts'

/** A block of JSON-LD: its value, or why it cannot be read and where. */
type JsonLd = { value: unknown } | { fault: string; at: number }

const wrapper = '(?://|/\\*)?[ \\t]*(?:<!\\[CDATA\\[|\\]\\]>|<!--(?:[^{["]*?-->)?|-->)(?:[ \\t]*\\*/)?'
const comment = '/\\*[\\s\\S]*?\\*/|//[^\\n]*'
// Texts in quotes, which stay, and what pages have beside the JSON: wrappers, comments, and commas and semicolons at an end.
const odd = new RegExp(`"[^"\\\\]*(?:\\\\[\\s\\S][^"\\\\]*)*"|${wrapper}|${comment}|,(?=\\s*(?:[}\\]]|$))|;`, 'g')

/** Reads JSON-LD as pages have it: with line ends inside texts, wrapped in comments or CDATA, or escaped as HTML. */
export function readJsonLd(source: string): JsonLd {
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
