import type { Locale } from '@boardwalk/schema/company'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { type Direction, findDirection } from '@boardwalk/schema/words/page-language'
import type { StoredJob } from '../feature/job/job.ts'
import { escapeHtml, hasVisibleText, separateBlocks } from '../feature/job/text/html.ts'
import { listTexts } from './job-facts.tsx'

/**
 * The texts of a job page as one piece of HTML for search engines and feeds. Empty if the job has none. Each block is on a line
 * of its own: some readers only remove the tags.
 */
export function jobHtml(locale: Locale, { fields }: StoredJob): string {
  const list = (texts: string[]) => `<ul>${texts.map((text) => `<li>${escapeLines(text)}</li>`).join('')}</ul>`
  const parts: [heading: string, html: string | null | undefined][] = [
    [fieldLabels.responsibilities[locale], fields.responsibilities],
    [fieldLabels.qualifications[locale], fields.qualifications],
    [fieldLabels.benefits[locale], list(listTexts(fields.benefits))],
    [fieldLabels.recruitmentProcess[locale], list(listTexts(fields.recruitmentProcess))],
  ]
  const more = parts.flatMap(([heading, html]) =>
    hasVisibleText(html) ? [`<p><strong>${escapeHtml(heading)}</strong></p>${html}`] : [],
  )
  const description = hasVisibleText(fields.description) ? fields.description : ''
  return separateBlocks([description, ...more].join('')).trim()
}

const escapeLines = (text: string) => escapeHtml(text.trim()).replaceAll('\n', '<br />')

/** Finds the direction of a text of several lines: `auto` if they differ, so that the browser finds that of each line. */
export function findDirectionOfLines(lines: string[]): Direction | 'auto' | undefined {
  const directions = new Set(lines.flatMap((line) => findDirection(line) ?? []))
  const [only] = directions
  return directions.size > 1 ? 'auto' : only
}

/** Blocks with text of their own. */
const withText = new Set('p li h2 h3 h4 h5 h6 blockquote pre dt dd caption th td'.split(' '))
/** Blocks that arrange other blocks. */
const arranging = new Set('ul ol dl table'.split(' '))

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g

type LineDirection = Direction | 'auto' | undefined

interface Block {
  name: string
  /** The place of its start tag. */
  place: number
  around: Block | undefined
  /** Whether the author gave a direction to it or to a block around it. */
  isDirected: boolean
  lines: string[]
  dir: LineDirection
}

/**
 * Gives each block of sanitised HTML the direction of its own text, unless its author did. So a French paragraph and an Arabic
 * one after it are both laid out as they are read. `dir` is the direction of the text that is in no block. A block that
 * inherits the right direction stays as it is.
 */
export function directHtml(html: string, inherited: Direction): { dir: LineDirection; html: string } {
  const { parts, whole, blocks } = readBlocks(html)
  whole.dir = findDirectionOfLines(whole.lines) ?? inherited
  for (const { around, isDirected, place, dir } of blocks) {
    // "auto" is not inherited: it lets the lines of this block alone differ.
    if (isDirected || dir === undefined || (dir !== 'auto' && dir === findInherited(around))) continue
    parts[place] = parts[place]?.replace(/>$/, ` dir="${dir}">`) ?? ''
  }
  return { dir: whole.dir === inherited ? undefined : whole.dir, html: parts.join('') }
}

function readBlocks(html: string): { parts: string[]; whole: Block; blocks: Block[] } {
  const parts: string[] = []
  const whole: Block = { name: '', place: -1, around: undefined, isDirected: false, lines: [''], dir: undefined }
  const blocks: Block[] = []
  let block = whole
  for (const [all, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    parts.push(all)
    if (name === undefined) block.lines.push(`${block.lines.pop()}${all.replaceAll(/&\w+;/g, ' ')}`)
    else if (name === 'br' || name === 'hr') block.lines.push('')
    else if (!withText.has(name) && !arranging.has(name)) continue
    else if (slash === '/') block = close(block) ?? whole
    else {
      const isDirected = block.isDirected || / dir="/.test(attributes)
      block = { name, place: parts.length - 1, around: block, isDirected, lines: [''], dir: undefined }
      blocks.push(block)
    }
  }
  return { parts, whole, blocks }
}

/** Finds the direction of a block that ends, and gives its lines to the block around it. */
function close(block: Block): Block | undefined {
  const { name, around, lines } = block
  const dir = findDirectionOfLines(lines)
  // A list or a table of both directions is laid out as what is around it.
  block.dir = dir === 'auto' && arranging.has(name) ? undefined : dir
  // The text in no block finds its direction without that of the blocks. Every other block contains what is in it.
  around?.lines.push(...(around.name === '' ? [] : lines), '')
  return around
}

const findInherited = (around: Block | undefined): LineDirection =>
  around === undefined ? undefined : (around.dir ?? findInherited(around.around))
