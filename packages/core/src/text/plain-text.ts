import { HTML_TAGS_MAX } from '@boardwalk/schema/limits'
import { isItem, type Marker, readMarker } from '@boardwalk/schema/text/marker'

/* Plain text in a field of HTML. Many ATS send texts with line ends and bullets. HTML would show them as one paragraph. */

/** The line ends of plain text. Word writes U+000B within a paragraph. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** A line that is not blank. */
interface Line {
  /** The line without blanks at its ends. */
  text: string
  /** The number of blanks before it. */
  indent: number
  isAfterBlank: boolean
  marker: Marker | undefined
  /** Whether the line belongs to the item before it: it is indented more. */
  continues: boolean
}

interface Block {
  tag: 'p' | 'ul' | 'ol'
  /** The number of the first item. */
  start: number
  parts: string[]
}

/**
 * Makes HTML of plain text, in which "&" and "<" are escaped. Blank lines end paragraphs, other line ends become `<br />`, and
 * lines with bullets or numbers become a list. A text of one line is not changed.
 */
export function textToHtml(text: string): string {
  const raw = text.split(LINE_END)
  const shown = raw.filter((line) => line.trim() !== '')
  // Each line becomes a tag, so the limit of tags refuses this text anyway.
  if (shown.length > HTML_TAGS_MAX + 1) return shown.join('<br />')
  const lines = readLines(raw)
  const heads = lines.filter(({ continues }) => !continues)
  const blocks: Block[] = []
  let place = 0
  for (const line of lines) {
    if (line.continues) continueItem(blocks, line.text)
    else {
      addLine(blocks, line, [heads[place - 1], heads[place + 1]])
      place++
    }
  }
  const [first] = blocks
  if (blocks.length === 1 && first?.tag === 'p' && first.parts.length === 1) return first.parts.join()
  return blocks.map(writeBlock).join('')
}

function readLines(rawLines: string[]): Line[] {
  const lines: Line[] = []
  let item: Line | undefined
  let isAfterBlank = false
  for (const raw of rawLines) {
    const text = raw.trim()
    if (text !== '') {
      const indent = raw.replaceAll('\t', '    ').search(/\S/)
      const line = { text, indent, isAfterBlank, marker: readMarker(text), continues: false }
      if (line.marker !== undefined) item = line
      else if (item !== undefined && !isAfterBlank && indent >= item.indent + 2) line.continues = true
      else item = undefined
      lines.push(line)
    }
    isAfterBlank = text === ''
  }
  return lines
}

/** Adds a line as a paragraph or an item. That depends on the lines before and after it, without those that continue an item. */
function addLine(blocks: Block[], line: Line, [before, after]: (Line | undefined)[]): void {
  const { text, marker } = line
  const last = blocks.at(-1)
  if (marker !== undefined && isItem(marker, before?.marker, after?.marker))
    addItem(blocks, marker.number === undefined ? 'ul' : 'ol', text.slice(marker.length), marker.number)
  else if (last?.tag === 'p' && !line.isAfterBlank) last.parts.push(text)
  else blocks.push({ tag: 'p', start: 1, parts: [text] })
}

function addItem(blocks: Block[], tag: 'ul' | 'ol', text: string, number = 1): void {
  const last = blocks.at(-1)
  if (last?.tag === tag && (tag === 'ul' || last.start + last.parts.length === number)) last.parts.push(text)
  else blocks.push({ tag, start: number, parts: [text] })
}

function continueItem(blocks: Block[], text: string): void {
  const parts = blocks.at(-1)?.parts ?? []
  parts.push(`${parts.pop()}<br />${text}`)
}

function writeBlock({ tag, start, parts }: Block): string {
  if (tag === 'p') return `<p>${parts.join('<br />')}</p>`
  const attribute = start === 1 ? '' : ` start="${start}"`
  return `<${tag}${attribute}>${parts.map((part) => `<li>${part}</li>`).join('')}</${tag}>`
}
