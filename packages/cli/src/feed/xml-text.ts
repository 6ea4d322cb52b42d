import { decodeHTMLStrict } from 'entities/decode'

/** Receives what is odd in a text of XML, each with its index in the text as it is written. */
export interface TextEvents {
  onBareAmpersand(index: number): void
  onUnknownEntity(entity: string, index: number): void
  /** A character that XML forbids; `became` says how it is read. */
  onForbidden(character: string, became: string, index: number): void
}

const ofXml: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// The control characters except tab and line ends, two that are no characters, and a half of a character.
const forbidden = '[^\\P{Cc}\\t\\n\\r\\u007f-\\u009f]|[\\ufffe\\uffff]|\\p{Cs}'
const allForbidden = new RegExp(forbidden, 'gu')
const references = '(?<references>(?:&#(?:x[\\da-fA-F]+|\\d+);)+)'
const special = new RegExp(`${references}|&(?:(?<name>[A-Za-z]\\w*);)?|\\r\\n?|(?<forbidden>${forbidden})`, 'gu')
const specialOfCdata = new RegExp(`\\r\\n?|(?<forbidden>${forbidden})`, 'gu')

/** Reads a text with entities. An entity that only HTML knows, such as `&eacute;`, is read too, and `&` alone is a text. */
export const readText = (source: string, events: TextEvents): string => read(source, special, events)

/** Reads a text without entities. */
export const readCdata = (source: string, events: TextEvents): string => read(source, specialOfCdata, events)

function read(source: string, pattern: RegExp, events: TextEvents): string {
  let text = ''
  let at = 0
  for (const { 0: sign, index, groups } of source.matchAll(pattern)) {
    text += source.slice(at, index)
    at = index + sign.length
    if (groups?.references !== undefined) text += readReferences(sign, index, events)
    else if (groups?.forbidden !== undefined) text += replaceForbidden(sign, index, events)
    else if (groups?.name !== undefined) text += readName(sign, groups.name, index, events)
    else if (sign === '&') {
      events.onBareAmpersand(index)
      text += sign
    } else text += '\n'
  }
  return text + source.slice(at)
}

function readName(sign: string, name: string, index: number, events: TextEvents): string {
  const known = Object.hasOwn(ofXml, name) ? ofXml[name] : decodeHTMLStrict(sign)
  if (known !== undefined && known !== sign) return known
  events.onUnknownEntity(sign, index)
  return sign
}

/** Reads references in a row together, because some programs write the two halves of an emoji as a reference each. */
function readReferences(signs: string, index: number, events: TextEvents): string {
  const text = signs.replaceAll(
    /&#(?:x([\da-f]+)|(\d+));/gi,
    (sign: string, hexadecimal?: string, decimal?: string) => {
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      const isHalf = code >= 0xd800 && code < 0xe000
      // HTML reads those of windows-1252, such as &#146;, as the characters that their writers meant.
      return code < 0x80 || isHalf ? String.fromCharCode(code) : decodeHTMLStrict(sign)
    },
  )
  return text.replaceAll(allForbidden, (character) => replaceForbidden(character, index, events))
}

function replaceForbidden(character: string, index: number, { onForbidden }: TextEvents): string {
  const [text, became] = findReplacement(character)
  onForbidden(character, became, index)
  return text
}

function findReplacement(character: string): [text: string, became: string] {
  // Word writes its line ends and page ends so, and U+001F for a hyphen that only shows at the end of a line.
  if (character === '\v' || character === '\f') return ['\n', 'is read as a line end']
  return character < '\u001f' ? [' ', 'is read as a blank'] : ['', 'is left out']
}
