import type { StoredJob } from '@boardwalk/core/job/job'
import { escapeHtml, hasVisibleText, separateBlocks, toPlainText } from '@boardwalk/core/text/html'
import type { Locale } from '@boardwalk/schema/company'
import { HTML_FIELDS, type JobFields } from '@boardwalk/schema/job'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { type Direction, findDirection } from '@boardwalk/schema/words/page-language'
import { listTexts } from './job-facts.tsx'

/*
 * The texts of a job: as HTML in one piece for search engines and feeds, as HTML with the direction of each block for a page, or as the
 * beginning of its plain text.
 */

/**
 * Renders the texts of a job as one piece of HTML. Empty if the job has none. Each block is on its own line, because some readers of feeds
 * only remove the tags.
 */
export function renderJobHtml(locale: Locale, { fields }: StoredJob): string {
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

/** Finds the direction of several lines. It is `auto` if they differ, so that the browser finds the direction of each line. */
export function findDirectionOfLines(lines: string[]): Direction | 'auto' | undefined {
  const directions = new Set(lines.flatMap((line) => findDirection(line) ?? []))
  const [only] = directions
  return directions.size > 1 ? 'auto' : only
}

/** Blocks that have text themselves. */
const textBlocks = new Set('p li h2 h3 h4 h5 h6 blockquote pre dt dd caption th td'.split(' '))
/** Blocks that contain other blocks only. */
const containers = new Set('ul ol dl table'.split(' '))

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g

type LineDirection = Direction | 'auto' | undefined

interface Block {
  name: string
  /** The index of its start tag in the parts of the HTML. */
  place: number
  parent: Block | undefined
  /** Whether the author gave a direction to the block or to one that contains it. */
  hasDirection: boolean
  lines: string[]
  dir: LineDirection
}

/**
 * Gives each block of sanitised HTML the direction of its own text, for example to an Arabic paragraph after a French one. A block with a
 * direction from its author, or that inherits the right one, stays unchanged. `dir` is the direction of the text outside of all blocks.
 */
export function directHtml(html: string, inherited: Direction): { dir: LineDirection; html: string } {
  const { parts, whole, blocks } = readBlocks(html)
  whole.dir = findDirectionOfLines(whole.lines) ?? inherited
  for (const { parent, hasDirection, place, dir } of blocks) {
    // "auto" is set even if the parent has it, because blocks do not inherit it.
    if (hasDirection || dir === undefined || (dir !== 'auto' && dir === findInherited(parent))) continue
    parts[place] = parts[place]?.replace(/>$/, ` dir="${dir}">`) ?? ''
  }
  return { dir: whole.dir === inherited ? undefined : whole.dir, html: parts.join('') }
}

function readBlocks(html: string): { parts: string[]; whole: Block; blocks: Block[] } {
  const parts: string[] = []
  const whole: Block = { name: '', place: -1, parent: undefined, hasDirection: false, lines: [''], dir: undefined }
  const blocks: Block[] = []
  let block = whole
  for (const [all, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    parts.push(all)
    if (name === undefined) block.lines.push(`${block.lines.pop()}${all.replaceAll(/&\w+;/g, ' ')}`)
    else if (name === 'br' || name === 'hr') block.lines.push('')
    else if (!textBlocks.has(name) && !containers.has(name)) continue
    else if (slash === '/') block = closeBlock(block) ?? whole
    else {
      const hasDirection = block.hasDirection || / dir="/.test(attributes)
      block = { name, place: parts.length - 1, parent: block, hasDirection, lines: [''], dir: undefined }
      blocks.push(block)
    }
  }
  return { parts, whole, blocks }
}

/** Ends a block: finds its direction, and adds its lines to its parent's. Returns the parent. */
function closeBlock(block: Block): Block | undefined {
  const { name, parent, lines } = block
  const dir = findDirectionOfLines(lines)
  // A list or a table with text of both directions inherits the direction of its parent.
  block.dir = dir === 'auto' && containers.has(name) ? undefined : dir
  // The text outside of all blocks has its own direction, so the root, which has no name, does not get the lines of blocks.
  parent?.lines.push(...(parent.name === '' ? [] : lines), '')
  return parent
}

const findInherited = (block: Block | undefined): LineDirection =>
  block === undefined ? undefined : (block.dir ?? findInherited(block.parent))

/** Reads the first field of HTML that shows anything, as plain text. */
export const readPlainText = (fields: JobFields): string =>
  toPlainText(HTML_FIELDS.map((name) => fields[name]).find(hasVisibleText) ?? '')

/** Shortens a text that is too long: it ends after a word, and with "…". */
export const shorten = (text: string, charactersMax: number): string =>
  text.length <= charactersMax ? text : `${text.slice(0, charactersMax).replace(/\s\S*$/, '')}…`
