import { HTML_LEVELS_MAX } from '../limits.ts'
import { inheritStyle, namedStyles, styleElements, type TextStyle } from './style.ts'

const inlines = new Set('strong b em i u s sub sup small mark code a'.split(' '))
const tableParts = new Set('caption thead tbody tfoot tr th td'.split(' '))
/** The elements in which a dropped block becomes a paragraph. "" is the whole text. */
const containers = new Set(['', 'blockquote'])
/** The elements that a start tag ends, as parsers of HTML do, if it is directly in one of them. */
const ends: Partial<Record<string, string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'th', 'td'],
  th: ['th'],
  td: ['thead', 'th', 'td'],
  tbody: ['thead', 'tbody'],
  tfoot: ['thead', 'tbody'],
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g
/** Characters that are a line end in HTML, too: programs do not write them to format its source. */
const LINE_END = /[\v\u0085\u2028\u2029]/
const VISIBLE = /[^\s\u200b]/
/** The class of a marked element. No other element has one. */
const MARKED_CLASS = / class="([^"]*)"/
/** Elements whose text is bold anyway. */
const isBold = (name: string): boolean => /^(?:h[2-6]|th)$/.test(name)

/** An element whose start tag is written and whose end tag is not. */
interface OpenElement {
  name: string
  /** The start tag. */
  tag: string
  /** Whether the element was added for a style, around the texts that have it. */
  isStyle: boolean
  /** Whether the element was added, and not sent. */
  isAdded: boolean
  /** The place of its start tag. */
  from: number
  /** The dropped blocks directly around the text in it. For an inline element: around itself. */
  divs: number
}

/** An element of the sent HTML, until its end tag comes. */
interface SentElement {
  /** The style of the text in it. */
  style: TextStyle
  /** The element that was written for it. */
  open?: OpenElement
  /** The element around a dropped block. */
  around?: OpenElement
}

/**
 * Replaces the marks of blocks, styles and images (element.ts). Copies all other tags and texts, and adds only tags without
 * attributes. HTML without marks stays the same.
 */
export function arrangeBlocks(marked: string): string {
  const text = new ArrangedText()
  for (const [all, slash, name, attributes = ''] of marked.matchAll(TOKEN)) {
    if (name === undefined) text.addText(all)
    else if (slash === '/') text.end()
    else text.start(name, attributes, all)
  }
  return text.finish()
}

class ArrangedText {
  private readonly out: string[] = []
  private readonly open: OpenElement[] = []
  private readonly sent: SentElement[] = []
  private readonly whole: OpenElement = { name: '', tag: '', isStyle: false, isAdded: false, from: -1, divs: 0 }
  /** Whether a line has ended since the last visible text. */
  private isPending = false
  /** Whether the last thing in this block is visible text. */
  private isAfterText = false
  /** Whether an image came after the last text. */
  private isAfterImage = false
  private hasMarks = false

  addText(text: string): void {
    const [first = '', ...others] = text.replaceAll('\f', ' ').split(LINE_END)
    this.addLine(first)
    for (const line of others) {
      this.isPending = true
      this.addLine(line)
    }
  }

