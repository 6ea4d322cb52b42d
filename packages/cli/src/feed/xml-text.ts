import { decodeHTMLStrict } from 'entities/decode'
import { describePlace, movePlace, type Place } from './xml-markup.ts'

const xmlEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// The control characters except tab and line ends, two that are no characters, and a half of a character.
const forbidden = '[^\\P{Cc}\\t\\n\\r\\u007f-\\u009f]|[\\ufffe\\uffff]|\\p{Cs}'
const allForbidden = new RegExp(forbidden, 'gu')
const references = '(?<references>(?:&#(?:x[\\da-fA-F]+|\\d+);)+)'
const specialSigns = new RegExp(`${references}|&(?:(?<name>[A-Za-z]\\w*);)?|\\r\\n?|(?<forbidden>${forbidden})`, 'gu')
const specialSignsOfCdata = new RegExp(`\\r\\n?|(?<forbidden>${forbidden})`, 'gu')

/** Finds a place, which takes time: it is called only for a mistake. */
type FindPlace = () => Place

/** Reads the texts of XML. Repairs mistakes that can mean only one thing, and warns once of each kind of them. */
export class TextReader {
  readonly #warnings = new Set<string>()
  readonly #warn: (message: string, line: number) => void

  constructor(warn: (message: string, line: number) => void) {
    this.#warn = warn
  }

  /** Reads a text with entities, also those of HTML. `&` alone is a text. `onFault` receives what cannot be read. */
  readText(source: string, findStart: FindPlace, onFault: (fault: string) => void): string {
    return this.#read(source, specialSigns, findStart, onFault)
  }

  /** Reads a text without entities. */
  readCdata(source: string, findStart: FindPlace): string {
    return this.#read(source, specialSignsOfCdata, findStart, () => {})
  }

  #read(source: string, pattern: RegExp, findStart: FindPlace, onFault: (fault: string) => void): string {
    let text = ''
    let at = 0
    for (const { 0: sign, index, groups } of source.matchAll(pattern)) {
      text += source.slice(at, index)
      at = index + sign.length
      const findPlace = () => movePlace(findStart(), source.slice(0, index))
      if (groups?.references !== undefined) text += this.#readReferences(sign, findPlace)
      else if (groups?.forbidden !== undefined) text += this.#replaceForbidden(sign, findPlace)
      else if (groups?.name !== undefined) {
        const character = readEntity(sign, groups.name)
        const fault = `the entity ${sign} is not known; write &amp;${sign.slice(1)} if it is text`
        if (character === sign) onFault(`${describePlace(findPlace())}: ${fault}`)
        text += character
      } else if (sign === '&') {
        this.warnOfSign('&', '&amp;', findPlace)
        text += sign
      } else text += '\n'
    }
    return text + source.slice(at)
  }

  /** Reads references in a row together, because some programs write the two halves of an emoji as a reference each. */
  #readReferences(signs: string, findPlace: FindPlace): string {
    const text = signs.replaceAll(
      /&#(?:x([\da-f]+)|(\d+));/gi,
      (sign: string, hexadecimal?: string, decimal?: string) => {
        const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
        const isHalf = code >= 0xd800 && code < 0xe000
        // HTML reads those of windows-1252, such as &#146;, as the characters that their writers meant.
        return code < 0x80 || isHalf ? String.fromCharCode(code) : decodeHTMLStrict(sign)
      },
    )
    return text.replaceAll(allForbidden, (character) => this.#replaceForbidden(character, findPlace))
  }

  #replaceForbidden(character: string, findPlace: FindPlace): string {
    const [text, change] = findReplacement(character)
    const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    this.#warnOnce(code, findPlace, `the character ${code}`, `which XML forbids, ${change}`)
    return text
  }

  /** Warns of a sign that must be escaped and is read as text. */
  warnOfSign(sign: string, escaped: string, findPlace: FindPlace): void {
    this.#warnOnce(sign, findPlace, `"${sign}" alone`, `is read as text; XML writes it ${escaped}`)
  }

  #warnOnce(kind: string, findPlace: FindPlace, what: string, why: string): void {
    if (this.#warnings.has(kind)) return
    this.#warnings.add(kind)
    const { line, column } = findPlace()
    this.#warn(`${what}, at character ${column} of the line, ${why} (told once)`, line)
  }
}

const readEntity = (sign: string, name: string) =>
  Object.hasOwn(xmlEntities, name) ? xmlEntities[name] : decodeHTMLStrict(sign)

function findReplacement(character: string): [text: string, change: string] {
  // Word writes its line ends and page ends so, and U+001F for a hyphen that only shows at the end of a line.
  if (character === '\v' || character === '\f') return ['\n', 'is read as a line end']
  return character < '\u001f' ? [' ', 'is read as a blank'] : ['', 'is left out']
}