  private addLine(text: string): void {
    if (VISIBLE.test(text)) {
      this.endAddedList()
      this.endStyles()
      if (this.needsParagraph()) this.startParagraph()
      else this.endLine()
      this.startStyles()
      if (this.isAfterImage && /^[^\s.,;:!?)\]…]/.test(text) && !/\s$/.test(this.out.at(-1) ?? '')) this.out.push(' ')
      const top = this.open.at(-1)
      this.out.push(top?.isAdded && top.from === this.out.length - 1 ? text.trimStart() : text)
      this.isAfterText = true
      this.isAfterImage = false
    } else if (text !== '' && !this.isPending && !this.needsParagraph()) {
      this.out.push(text)
      this.isAfterImage = false
    }
  }

  start(name: string, attributes: string, all: string): void {
    if (name === 'br') this.addBreak(all)
    else if (name === 'img') this.addImage(/ alt="([^"]*)"/.exec(attributes)?.[1] ?? '')
    else if (name === 'hr') {
      this.beginBlock(name)
      this.out.push(all)
    } else this.startElement(name, attributes, all)
  }

  private startElement(name: string, attributes: string, all: string): void {
    const words = MARKED_CLASS.exec(attributes)?.[1]
    const tag = words === undefined ? all : all.replace(MARKED_CLASS, '')
    const sent: SentElement = { style: inheritStyle(this.sent.at(-1)?.style ?? {}, name, words ?? '') }
    this.sent.push(sent)
    if (words !== undefined) this.hasMarks = true
    if (name === 'span' || name === 'data') return
    if (inlines.has(name)) this.startInline(name, tag, sent)
    else this.startBlock(name, tag, sent)
  }

  private startInline(name: string, tag: string, sent: SentElement): void {
    if (this.open.length >= HTML_LEVELS_MAX) return
    this.endAddedList()
    // A new paragraph begins with its first text, because a block may come before any text.
    if (!this.needsParagraph()) this.endLine()
    sent.open = this.write(name, tag, { divs: this.findBlock().divs })
  }

  private startBlock(name: string, tag: string, sent: SentElement): void {
    if (!this.isDropped(name)) {
      this.beginBlock(name)
      sent.open = this.write(name, tag)
      return
    }
    this.endAddedList()
    this.hasMarks = true
    this.endDropped()
    sent.around = this.findBlock()
    sent.around.divs++
  }

  private isDropped(name: string): boolean {
    const isStray = tableParts.has(name) && !this.open.some((open) => open.name === 'table')
    // A list may have to be added around an item.
    return (
      name === 'div' || name === 'section' || isStray || this.open.length >= HTML_LEVELS_MAX - (name === 'li' ? 1 : 0)
    )
  }

  end(): void {
    const sent = this.sent.pop()
    if (sent === undefined) return
    if (sent.open !== undefined && this.open.includes(sent.open)) this.endFrom(this.open.indexOf(sent.open))
    if (sent.around !== undefined) {
      sent.around.divs--
      this.endDropped()
    }
  }

  finish(): string {
    this.endFrom(0)
    return this.out.join('')
  }

  /** Ends the paragraph or the line at the beginning or end of a dropped block. */
  private endDropped(): void {
    this.endStyles(true)
    const top = this.open.at(-1)
    if (top?.isAdded && top.name === 'p') this.endTop()
    else this.isPending = true
  }

  private endAddedList(): void {
    const block = this.findBlock()
    if (block.isAdded && /^[uo]l$/.test(block.name)) this.endFrom(this.open.indexOf(block))
  }

  /** Ends the elements that a block cannot be in. */
  private beginBlock(name: string): void {
    this.endStyles(true)
    this.endParagraph()
    if (name !== 'li') this.endAddedList()
    while (ends[name]?.includes(this.open.at(-1)?.name ?? '')) this.endTop()
    if (name === 'li' && !/^[uo]l$/.test(this.findBlock().name)) this.write('ul', '<ul>', { isAdded: true })
    this.resetLine()
  }

  private endParagraph(): void {
    const place = this.open.findIndex((open) => open.name === 'p')
    if (place >= 0) this.endFrom(place)
  }

  private needsParagraph(): boolean {
    const block = this.findBlock()
    return block.divs > 0 && containers.has(block.name) && this.open.length < HTML_LEVELS_MAX
  }

  /** Starts a paragraph before the inline elements that began in the same dropped block. */
  private startParagraph(): void {
    const { divs } = this.findBlock()
    let place = this.open.length
    let from = this.out.length
    const isWaiting = (open: OpenElement | undefined) =>
      open !== undefined && inlines.has(open.name) && open.divs === divs && open.from === from - 1
    while (isWaiting(this.open[place - 1])) {
      place--
      from--
    }
    for (const moved of this.open.slice(place)) moved.from++
    this.out.splice(from, 0, '<p>')
    this.open.splice(place, 0, { name: 'p', tag: '<p>', isStyle: false, isAdded: true, from, divs: 0 })
    this.resetLine()
  }

  private addBreak(all: string): void {
    if (this.needsParagraph()) return
    this.endAddedList()
    this.endStyles()
    if (!this.isPending || this.isAfterText) this.out.push(all)
    this.resetLine()
  }

  private addImage(alt: string): void {
    this.isAfterImage = this.isAfterText
    if (!VISIBLE.test(alt)) return
    this.addLine(alt.replaceAll('&quot;', '"').trim())
    this.isAfterImage = true
  }

  private endLine(): void {
    if (this.isPending && this.isAfterText) {
      this.out.push('<br />')
      this.resetLine()
    }
    this.isPending = false
  }

  private resetLine(): void {
    this.isPending = false
    this.isAfterText = false
    this.isAfterImage = false
  }

  /** Starts the styles of the text that comes, each of which no open element has. */
  private startStyles(): void {
    const style = this.sent.at(-1)?.style ?? {}
    const block = this.findBlock()
    for (const name of styleElements) {
      const isThere =
        (name === 'strong' && isBold(block.name)) || this.open.some((open) => namedStyles[open.name] === name)
      if (style[name] && !isThere && this.open.length < HTML_LEVELS_MAX)
        this.write(name, `<${name}>`, { isStyle: true })
    }
  }

  /** Ends the styles that the text that comes does not have, or all that were added. Elements within them begin again. */
  private endStyles(isAll = false): void {
    const style = this.sent.at(-1)?.style ?? {}
    const first = this.open.lastIndexOf(this.findBlock()) + 1
    const isEnded = (open: OpenElement) => {
      const name = namedStyles[open.name]
      return name !== undefined && (open.isStyle ? isAll || !style[name] : style[name] === false)
    }
    const place = this.open.findIndex((open, index) => index >= first && isEnded(open))
    if (place < 0) return
    const within = this.open.slice(place)
    this.endFrom(place)
    for (const open of within) {
      if (!isEnded(open)) this.reopen(open)
      else if (!open.isStyle) this.resumeLater(open)
    }
  }

  private reopen(open: OpenElement): void {
    open.from = this.out.length
    this.out.push(open.tag)
    this.open.push(open)
  }

  /** Lets the texts after one without a style have the style of an element that ended before it. */
  private resumeLater(ended: OpenElement): void {
    const name = namedStyles[ended.name]
    const place = this.sent.findIndex(({ open }) => open === ended)
    for (const sent of this.sent.slice(place)) if (name !== undefined) sent.style = { [name]: true, ...sent.style }
  }

  private write(name: string, tag: string, more: Partial<OpenElement> = {}): OpenElement {
    const open: OpenElement = { name, tag, isStyle: false, isAdded: false, from: this.out.length, divs: 0, ...more }
    this.out.push(tag)
    this.open.push(open)
    return open
  }

  private findBlock(): OpenElement {
    return this.open.findLast(({ name }) => !inlines.has(name)) ?? this.whole
  }

  private endFrom(place: number): void {
    while (this.open.length > place) this.endTop()
  }

  private endTop(): void {
    const ended = this.open.pop()
    if (ended === undefined) return
    if (ended.isAdded) this.trimEnd(ended)
    const isInline = inlines.has(ended.name)
    // A parser makes an empty paragraph of an end tag whose start tag was ended by a block.
    const isLeftOver = ended.isAdded || (this.hasMarks && (isInline || this.out.at(-1) === '<p>'))
    if (isLeftOver && this.out.length - 1 === ended.from) this.out.pop()
    else this.out.push(`</${ended.name}>`)
    if (!isInline) this.resetLine()
  }

  /** Removes line ends at the end of an added element, and everything in one without visible text. */
  private trimEnd({ from, name }: OpenElement): void {
    const { out } = this
    if (/^[uo]l$/.test(name)) return
    const hasText = out.slice(from + 1).some((part) => !part.startsWith('<') && VISIBLE.test(part))
    if (!hasText) out.length = from + 1
    while (out.length > from + 1 && /^\s*$|^<br\b/.test(out.at(-1) ?? '')) out.pop()
    const last = out.at(-1) ?? ''
    if (!last.startsWith('<')) out[out.length - 1] = last.trimEnd()
  }
}
